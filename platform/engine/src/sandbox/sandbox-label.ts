/** The labels on what jobs that run users' code consist of. */
export const SANDBOX_LABEL = {
  /** On the namespace and what guards it: the namespace of the applications whose jobs run there. */
  of: 'kubemin.io/jobs-of',
  /** On pods: the job, and the task it is of. */
  job: 'kubemin.io/job',
  task: 'kubemin.io/task',
  /** On pods that may reach something: the policy that lets them. */
  egress: 'kubemin.io/egress',
  managedBy: 'app.kubernetes.io/managed-by',
} as const;

/** What the platform calls itself in `app.kubernetes.io/managed-by`. */
export const MANAGED_BY = 'kubemin';
