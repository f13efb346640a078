import type { Clock } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core, storage } from '@kubemin/kubeapi/resources';
import type { Container, PersistentVolumeClaim, Pod, Volume } from '@kubemin/kubeapi/types/core.v1';

/** Something in the cluster that a pod cannot start without. */
export interface PodReference {
  readonly kind: 'Secret' | 'ConfigMap' | 'PersistentVolumeClaim';
  readonly namespace: string;
  readonly name: string;
  /** Keys that must be in it. */
  readonly keys: readonly string[];
  /** What in the pod refers to it. */
  readonly by: string;
}

/** How long pods wait before it is looked for what they wait for, and how often while something is missing. */
const LOOK_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
/** The token and root certificate that admission mounts into every pod. */
const OWN_ACCESS = 'kube-api-access-';
const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';

export interface MissingReferencesOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** How long something may be missing before waiting for it is given up. */
  readonly graceMs: number;
}

/** What a look found. */
export interface MissingLook {
  /** What is missing, in a sentence; undefined when nothing is. */
  readonly message?: string;
  /** Missing for longer than the grace. */
  readonly overdue: boolean;
  /** When to look again, in milliseconds; undefined when no pod waits. */
  readonly nextMs?: number;
}

/**
 * Finds Secrets, ConfigMaps and claims that pods wait for and that are not there. Kubelets report some of them in the pod's
 * status and others only as events, so pods that do not start are compared with the cluster itself: any cluster gives
 * the same result.
 */
export class MissingReferences {
  readonly #options: MissingReferencesOptions;
  /** When each sentence was first true. */
  readonly #since = new Map<string, number>();
  /** Since when pods wait, and when to look next. */
  #wait: { readonly since: number; readonly nextAt: number; readonly pauseMs: number } | undefined;
  #last: MissingLook = { overdue: false };

  constructor(options: MissingReferencesOptions) {
    this.#options = options;
  }

