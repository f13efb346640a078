import { createHash } from 'node:crypto';
import type { KubeObject } from '@kubemin/kubeapi';
import type { LimitRange, Namespace, ResourceQuota } from '@kubemin/kubeapi/types/core.v1';
import type { NetworkPolicy } from '@kubemin/kubeapi/types/networking.v1';
import { MANAGED_BY, type ProjectBinding, type ProjectNamespaceSettings, SANDBOX_LABEL } from '../task/index.ts';

/** What the quota, the limit range and the network policy of a project's namespace are called. */
export const PROJECT_OBJECT_NAME = 'kubemin-project';

/** On the namespaces of bound projects: which project. Network policies select by it. */
export const PROJECT_LABEL = 'kubemin.io/project';

export const POD_SECURITY_LABEL = {
  enforce: 'pod-security.kubernetes.io/enforce',
  warn: 'pod-security.kubernetes.io/warn',
} as const;

/** On objects of ours: a hash of the spec they were made with, so that a changed setting is noticed. */
export const SPEC_HASH = 'kubemin.io/spec-hash';

const NAMESPACE_NAME = 'kubernetes.io/metadata.name';
const CLUSTER_DNS = { namespaceSelector: { matchLabels: { [NAMESPACE_NAME]: 'kube-system' } } };
const DNS_PORTS = [
  { protocol: 'UDP', port: 53 },
  { protocol: 'TCP', port: 53 },
] as const;

/** A namespace of a bound project, with what bounds and isolates it. */
export interface NamespaceObjects {
  readonly namespace: Namespace;
  readonly guards: readonly (ResourceQuota | LimitRange | NetworkPolicy)[];
}

/** What a namespace of a bound project has, where the binding does not state it by the settings. Pure. */
export function namespaceObjects(
  name: string,
  binding: ProjectBinding,
  settings: ProjectNamespaceSettings,
): NamespaceObjects {
  const level = binding.podSecurity ?? settings.podSecurity;
  const labels = { [SANDBOX_LABEL.managedBy]: MANAGED_BY, [PROJECT_LABEL]: projectLabel(binding.project) };
  const metadata = { name: PROJECT_OBJECT_NAME, namespace: name, labels };
  const cpu = binding.quota?.cpu ?? settings.quota.cpu;
  const memory = binding.quota?.memory ?? settings.quota.memory;
  const pods = binding.quota?.pods ?? settings.quota.pods;
  const request = {
    cpu: binding.limitRange?.cpu ?? settings.limitRange.cpu,
    memory: binding.limitRange?.memory ?? settings.limitRange.memory,
  };
  const quota: ResourceQuota = {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata,
    spec: { hard: { 'requests.cpu': cpu, 'requests.memory': memory, pods: String(pods) } },
  };
  const limits: LimitRange = {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata,
    spec: { limits: [{ type: 'Container', defaultRequest: request }] },
  };
  const network: NetworkPolicy = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata,
    spec: projectNetwork(binding.project, settings.ingressNamespaces),
  };
  return {
    namespace: {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, labels: { ...labels, [POD_SECURITY_LABEL.enforce]: level, [POD_SECURITY_LABEL.warn]: level } },
    },
    guards: [quota, limits, ...(binding.network === 'open' ? [] : [network])].map(withSpecHash),
  };
}

/** Denies all but DNS, the namespaces of the project, and traffic of ingress controllers. */
function projectNetwork(project: string, ingressNamespaces: readonly string[]): NonNullable<NetworkPolicy['spec']> {
  const ownNamespaces = { namespaceSelector: { matchLabels: { [PROJECT_LABEL]: projectLabel(project) } } };
  const controllers = {
    namespaceSelector: { matchExpressions: [{ key: NAMESPACE_NAME, operator: 'In', values: [...ingressNamespaces] }] },
  };
  return {
    podSelector: {},
    policyTypes: ['Ingress', 'Egress'],
    ingress: [{ from: [ownNamespaces, ...(ingressNamespaces.length === 0 ? [] : [controllers])] }],
    egress: [{ to: [CLUSTER_DNS], ports: [...DNS_PORTS] }, { to: [ownNamespaces] }],
  };
}

/** The value of the label for a project: its name, or a hash where the name is no valid value. */
export function projectLabel(project: string): string {
  if (/^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/.test(project)) return project;
  return `sha256-${createHash('sha256').update(project).digest('hex').slice(0, 32)}`;
}

function withSpecHash<T extends KubeObject & { readonly spec?: object }>(object: T): T {
  const hash = createHash('sha256').update(JSON.stringify(object.spec)).digest('hex').slice(0, 16);
  return { ...object, metadata: { ...object.metadata, annotations: { [SPEC_HASH]: hash } } };
}
