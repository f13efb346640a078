/** How jobs that run users' code are kept apart from everything else. */
export interface SandboxSettings {
  /** Where they run; `{namespace}` stands for the namespace of their application. Never that namespace itself. */
  readonly namespace: string;
  /** What all of them in one such namespace may use, as the `hard` of a ResourceQuota. */
  readonly quota: Readonly<Record<string, string>>;
  /** What a container gets that does not say. */
  readonly defaults: { readonly cpu: string; readonly memory: string };
  /** Whom containers run as unless they say; never root. */
  readonly runAsUser: number;
  /** What the cluster calls graphics cards when they are counted, and when their memory is. */
  readonly gpu: { readonly count: string; readonly memory: string };
  /** How much of the end of a log is kept. */
  readonly logBytes: number;
}

/** Fit for a small cluster. */
export const DEFAULT_SANDBOX_SETTINGS: SandboxSettings = {
  namespace: '{namespace}-jobs',
  quota: {
    pods: '50',
    'requests.cpu': '16',
    'requests.memory': '64Gi',
    'limits.cpu': '32',
    'limits.memory': '64Gi',
    persistentvolumeclaims: '0',
    'services.nodeports': '0',
    'services.loadbalancers': '0',
  },
  defaults: { cpu: '500m', memory: '512Mi' },
  runAsUser: 1000,
  gpu: { count: 'nvidia.com/gpu', memory: 'kubemin.io/gpu-memory' },
  logBytes: 262_144,
};
