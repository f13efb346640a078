import { type Clock, type Random, silentLogger, toError } from '@kubemin/base';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { ContainerStatus, Pod } from '@kubemin/kubeapi/types/core.v1';
import { type KubeClient, objectKey, type Selectors } from '../client/index.ts';
import { createInformer, type Informer } from '../informer/index.ts';
import { type ContainerName, type LogLine, type LogPart, readContainerLog } from './container-log.ts';
import { type LogMark, LogPosition } from './log-position.ts';

/** A log that is followed. */
export interface FollowedLog extends ContainerName {
  /** The pod as it was when the log was opened. */
  readonly object: Pod;
}

/** What is followed, and what is done with it. */
export interface LogFollowing extends Selectors {
  readonly client: KubeClient;
  readonly namespace: string;
  /** Ends when a pod is gone, and what it wrote has been read: for one pod. @default goes on with later pods */
  readonly endsWithPod?: boolean;
  /** Which part of the logs that are there at the start; logs of later pods are read whole. */
  readonly part: Pick<LogPart, 'tailLines' | 'sinceSeconds' | 'sinceTime' | 'previous'>;
  /** How many logs at most are followed at once. @default 50 */
  readonly maxLogs?: number;
  /** Which containers of a pod. */
  containers(pod: Pod): readonly string[];
  /** How far logs were read before; those that were not are read whole. @default nothing was */
  readonly marks?: { find(pod: Pod, container: string): LogMark | undefined };
  /** Each line once, those of one log in order. The log is not read on before the promise resolves. */
  onLine(log: FollowedLog, line: LogLine, mark: LogMark | undefined): void | Promise<void>;
  /** The log is opened at the mark, or read whole, before its first line. */
  onStart?(log: FollowedLog, mark: LogMark | undefined): void;
  /** The pod is gone. */
  onEnd?(log: FollowedLog): void;
  /** The log is not read: `limit`: too many are; otherwise why the cluster refuses. Reported once. */
  onLeftOut?(log: FollowedLog, reason: 'limit' | Error): void;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
}

const MAX_LOGS = 50;
const RETRY_MS = 1_000;
/** A container that has ended is looked at again when its pod changes; this is for changes that are missed. */
const ENDED_MS = 30_000;
/** How long the rest of a log may take after its pod is gone. */
const REST_MS = 5_000;

/**
 * Follows the logs of pods and of those that come later, through broken connections and restarts of containers, until
 * the signal aborts. Of a container that restarts more than once while it is not read, only the last two lives are
 * there: Kubernetes keeps no more.
 */
export async function followPodLogs(following: LogFollowing): Promise<void> {
  await new LogFollower(following).run();
}

class LogFollower {
  readonly #following: LogFollowing;
  readonly #informer: Informer<Pod>;
  readonly #over = new AbortController();
  readonly #signal: AbortSignal;
  readonly #open = new Map<string, Promise<void>>();
  readonly #leftOut = new Set<string>();
  readonly #changes = new Map<string, Set<() => void>>();
  /** Whether the pods are those that were there at the start. */
  #starting = true;

