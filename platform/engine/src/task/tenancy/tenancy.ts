/**
 * What a project is bound to. Its applications are delivered to these namespaces of these clusters and nowhere else,
 * and no application of another project is delivered there.
 */
export interface ProjectBinding {
  readonly project: string;
  readonly clusters: readonly string[];
  /** Names of namespaces; one that ends in `*` means all that begin like it. */
  readonly namespaces: readonly string[];
  /**
   * `Kind/name` or `Kind/namespace/name`, the name optionally with `*` at its end: the only objects that its
   * applications may refer to, beside those they make. Undefined: all that belong to no application, in its namespaces.
   */
  readonly references?: readonly string[] | undefined;
  /** What all pods of one of its namespaces may request. @default the setting, field by field */
  readonly quota?: Partial<{ readonly [K in keyof NamespaceQuota]: NamespaceQuota[K] | undefined }> | undefined;
  /** What containers without a request get. @default the setting, field by field */
  readonly limitRange?: { readonly cpu?: string | undefined; readonly memory?: string | undefined } | undefined;
  /** The level of Pod Security that its namespaces enforce. @default the setting */
  readonly podSecurity?: PodSecurityLevel | undefined;
  /** `open`: no network policy is made. @default isolated */
  readonly network?: 'isolated' | 'open' | undefined;
}

/** The levels of the Pod Security Standards. */
export type PodSecurityLevel = 'privileged' | 'baseline' | 'restricted';

interface NamespaceQuota {
  readonly cpu: string;
  readonly memory: string;
  readonly pods: number;
}

/** What namespaces of bound projects have where the binding does not state it. */
export interface ProjectNamespaceSettings {
  readonly quota: NamespaceQuota;
  readonly limitRange: { readonly cpu: string; readonly memory: string };
  readonly podSecurity: PodSecurityLevel;
  /** Namespaces of ingress controllers: their pods reach all pods of projects. */
  readonly ingressNamespaces: readonly string[];
}

/** Fit for a small cluster. */
export const DEFAULT_PROJECT_NAMESPACES: ProjectNamespaceSettings = {
  quota: { cpu: '32', memory: '128Gi', pods: 200 },
  limitRange: { cpu: '50m', memory: '64Mi' },
  podSecurity: 'baseline',
  ingressNamespaces: ['ingress-nginx', 'traefik', 'istio-system', 'kube-system'],
};

/** Where objects of an application go. */
export interface Place {
  readonly project: string;
  readonly cluster: string;
  readonly namespace: string;
}

/** Why an application must not be at a place. Never which project is bound to it: the caller may not know that one. */
export type PlaceRefusal = 'CLUSTER_NOT_BOUND' | 'NAMESPACE_NOT_BOUND' | 'NAMESPACE_OF_PROJECT';

/** Where the bindings are stored, and which application belongs to which project. */
export interface TenancySource {
  /** As they were at most a few seconds ago; with `fresh`, as they are now. */
  bindings(options?: { readonly fresh?: boolean }): Promise<readonly ProjectBinding[]>;
  /** Undefined for an application that is not known. */
  applicationProject(appId: string): Promise<string | undefined>;
}

/** A project in a cluster, and what decides what it may use there. */
export interface Tenant {
  readonly project: string;
  readonly cluster: string;
  readonly source: TenancySource;
}

/** The tenant that one run delivers for. */
export interface RunTenancy extends Tenant {
  /** The namespaces that the run has made ready, or is about to. */
  readonly prepared: Map<string, Promise<void>>;
}

/**
 * Judges a place; undefined when the project may use it. A bound project uses its own namespaces only; others use all
 * but those that a project is bound to. Pure.
 */
export function judgePlace(
  bindings: readonly ProjectBinding[],
  { project, cluster, namespace }: Place,
): PlaceRefusal | undefined {
  const own = projectBinding(bindings, project);
  if (own === undefined) {
    const isTaken = bindings.some((each) => each.clusters.includes(cluster) && coversNamespace(each, namespace));
    return isTaken ? 'NAMESPACE_OF_PROJECT' : undefined;
  }
  if (!own.clusters.includes(cluster)) return 'CLUSTER_NOT_BOUND';
  return coversNamespace(own, namespace) ? undefined : 'NAMESPACE_NOT_BOUND';
}

/** The binding of a project; undefined for one that is not bound. */
export function projectBinding(bindings: readonly ProjectBinding[], project: string): ProjectBinding | undefined {
  return bindings.find((each) => each.project === project);
}

/** Whether a binding names an object that applications of its project may refer to; `Kind/name` means its namespaces. */
export function isListedReference(
  binding: ProjectBinding,
  { kind, namespace, name }: { readonly kind: string; readonly namespace: string; readonly name: string },
): boolean {
  return (binding.references ?? []).some((reference) => {
    const [listedKind, ...rest] = reference.split('/');
    const [pattern = '', listedNamespace] = rest.toReversed();
    const isPlace = listedNamespace === undefined ? coversNamespace(binding, namespace) : listedNamespace === namespace;
    return listedKind === kind && isPlace && matchesPattern(name, pattern);
  });
}

/** Whether applications of two projects may use what one of them offers: those of one project, or of two unbound ones. */
export function mayShare(bindings: readonly ProjectBinding[], left: string, right: string | undefined): boolean {
  if (left === right) return true;
  return [left, right].every((project) => project !== undefined && projectBinding(bindings, project) === undefined);
}

/** Whether two bindings have a namespace in common, and by which of their patterns. */
export function bindingOverlap(
  left: Omit<ProjectBinding, 'project'>,
  right: Omit<ProjectBinding, 'project'>,
): { readonly cluster: string; readonly left: string; readonly right: string } | undefined {
  const cluster = left.clusters.find((each) => right.clusters.includes(each));
  if (cluster === undefined) return undefined;
  for (const one of left.namespaces) {
    const other = right.namespaces.find((each) => patternsOverlap(one, each));
    if (other !== undefined) return { cluster, left: one, right: other };
  }
  return undefined;
}

/** Whether some name matches both patterns. */
export function patternsOverlap(left: string, right: string): boolean {
  if (!left.endsWith('*')) return matchesPattern(left, right);
  const prefix = left.slice(0, -1);
  return right.endsWith('*')
    ? prefix.startsWith(right.slice(0, -1)) || right.slice(0, -1).startsWith(prefix)
    : right.startsWith(prefix);
}

/** Whether a name is the pattern, or begins like one that ends in `*`. */
export function matchesPattern(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

function coversNamespace({ namespaces }: ProjectBinding, namespace: string): boolean {
  return namespaces.some((pattern) => matchesPattern(namespace, pattern));
}
