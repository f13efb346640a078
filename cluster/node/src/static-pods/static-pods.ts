import { type Clock, type Logger, RetryableError, toError, WakeSignal } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { RecordedEvent } from '@kubemin/controller';
import { objectKey } from '@kubemin/kube';
import { isRetryable, isStatusError, timestamp } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isMirrorPod, MIRROR } from '../pod-admission/index.ts';
import type { PodChange, PodSource } from '../pods/index.ts';
import { findApiReference } from './api-references.ts';
import { type DirectoryContent, followManifests } from './manifest-directory.ts';
import { CONFIG_SOURCE, type ManifestFile, mirrorPod, parseManifest } from './parse-manifest.ts';

/** What static pods need of the API server. */
export interface MirrorPods {
  /** The pod as the API server would store it; rejects with a StatusError when it would not. Nothing is stored. */
  check(pod: Pod): Promise<Pod>;
  create(pod: Pod): Promise<unknown>;
  /** Deletes this very pod at once. */
  delete(pod: Pod): Promise<void>;
}

export interface StaticPodsOptions {
  readonly node: string;
  /** Undefined until the node is registered. */
  readonly nodeUid: () => string | undefined;
  /** Where the manifests are; undefined for none. */
  readonly directory: string | undefined;
  /** The pods of the API server that are bound to the node. */
  readonly bound: PodSource;
  readonly mirrors: MirrorPods;
  readonly clock: Clock;
  readonly logger: Logger;
  /** About the node. */
  readonly recordEvent: (event: RecordedEvent) => void;
}

/** A node that starts is registered soon. */
const FIRST_RETRY_MS = 200;
const RETRY_MS = 5_000;
const DEFAULT_GRACE_SECONDS = 30;

/**
 * All pods of a node: those that are bound to it, and static ones from a directory of manifests. Each static pod is shown
 * in the API server by a mirror pod, which is made again when it is deleted and carries the status; it is not run itself.
 * A file that changes ends its pod and then begins the new one; a file that is removed ends it. A static pod that is to
 * end is seen as deleted by its worker, which confirms the end as for any pod: see confirmEnded.
 */
export class StaticPods implements PodSource {
  readonly #options: StaticPodsOptions;
  readonly #handlers = new Set<(change: PodChange) => void>();
  /** By key: what the manifests ask for, and what is seen by workers; an ended pod is replaced when nothing of it is left. */
  #wanted: ReadonlyMap<string, Pod> = new Map();
  readonly #current = new Map<string, Pod>();
  /** Problems of files that were reported, by file. */
  #problems: ReadonlyMap<string, string> = new Map();
  /** By file, what was last read of it. */
  #loaded: ReadonlyMap<string, Pod> = new Map();
  readonly #firstLoad = Promise.withResolvers<void>();
  #isLoaded = false;
  /** Keys of pods whose mirror has to be looked at. */
  readonly #unsynced = new Set<string>();
  readonly #work = new WakeSignal();

  constructor(options: StaticPodsOptions) {
    this.#options = options;
  }

  get synced(): Promise<void> {
    return this.#firstLoad.promise;
  }

  get(key: string): Pod | undefined {
    const own = this.#current.get(key);
    if (own !== undefined) return own;
    const bound = this.#options.bound.get(key);
    return bound === undefined || isMirrorPod(bound) ? undefined : asBoundPod(bound);
  }