  constructor(following: LogFollowing) {
    const { client, namespace, clock, random, labelSelector, fieldSelector } = following;
    this.#following = following;
    this.#signal = AbortSignal.any([following.signal, this.#over.signal]);
    this.#informer = createInformer({
      client: client.resource(core.v1.pods, namespace),
      ...{ clock, random, labelSelector, fieldSelector },
      logger: silentLogger,
    });
  }

  async run(): Promise<void> {
    const { endsWithPod = false } = this.#following;
    this.#informer.onChange(({ type, object }) => {
      for (const wake of this.#changes.get(objectKey(object)) ?? []) wake();
      if (type !== 'deleted') this.#openLogs(object);
      else if (endsWithPod) void this.#finish();
    });
    this.#informer.start(this.#signal);
    await this.#informer.synced.catch((error: unknown) => {
      if (!this.#signal.aborted) throw error;
    });
    this.#starting = false;
    await aborted(this.#signal);
    await Promise.allSettled(this.#open.values());
  }

  async #finish(): Promise<void> {
    await Promise.race([
      Promise.allSettled(this.#open.values()),
      this.#following.clock.sleep(REST_MS, this.#following.signal),
    ]);
    this.#over.abort();
  }

  #openLogs(pod: Pod): void {
    const { namespace, containers, maxLogs = MAX_LOGS, onLeftOut } = this.#following;
    for (const container of containers(pod)) {
      const key = logKey(pod, container);
      if (this.#open.has(key) || !hasStarted(findStatus(pod, container))) continue;
      const log = { namespace, pod: pod.metadata.name ?? '', container, object: pod };
      if (this.#open.size >= maxLogs) {
        if (!this.#leftOut.has(key)) onLeftOut?.(log, 'limit');
        this.#leftOut.add(key);
        continue;
      }
      this.#leftOut.delete(key);
      const running = this.#follow(log, this.#starting).finally(() => {
        this.#open.delete(key);
        // Another log may take its place.
        if (this.#leftOut.size > 0 && !this.#signal.aborted)
          for (const other of this.#informer.list()) this.#openLogs(other);
      });
      this.#open.set(key, running);
    }
  }

  async #follow(log: FollowedLog, atStart: boolean): Promise<void> {
    const { part, marks, onStart, onEnd, onLeftOut, onLine } = this.#following;
    const mark = marks?.find(log.object, log.container);
    const isFirst = atStart && marks === undefined;
    const { tailLines } = part;
    const position = new LogPosition({ mark, fromEnd: isFirst && tailLines !== undefined });
    const accept = async (line: LogLine): Promise<void> => {
      if (position.isNew(line)) await onLine(log, line, position.mark);
    };
    const start: LogPart = isFirst ? { ...part, previous: false, tailLines: tailLines || undefined } : {};
    let skips = isFirst && tailLines === 0;
    let previous = isFirst ? part.previous === true : true;
    let restarts = findStatus(log.object, log.container)?.restartCount ?? 0;
    let isStarted = false;
    while (!this.#signal.aborted && this.#current(log) !== undefined) {
      try {
        if (skips) await this.#skipExisting(log, position);
        skips = false;
        if (!isStarted) onStart?.(log, position.mark);
        isStarted = true;
        if (previous && restarts > 0) await this.#readPrevious(log, position, accept);
        previous = false;
        const { mark: last } = position;
        position.reopened();
        const from: LogPart = last === undefined ? start : { sinceTime: last.time };
        const lines = readContainerLog(this.#following.client, log, { ...from, follow: true }, this.#signal);
        for await (const line of lines) await accept(line);
      } catch (error) {
        if (this.#signal.aborted) return;
        if (isStatusError(error, 'Forbidden')) {
          onLeftOut?.(log, toError(error));
          return await this.#untilGone(log);
        }
      }
      await this.#untilReadable(log);
      const now = findStatus(this.#current(log), log.container)?.restartCount ?? restarts;
      previous ||= now > restarts;
      restarts = now;
    }
    if (!this.#signal.aborted) onEnd?.(log);
  }

  /** The last line that is there at the start: what is new comes after it. */
  async #skipExisting(log: FollowedLog, position: LogPosition): Promise<void> {
    const lines = readContainerLog(this.#following.client, log, { tailLines: 1 }, this.#signal);
    for await (const line of lines) position.skipTo(line);
  }

  /** The rest of what a container wrote before it restarted. */
  async #readPrevious(
    log: FollowedLog,
    position: LogPosition,
    accept: (line: LogLine) => Promise<void>,
  ): Promise<void> {
    const { mark } = position;
    position.reopened();
    const part = { previous: true, ...(mark !== undefined && { sinceTime: mark.time }) };
    try {
      for await (const line of readContainerLog(this.#following.client, log, part, this.#signal)) await accept(line);
    } catch (error) {
      // The node may have removed it.
      if (!isStatusError(error, 'BadRequest') && !isStatusError(error, 'NotFound')) throw error;
    }
  }

  #current({ object }: FollowedLog): Pod | undefined {
    const pod = this.#informer.get(objectKey(object));
    return pod?.metadata.uid === object.metadata.uid ? pod : undefined;
  }

  async #untilReadable(log: FollowedLog): Promise<void> {
    const state = findStatus(this.#current(log), log.container)?.state;
    if (this.#current(log) === undefined) return;
    if (state?.running !== undefined) return this.#following.clock.sleep(RETRY_MS, this.#signal);
    await this.#nextChange(log, ENDED_MS);
  }

  async #untilGone(log: FollowedLog): Promise<void> {
    while (!this.#signal.aborted && this.#current(log) !== undefined) await this.#nextChange(log, ENDED_MS);
  }

  /** Resolves when the pod changes, or after the time. */
  async #nextChange({ object }: FollowedLog, ms: number): Promise<void> {
    const key = objectKey(object);
    const waiting = this.#changes.get(key) ?? new Set();
    this.#changes.set(key, waiting);
    const changed = new AbortController();
    const wake = (): void => changed.abort();
    waiting.add(wake);
    await this.#following.clock.sleep(ms, AbortSignal.any([changed.signal, this.#signal]));
    waiting.delete(wake);
    if (waiting.size === 0) this.#changes.delete(key);
  }
}

function logKey({ metadata }: Pod, container: string): string {
  return `${metadata.uid}/${container}`;
}

function findStatus(pod: Pod | undefined, container: string): ContainerStatus | undefined {
  const { containerStatuses = [], initContainerStatuses = [], ephemeralContainerStatuses = [] } = pod?.status ?? {};
  const all = [...containerStatuses, ...initContainerStatuses, ...ephemeralContainerStatuses];
  return all.find(({ name }) => name === container);
}

/** Whether a container has ever run, so that there is a log. */
function hasStarted(status: ContainerStatus | undefined): boolean {
  return [status?.state, status?.lastState].some(
    (state) => state?.running !== undefined || state?.terminated !== undefined,
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
