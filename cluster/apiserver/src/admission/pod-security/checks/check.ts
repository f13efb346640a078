import type { ObjectMeta } from '@kubemin/kubeapi';
import type {
  Container,
  EphemeralContainer,
  PodSecurityContext,
  PodSpec,
  SecurityContext,
} from '@kubemin/kubeapi/types/core.v1';

/** What one check found, in the words that clients know from Kubernetes. */
export interface Finding {
  /** `host namespaces`. */
  readonly reason: string;
  /** `hostNetwork=true`. */
  readonly detail: string;
}

/** Compares a pod, or the template of one, with one rule. Pure. */
export type EvaluatePod = (metadata: Pick<ObjectMeta, 'annotations'>, spec: PodSpec) => Finding | undefined;

/** One rule of the Pod Security Standards, with all its versions. */
export interface PodCheck {
  readonly id: string;
  /** The level it belongs to; stricter levels include it. */
  readonly level: 'baseline' | 'restricted';
  /** In ascending order. */
  readonly versions: readonly CheckVersion[];
}

/** A rule as it is from one version of Kubernetes on, until the next one of the check. */
export interface CheckVersion {
  /** Minor version of Kubernetes 1. */
  readonly since: number;
  readonly evaluate: EvaluatePod;
  /** Ids of baseline checks that this stricter one makes redundant: its finding would repeat theirs. */
  readonly replaces?: readonly string[];
}

/** Containers of all kinds, in the order in which findings list them. */
export function podContainers(spec: PodSpec): readonly (Container | EphemeralContainer)[] {
  const { initContainers = [], containers, ephemeralContainers = [] } = spec;
  return [...initContainers, ...containers, ...ephemeralContainers];
}

/** Whether the pod is declared to run on Windows, where settings of Linux do not exist. */
export function isWindowsPod({ os }: PodSpec): boolean {
  return os?.name === 'windows';
}

/** Whether users of the containers are not users of the host: root in such a pod is an ordinary user outside of it. */
export function hasUserNamespace({ hostUsers }: PodSpec): boolean {
  return hostUsers === false;
}

/** Containers with a forbidden value, and all such values, each once and sorted. */
export interface Offenders {
  /** Whether the security context of the pod itself has one. */
  readonly pod: boolean;
  readonly containers: readonly string[];
  readonly values: readonly string[];
}

/** Finds containers by the forbidden values that they have. */
export function findContainers(
  spec: PodSpec,
  forbidden: (container: Container | EphemeralContainer) => readonly string[],
): Offenders {
  const values: string[] = [];
  const containers = podContainers(spec).flatMap((container) => {
    const found = forbidden(container);
    values.push(...found);
    return found.length === 0 ? [] : [container.name];
  });
  return { pod: false, containers, values: sortedUnique(values) };
}

/** Finds the security contexts, of the pod and of containers, by the forbidden values that they have. */
export function findContexts(
  spec: PodSpec,
  forbidden: (context: PodSecurityContext | SecurityContext) => readonly string[],
): Offenders {
  const ofPod = spec.securityContext === undefined ? [] : forbidden(spec.securityContext);
  const found = findContainers(spec, ({ securityContext }) =>
    securityContext === undefined ? [] : forbidden(securityContext),
  );
  return { ...found, pod: ofPod.length > 0, values: sortedUnique([...ofPod, ...found.values]) };
}

/** `pod and container "a"`. */
export function formatOffenders({ pod, containers }: Pick<Offenders, 'pod' | 'containers'>): string {
  return [...(pod ? ['pod'] : []), ...(containers.length > 0 ? [formatContainers(containers)] : [])].join(' and ');
}

/** `container "a"`, `containers "a", "b"`. */
export function formatContainers(names: readonly string[]): string {
  return `${plural('container', names.length)} ${quoted(names)}`;
}

export function quoted(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(', ');
}

export function plural(singular: string, count: number): string {
  return count === 1 ? singular : `${singular}s`;
}

export function sortedUnique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}
