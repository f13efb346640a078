import { createHash } from 'node:crypto';
import type { LimitRange, Namespace, ResourceQuota, ServiceAccount } from '@kubemin/kubeapi/types/core.v1';
import type { NetworkPolicy } from '@kubemin/kubeapi/types/networking.v1';
import type { SandboxSettings } from './sandbox-settings.ts';

/** What everything but the namespace is called. */
export const SANDBOX_NAME = 'kubemin-jobs';

const LONGEST_NAMESPACE = 63;
const CLUSTER_DNS = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } };

/** Where the jobs of an application's namespace run. */
export function sandboxNamespace(
  namespace: string,
  { namespace: pattern }: Pick<SandboxSettings, 'namespace'>,
): string {
  const name = pattern.replaceAll('{namespace}', namespace);
  if (name.length <= LONGEST_NAMESPACE) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, LONGEST_NAMESPACE - 9)}-${hash}`;
}

/** Whether a namespace can be one where the jobs of another namespace run, judged by its name alone. */
export function mayBeSandbox(name: string, { namespace: pattern }: Pick<SandboxSettings, 'namespace'>): boolean {
  // A name that was too long has been cut.
  if (name.length === LONGEST_NAMESPACE) return true;
  const [before = '', ...after] = pattern.split('{namespace}');
  if (after.length === 0) return name === pattern;
  return name.startsWith(before) && name.endsWith(after.at(-1) ?? '');
}

/** The objects between jobs and the rest of the cluster. */
export interface SandboxObjects {
  readonly namespace: Namespace;
  readonly serviceAccount: ServiceAccount;
  readonly quota: ResourceQuota;
  readonly limits: LimitRange;
  readonly network: NetworkPolicy;
}

/**
 * What has to be there before users' code may run: a namespace that only takes pods without privileges, an account that
 * may do nothing, bounds for each and for all, and a network that leads nowhere but to the cluster's names. Pure.
 */
export function sandboxObjects(of: string, settings: SandboxSettings): SandboxObjects {
  const name = sandboxNamespace(of, settings);
  const labels = { [SANDBOX_LABEL.managedBy]: MANAGED_BY, [SANDBOX_LABEL.of]: of };
  const metadata = { name: SANDBOX_NAME, namespace: name, labels };
  const amounts = { ...settings.defaults };
  return {
    namespace: {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name,
        labels: {
          ...labels,
          'pod-security.kubernetes.io/enforce': 'restricted',
          'pod-security.kubernetes.io/warn': 'restricted',
        },
      },
    },
    serviceAccount: { apiVersion: 'v1', kind: 'ServiceAccount', metadata, automountServiceAccountToken: false },
    quota: { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: settings.quota } },
    limits: {
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata,
      spec: { limits: [{ type: 'Container', default: amounts, defaultRequest: amounts }] },
    },
    network: {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata,
      spec: {
        podSelector: {},
        policyTypes: ['Ingress', 'Egress'],
        egress: [
          {
            to: [CLUSTER_DNS],
            ports: [
              { protocol: 'UDP', port: 53 },
              { protocol: 'TCP', port: 53 },
            ],
          },
        ],
      },
    },
  };
}

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
