import type { Clock } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { KubeClient } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core, storage } from '@kubemin/kubeapi/resources';
import type { Container, PersistentVolumeClaim, Pod, Volume } from '@kubemin/kubeapi/types/core.v1';
import { readinessMessages } from '../../messages/index.ts';

/** Something in the cluster that a pod cannot start without. */
export interface PodReference {
  readonly kind: 'Secret' | 'ConfigMap' | 'PersistentVolumeClaim';
  readonly namespace: string;
  readonly name: string;
  /** Keys that must be in it. */
  readonly keys: readonly string[];
  /** What in the pod refers to it. */
  readonly by: Message;
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
  /** What is missing; undefined when nothing is. */
  readonly message?: Message;
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
  /** When each problem was first found, by its English text. */
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
    const found: Message[] = [];
    for (const reference of references) found.push(...(await this.#problems(reference)));
    const texts = new Set(found.map(({ message }) => message));
    for (const known of this.#since.keys()) if (!texts.has(known)) this.#since.delete(known);
    // What the first look finds was missing from the beginning.
    const first = nextAt - since <= shortest ? since : now;
    for (const text of texts) if (!this.#since.has(text)) this.#since.set(text, first);
    const foundAt = ({ message }: Message): number => this.#since.get(message) ?? now;
    const overdue = found.filter((each) => now - foundAt(each) >= graceMs);
    const message = joinMessages(overdue.length > 0 ? overdue : found);
    this.#last = { ...(message !== undefined && { message }), overdue: overdue.length > 0 };
    const untilOverdue = found
      .filter((each) => !overdue.includes(each))
      .map((each) => Math.max(1, foundAt(each) + graceMs - now));
    const isDecided = found.length === overdue.length;
    const nextMs = isDecided ? Math.min(pauseMs * 2, LONGEST_PAUSE_MS) : Math.min(shortest, ...untilOverdue);
    this.#wait = { since, nextAt: now + nextMs, pauseMs: nextMs };
    return { ...this.#last, nextMs };
  }

  async #problems(reference: PodReference): Promise<readonly Message[]> {
    const isClaim = reference.kind === 'PersistentVolumeClaim';
    const problem = await (isClaim ? this.#claimProblem(reference) : this.#dataProblem(reference));
    return problem === undefined ? [] : [problem];
  }

  async #dataProblem(reference: PodReference): Promise<Message | undefined> {
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
    const key = keys.find((each) => !present.has(each));
    return key === undefined ? undefined : readinessMessages.keyMissing({ kind, namespace, name, key, user: by });
  }

  async #claimProblem(reference: PodReference): Promise<Message | undefined> {
    const { client, signal } = this.#options;
    const { namespace, name, by } = reference;
    const claim = await ifReadable(client.resource(core.v1.persistentvolumeclaims, namespace).find(name, { signal }));
    if (claim === 'unknown') return undefined;
    if (claim === undefined) return missing(reference);
    if ((claim.status?.phase ?? 'Pending') !== 'Pending') return undefined;
    const reason = await this.#neverBound(claim);
    return reason && readinessMessages.claimNotBound({ namespace, name, reason, user: by });
  }

  /** A claim that waits for its first pod, or for a volume to be made, is fine; one that nothing will ever serve is not. */
  async #neverBound({ spec }: PersistentVolumeClaim): Promise<Message | undefined> {
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
    const names = classes.items.flatMap(({ metadata }) => metadata.name ?? []);
    const list = names.length === 0 ? [readinessMessages.none] : names;
    if (wanted !== undefined) {
      if (classes.items.some(({ metadata }) => metadata.name === wanted)) return undefined;
      return readinessMessages.storageClassMissing({ name: wanted, classes: list });
    }
    if (classes.items.some(({ metadata }) => metadata.annotations?.[DEFAULT_CLASS] === 'true')) return undefined;
    return readinessMessages.noDefaultStorageClass({ classes: list });
  }
}

function missing({ kind, namespace, name, by }: PodReference): Message {
  return readinessMessages.missing({ kind, namespace, name, user: by });
}

function joinMessages(messages: readonly Message[]): Message | undefined {
  const [first, ...others] = messages;
  return first && others.reduce((joined, rest) => readinessMessages.allMissing({ first: joined, rest }), first);
}

/** `unknown` for what the platform may not read. */
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
    const by = readinessMessages.userEnvFrom({ container });
    return [
      ...(secretRef ? [{ kind: 'Secret' as const, by, name: secretRef.name, optional: secretRef.optional }] : []),
      ...(configMapRef
        ? [{ kind: 'ConfigMap' as const, by, name: configMapRef.name, optional: configMapRef.optional }]
        : []),
    ];
  });
  const variables = env.flatMap(({ name, valueFrom }): readonly Use[] => {
    const by = readinessMessages.userVariable({ variable: name, container });
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
  const by = readinessMessages.userVolume({ volume: volume.name });
  const { secret, configMap, persistentVolumeClaim: claim, projected } = volume;
  const itemKeys = (items: readonly { readonly key: string }[] = []): readonly string[] => items.map(({ key }) => key);
  const use = (
    kind: Use['kind'],
    source: Omit<Use, 'kind' | 'by'> & { readonly items?: readonly { key: string }[] },
  ) => ({
    kind,
    by,
    name: source.name,
    optional: source.optional,
    keys: itemKeys(source.items),
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