  /** Called at every change: asks the cluster only about pods that have waited for a while, and less often as they wait on. */
  async look(pods: readonly Pod[]): Promise<MissingLook> {
    const { clock, graceMs } = this.#options;
    const references = uniqueReferences(pods.filter(isStuck));
    const now = clock.monotonic();
    const shortest = Math.max(1, Math.min(LOOK_MS, graceMs));
    if (references.length === 0) {
      this.#since.clear();
      this.#wait = undefined;
      this.#last = { overdue: false };
      return this.#last;
    }
    this.#wait ??= { since: now, nextAt: now + shortest, pauseMs: shortest };
    const { since, nextAt, pauseMs } = this.#wait;
    if (now < nextAt) return { ...this.#last, nextMs: nextAt - now };
    const found: string[] = [];
    for (const reference of references) found.push(...(await this.#problems(reference)));
    for (const known of this.#since.keys()) if (!found.includes(known)) this.#since.delete(known);
    // What the first look finds was missing from the beginning.
    const first = nextAt - since <= shortest ? since : now;
    for (const each of found) if (!this.#since.has(each)) this.#since.set(each, first);
    const overdue = found.filter((each) => now - (this.#since.get(each) ?? now) >= graceMs);
    const message = overdue.length > 0 ? overdue : found;
    this.#last = { ...(message.length > 0 && { message: message.join('; ') }), overdue: overdue.length > 0 };
    const untilOverdue = found
      .filter((each) => !overdue.includes(each))
      .map((each) => Math.max(1, (this.#since.get(each) ?? now) + graceMs - now));
    const isDecided = found.length === overdue.length;
    const nextMs = isDecided ? Math.min(pauseMs * 2, LONGEST_PAUSE_MS) : Math.min(shortest, ...untilOverdue);
    this.#wait = { since, nextAt: now + nextMs, pauseMs: nextMs };
    return { ...this.#last, nextMs };
  }

  async #problems(reference: PodReference): Promise<readonly string[]> {
    const isClaim = reference.kind === 'PersistentVolumeClaim';
    const problem = await (isClaim ? this.#claimProblem(reference) : this.#dataProblem(reference));
    return problem === undefined ? [] : [problem];
  }

  async #dataProblem(reference: PodReference): Promise<string | undefined> {
    const { kind, namespace, name, keys, by } = reference;
    const { client, signal } = this.#options;
    const object =
      kind === 'Secret'
        ? await ifReadable(client.resource(core.v1.secrets, namespace).find(name, { signal }))
        : await ifReadable(client.resource(core.v1.configmaps, namespace).find(name, { signal }));
    if (object === 'unknown') return undefined;
    if (object === undefined) return missing(reference);
    const binary = 'binaryData' in object ? object.binaryData : undefined;
    const present = new Set([...Object.keys(object.data ?? {}), ...Object.keys(binary ?? {})]);
    const lost = keys.find((key) => !present.has(key));
    if (lost === undefined) return undefined;
    return `${kind} ${namespace}/${name} has no key "${lost}" (needed by ${by}); add the key, or correct its name`;
  }

  async #claimProblem(reference: PodReference): Promise<string | undefined> {
    const { client, signal } = this.#options;
    const { namespace, name, by } = reference;
    const claim = await ifReadable(client.resource(core.v1.persistentvolumeclaims, namespace).find(name, { signal }));
    if (claim === 'unknown') return undefined;
    if (claim === undefined) return missing(reference);
    if ((claim.status?.phase ?? 'Pending') !== 'Pending') return undefined;
    const why = await this.#neverBound(claim);
    if (why === undefined) return undefined;
    return `PersistentVolumeClaim ${namespace}/${name} cannot be bound: ${why} (needed by ${by})`;
  }

  /** A claim that waits for its first pod, or for a volume to be made, is fine; one that nothing will ever serve is not. */
  async #neverBound({ spec }: PersistentVolumeClaim): Promise<string | undefined> {
    const { client, signal } = this.#options;
    const wanted = spec?.storageClassName;
    // '' asks for volumes that are made by hand; they may appear at any time.
    if (wanted === '') return undefined;
    const classes = await ifReadable(client.resource(storage.v1.storageclasses).list({ signal }));
    const volumes = await ifReadable(client.resource(core.v1.persistentvolumes).list({ signal }));
    if (classes === 'unknown' || volumes === 'unknown') return undefined;
    const isFree = volumes.items.some(
      ({ spec: volume, status }) => (volume?.storageClassName ?? '') === (wanted ?? '') && status?.phase !== 'Bound',
    );
    if (isFree) return undefined;
    const names = classes.items.map(({ metadata }) => metadata.name).join(', ') || 'none';
    if (wanted !== undefined) {
      if (classes.items.some(({ metadata }) => metadata.name === wanted)) return undefined;
      return `there is no storage class "${wanted}" (the cluster has: ${names}); name one of them, or create it`;
    }
    if (classes.items.some(({ metadata }) => metadata.annotations?.[DEFAULT_CLASS] === 'true')) return undefined;
    return `it names no storage class and the cluster has no default one (it has: ${names}); name one`;
  }
}

function missing({ kind, namespace, name, by }: PodReference): string {
  return `${kind} ${namespace}/${name} does not exist (needed by ${by}); create it, or correct its name`;
}

/** What the platform may not read says nothing. */
async function ifReadable<T>(reading: Promise<T>): Promise<T | 'unknown'> {
  try {
    return await reading;
  } catch (error) {
    if (isStatusError(error, 'Forbidden') || isStatusError(error, 'NotFound')) return 'unknown';
    throw error;
  }
}

/** A pod none of whose containers has begun, or of which one waits for its configuration. */
function isStuck({ metadata, status }: Pod): boolean {
  if (metadata.deletionTimestamp !== undefined || (status?.phase ?? 'Pending') !== 'Pending') return false;
  const statuses = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  return !statuses.some(({ state }) => state?.waiting?.reason?.includes('Image') === true);
}

function uniqueReferences(pods: readonly Pod[]): readonly PodReference[] {
  const all = pods.flatMap(podReferences);
  return [...new Map(all.map((each) => [`${each.kind}/${each.name}/${each.keys.join()}`, each])).values()];
}

/** What a pod cannot start without. Pure; what is optional is left out. */
export function podReferences({ metadata, spec }: Pod): readonly PodReference[] {
  const namespace = metadata.namespace ?? '';
  const containers = [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])];
  const uses = [...containers.flatMap(containerUses), ...(spec?.volumes ?? []).flatMap(volumeUses)];
  return uses.flatMap(({ kind, name, optional, keys = [], by }) =>
    name === undefined || name === '' || optional === true ? [] : [{ kind, namespace, name, keys, by }],
  );
}

interface Use extends Pick<PodReference, 'kind' | 'by'> {
  readonly name: string | undefined;
  readonly optional?: boolean | undefined;
  readonly keys?: readonly string[];
}

function containerUses({ name: container, env = [], envFrom = [] }: Container): readonly Use[] {
  const from = envFrom.flatMap(({ secretRef, configMapRef }): readonly Use[] => {
    const by = `envFrom of container ${container}`;
    return [
      ...(secretRef ? [{ kind: 'Secret' as const, by, name: secretRef.name, optional: secretRef.optional }] : []),
      ...(configMapRef
        ? [{ kind: 'ConfigMap' as const, by, name: configMapRef.name, optional: configMapRef.optional }]
        : []),
    ];
  });
  const variables = env.flatMap(({ name, valueFrom }): readonly Use[] => {
    const by = `variable ${name} of container ${container}`;
    const { secretKeyRef: secret, configMapKeyRef: config } = valueFrom ?? {};
    return [
      ...(secret
        ? [{ kind: 'Secret' as const, by, name: secret.name, optional: secret.optional, keys: [secret.key] }]
        : []),
      ...(config
        ? [{ kind: 'ConfigMap' as const, by, name: config.name, optional: config.optional, keys: [config.key] }]
        : []),
    ];
  });
  return [...from, ...variables];
}

function volumeUses(volume: Volume): readonly Use[] {
  if (volume.name.startsWith(OWN_ACCESS)) return [];
  const by = `volume ${volume.name}`;
  const { secret, configMap, persistentVolumeClaim: claim, projected } = volume;
  const keysOf = (items: readonly { readonly key: string }[] = []): readonly string[] => items.map(({ key }) => key);
  const use = (
    kind: Use['kind'],
    source: Omit<Use, 'kind' | 'by'> & { readonly items?: readonly { key: string }[] },
  ) => ({
    kind,
    by,
    name: source.name,
    optional: source.optional,
    keys: keysOf(source.items),
  });
  return [
    ...(secret ? [use('Secret', { ...secret, name: secret.secretName })] : []),
    ...(configMap ? [use('ConfigMap', { ...configMap, name: configMap.name })] : []),
    ...(claim ? [use('PersistentVolumeClaim', { name: claim.claimName })] : []),
    ...(projected?.sources ?? []).flatMap((source) => [
      ...(source.secret ? [use('Secret', { ...source.secret, name: source.secret.name })] : []),
      ...(source.configMap ? [use('ConfigMap', { ...source.configMap, name: source.configMap.name })] : []),
    ]),
  ];
}