  list(): readonly Pod[] {
    const bound = this.#options.bound.list().filter((pod) => !isMirrorPod(pod));
    return [...bound.map(asBoundPod), ...this.#current.values()];
  }

  onChange(handler: (change: PodChange) => void): () => void {
    for (const object of this.list()) handler({ type: 'added', object });
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  /** The pod that has the status of a static pod; undefined while there is none. */
  findMirror(pod: Pod): Pod | undefined {
    const found = this.#options.bound.get(objectKey(pod));
    if (found === undefined || found.metadata.deletionTimestamp !== undefined) return undefined;
    return found.metadata.annotations?.[MIRROR] === pod.metadata.uid ? found : undefined;
  }

  /** Whether a pod comes from a manifest of this node; annotations alone prove nothing. */
  has(pod: Pod): boolean {
    return this.#current.get(objectKey(pod))?.metadata.uid === pod.metadata.uid;
  }

  /** Nothing of a static pod is left: what its file holds now may begin. */
  confirmEnded(pod: Pod): void {
    const key = objectKey(pod);
    if (!this.has(pod)) return;
    this.#current.delete(key);
    this.#emit({ type: 'deleted', object: pod });
    this.#update();
    this.#sync(key);
  }

  /** Follows the manifests and the mirror pods until the signal aborts; pods go on then. */
  async run(signal: AbortSignal): Promise<void> {
    const { bound, directory, clock } = this.#options;
    const stop = bound.onChange((change) => this.#followBound(change));
    const onContent = (content: DirectoryContent): Promise<void> => this.#load(content, signal);
    try {
      const following =
        directory === undefined
          ? this.#load({ files: [], unreadable: [] }, signal)
          : followManifests(directory, { clock, onContent }, signal);
      await Promise.all([following, this.#syncMirrors(signal)]);
    } finally {
      stop();
    }
  }

  #followBound({ type, object }: PodChange): void {
    if (!isMirrorPod(object)) {
      this.#emit({ type, object: asBoundPod(object) });
      return;
    }
    const key = objectKey(object);
    const own = this.#current.get(key);
    if (own !== undefined && type !== 'deleted' && object.metadata.annotations?.[MIRROR] === own.metadata.uid) {
      this.#replace(key, withStatus(own, object));
    }
    this.#sync(key);
  }

  async #load({ files, unreadable }: DirectoryContent, signal: AbortSignal): Promise<void> {
    const problems = new Map(unreadable.map(({ name, message }) => [name, `static pod ${name}: ${message}`]));
    const loaded = new Map<string, Pod>();
    for (const { name } of unreadable) {
      const before = this.#loaded.get(name);
      if (before !== undefined) loaded.set(name, before);
    }
    for (const file of files) {
      const pod = await this.#loadFile(file, signal);
      if (signal.aborted) return;
      if (typeof pod === 'string') problems.set(file.name, pod);
      else loaded.set(file.name, pod);
    }
    const wanted = new Map<string, Pod>();
    for (const [file, pod] of loaded) {
      if (wanted.has(objectKey(pod))) problems.set(file, `static pod ${file}: another file has a pod of this name`);
      else wanted.set(objectKey(pod), pod);
    }
    this.#report(problems);
    this.#loaded = loaded;
    this.#wanted = wanted;
    this.#isLoaded = true;
    this.#update();
    this.#firstLoad.resolve();
    for (const pod of this.#options.bound.list()) if (isMirrorPod(pod)) this.#sync(objectKey(pod));
  }

  /** The pod of a file with all defaults, or why there is none. Waits while the API server is not reached. */
  async #loadFile(file: ManifestFile, signal: AbortSignal): Promise<Pod | string> {
    const { node, clock, logger, mirrors } = this.#options;
    const parsed = await parseManifest(file, node);
    if (parsed.kind === 'problem') return parsed.message;
    const { pod } = parsed;
    const known = this.#loaded.get(file.name);
    if (known !== undefined && known.metadata.uid === pod.metadata.uid) return known;
    for (let delayMs = FIRST_RETRY_MS; !signal.aborted; delayMs = Math.min(delayMs * 2, RETRY_MS)) {
      try {
        // Under a name of its own: that of the pod may be taken, by its mirror.
        const name = `${pod.metadata.name}-${(pod.metadata.uid ?? '').slice(0, 8)}`;
        const { spec, status } = await mirrors.check(this.#mirror({ ...pod, metadata: { ...pod.metadata, name } }));
        const checked = { ...pod, ...(spec !== undefined && { spec }), ...(status !== undefined && { status }) };
        const reference = findApiReference(checked);
        if (reference === undefined) return checked;
        return `static pod ${file.name}: static pods may not reference ${reference}`;
      } catch (error) {
        if (isStatusError(error) && !isRetryable(error)) return `static pod ${file.name}: ${error.message}`;
        // A node that starts is registered in a moment.
        const isExpected = delayMs === FIRST_RETRY_MS;
        if (!isExpected) logger.warn('cannot check a static pod; retrying', { file: file.name, error: toError(error) });
        await clock.sleep(delayMs, signal);
      }
    }
    return '';
  }

  #report(problems: ReadonlyMap<string, string>): void {
    const { recordEvent, logger } = this.#options;
    for (const [file, message] of problems) {
      if (this.#problems.get(file) === message) continue;
      logger.warn('a static pod is not run', { file, problem: message });
      recordEvent({ type: 'Warning', reason: 'InvalidStaticPod', message });
    }
    this.#problems = problems;
  }

  /** Ends what is not wanted any more, and begins what is wanted and can begin. */
  #update(): void {
    for (const [key, pod] of this.#current) {
      if (this.#wanted.get(key)?.metadata.uid !== pod.metadata.uid) this.#end(key, pod);
    }
    for (const [key, pod] of this.#wanted) {
      if (this.#current.has(key)) continue;
      const mirror = this.findMirror(pod);
      const begun = mirror === undefined ? pod : withStatus(pod, mirror);
      this.#current.set(key, begun);
      this.#emit({ type: 'added', object: begun });
      this.#sync(key);
    }
  }

  #end(key: string, pod: Pod): void {
    const { metadata, spec } = pod;
    if (metadata.deletionTimestamp !== undefined) return;
    const deletionGracePeriodSeconds = spec?.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS;
    const deletionTimestamp = timestamp(this.#options.clock.now());
    this.#replace(key, { ...pod, metadata: { ...metadata, deletionTimestamp, deletionGracePeriodSeconds } });
  }

  #replace(key: string, pod: Pod): void {
    this.#current.set(key, pod);
    this.#emit({ type: 'updated', object: pod });
  }

  #emit(change: PodChange): void {
    for (const handler of this.#handlers) handler(change);
  }

  #sync(key: string): void {
    this.#unsynced.add(key);
    this.#work.notify();
  }

  async #syncMirrors(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    while (!signal.aborted) {
      for (const key of [...this.#unsynced]) {
        this.#unsynced.delete(key);
        await this.#syncMirror(key).catch((error: unknown) => {
          logger.warn('cannot update the mirror of a static pod; retrying', { pod: key, error: toError(error) });
          clock.after(RETRY_MS, () => this.#sync(key));
        });
      }
      if (this.#unsynced.size === 0) await this.#work.wait(signal);
    }
  }

  async #syncMirror(key: string): Promise<void> {
    // Until the manifests were read it is not known which pods are static.
    if (!this.#isLoaded) return;
    const { bound, mirrors } = this.#options;
    const own = this.#current.get(key);
    const found = bound.get(key);
    if (found === undefined) {
      if (own === undefined || own.metadata.deletionTimestamp !== undefined) return;
      await mirrors.create(this.#mirror(own)).catch((error: unknown) => {
        // The mirror is about to be seen, or another pod has the name.
        if (!isStatusError(error, 'AlreadyExists')) throw error;
      });
      return;
    }
    if (!isMirrorPod(found)) return;
    const isCurrent = own !== undefined && found.metadata.annotations?.[MIRROR] === own.metadata.uid;
    if (!isCurrent || found.metadata.deletionTimestamp !== undefined) await mirrors.delete(found);
  }

  #mirror(pod: Pod): Pod {
    const { node, nodeUid } = this.#options;
    const uid = nodeUid();
    if (uid === undefined) throw new RetryableError(verbatim('the node is not registered yet'), { code: 'NO_NODE' });
    return mirrorPod(pod, { name: node, uid });
  }
}

/** The status that a mirror has, but for the phase: whether a static pod has ended is known by its containers alone. */
function withStatus(pod: Pod, { status }: Pod): Pod {
  return { ...pod, status: { ...status, phase: 'Pending' } };
}

/** Where a pod of the API server comes from is not for its author to choose. */
function asBoundPod(pod: Pod): Pod {
  const { annotations } = pod.metadata;
  if (annotations?.[CONFIG_SOURCE] === undefined) return pod;
  return { ...pod, metadata: { ...pod.metadata, annotations: { ...annotations, [CONFIG_SOURCE]: 'api' } } };
}
