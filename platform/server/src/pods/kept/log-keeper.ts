import { type Clock, type Logger, orderedId, type Random, toError } from '@kubemin/base';
import type { ClusterConnection, ClusterSource } from '@kubemin/engine';
import { createInformer, type KubeClient, readContainerLog } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { LABEL, objectAppId } from '@kubemin/render';
import type { SqlDatabase } from '@kubemin/sql';
import { ApplicationRows, type ServerTables } from '../../api/index.ts';
import { podComponent, podName } from '../application-pods.ts';
import { printableText } from '../logs/log-reader.ts';
import { containerNames, defaultContainer, findStatus } from '../pod-view.ts';
import type { KeptLine, KeptLogRows } from './kept-log-rows.ts';

export interface LogKeeperOptions {
  readonly database: SqlDatabase<ServerTables>;
  readonly rows: KeptLogRows;
  /** Of the default cluster. */
  readonly client: KubeClient;
  readonly clusters: Pick<ClusterSource, 'connect'>;
  /** Whether it is up to this instance. */
  readonly leads: () => boolean;
  /** The newest part of each log that is kept, in characters. */
  readonly logCharacters: number;
  /** Of all logs of one application as stored, in bytes. */
  readonly applicationBytes: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** How often it is checked whether this instance leads. */
const LEADERSHIP_MS = 1_000;
/** So many logs are read at once in a cluster; further ones wait, and may be gone then. */
const PARALLEL = 50;
const LINES = 10_000;
const NEVER_MS = 24 * 3_600_000;

/**
 * Stores the logs of pods before these are gone: of a pod that is being deleted until its containers have stopped, and of
 * one that has ended. Nothing is read while pods run. Only the leading instance does so; one that takes over meanwhile
 * reads again what is still there, and the table holds each log once.
 */
export class LogKeeper {
  readonly #options: LogKeeperOptions;
  readonly #others = new Map<ClusterConnection, Promise<void>>();
  #signal: AbortSignal | undefined;

  constructor(options: LogKeeperOptions) {
    this.#options = options;
  }

  /** Begins to watch those of the registered clusters that applications are delivered to. */
  async follow(registered: readonly string[]): Promise<void> {
    const used = await new ApplicationRows(this.#options.database.query).countByCluster();
    for (const cluster of registered) if (used.has(cluster)) await this.#follow(cluster);
  }

  /** Works until the signal aborts; resolves then. */
  async run(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    await this.#watch(DEFAULT_CLUSTER, this.#options.client, signal);
    await Promise.all(this.#others.values());
  }

  async #follow(cluster: string): Promise<void> {
    const connection = await this.#options.clusters.connect(cluster);
    if (this.#signal === undefined || this.#signal.aborted || this.#others.has(connection)) return;
    const signal = AbortSignal.any([this.#signal, connection.closed]);
    const done = this.#watch(cluster, connection.client, signal).then(() => {
      this.#others.delete(connection);
    });
    this.#others.set(connection, done);
  }

  async #watch(cluster: string, client: KubeClient, signal: AbortSignal): Promise<void> {
    const { leads, clock } = this.#options;
    while (!signal.aborted) {
      if (leads()) {
        const over = new AbortController();
        const watch = new PodWatch(this.#options, cluster, client);
        const working = watch.run(AbortSignal.any([signal, over.signal]));
        while (leads() && !signal.aborted) await clock.sleep(LEADERSHIP_MS, signal);
        over.abort();
        await working;
      }
      await clock.sleep(LEADERSHIP_MS, signal);
    }
  }
}

interface EndingLog {
  readonly pod: Pod;
  readonly container: string;
  readonly restarts: number;
  /** Whether its container still writes. */
  readonly isRunning: boolean;
}

/** The pods of one cluster, while this instance leads. */
class PodWatch {
  readonly #options: LogKeeperOptions;
  readonly #cluster: string;
  readonly #client: KubeClient;
  /** Logs that were read, or are, by pod. */
  readonly #read = new Map<string, Set<string>>();
  readonly #waiting: EndingLog[] = [];
  readonly #working = new Set<Promise<void>>();

  constructor(options: LogKeeperOptions, cluster: string, client: KubeClient) {
    this.#options = options;
    this.#cluster = cluster;
    this.#client = client;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, random, logger } = this.#options;
    const informer = createInformer({
      client: this.#client.resource(core.v1.pods),
      labelSelector: LABEL.appId,
      ...{ clock, random, logger },
    });
    informer.onChange(({ type, object }) => {
      if (type === 'deleted') this.#read.delete(object.metadata.uid ?? '');
      else for (const log of endingLogs(object)) this.#add(log, signal);
    });
    informer.start(signal);
    while (!signal.aborted) await clock.sleep(NEVER_MS, signal);
    await Promise.all(this.#working);
  }

  #add(log: EndingLog, signal: AbortSignal): void {
    const { uid = '' } = log.pod.metadata;
    const read = this.#read.get(uid) ?? new Set();
    this.#read.set(uid, read);
    const key = logKey(log);
    if (read.has(key)) return;
    read.add(key);
    this.#waiting.push(log);
    this.#start(signal);
  }

  #start(signal: AbortSignal): void {
    while (this.#working.size < PARALLEL && !signal.aborted) {
      const log = this.#waiting.shift();
      if (log === undefined) return;
      const work = this.#keep(log, signal)
        .catch((thrown: unknown) => {
          // The next change of the pod is another chance.
          this.#read.get(log.pod.metadata.uid ?? '')?.delete(logKey(log));
          // Of a container that has never started there is no log, whatever its state is when its pod is deleted.
          if (signal.aborted || isStatusError(thrown, 'BadRequest') || isStatusError(thrown, 'NotFound')) return;
          const { pod, container } = log;
          this.#options.logger.warn('A log of a pod that ends could not be kept.', {
            ...{ cluster: this.#cluster, pod: podName(pod), container, error: toError(thrown) },
          });
        })
        .finally(() => {
          this.#working.delete(work);
          this.#start(signal);
        });
      this.#working.add(work);
    }
  }

  async #keep(log: EndingLog, signal: AbortSignal): Promise<void> {
    const { rows, clock, random, applicationBytes } = this.#options;
    const { pod, container, restarts } = log;
    // At once: the pod may be gone in a moment.
    const [{ lines, truncated }, appId] = await Promise.all([this.#lines(log, signal), this.#application(pod)]);
    // An instance that leads no more leaves a log that it has not read to its end to its successor.
    if (lines.length === 0 || appId === undefined || signal.aborted) return;
    const now = clock.now();
    const isNew = await rows.insert({
      id: orderedId(random, now),
      app_id: appId,
      component: podComponent(pod) ?? null,
      pod: podName(pod),
      pod_uid: pod.metadata.uid ?? '',
      ...{ container, restarts, lines, kept_at: now },
      is_default: container === defaultContainer(pod) ? 1 : 0,
      truncated: truncated ? 1 : 0,
    });
    if (isNew) await rows.removeBeyond(appId, applicationBytes);
  }

  /** The application that the pod belongs to: a label alone proves nothing, the place must be that of the application. */
  async #application(pod: Pod): Promise<string | undefined> {
    const appId = objectAppId(pod);
    if (appId === undefined) return undefined;
    const found = await new ApplicationRows(this.#options.database.query).byId(appId);
    const isThere = found?.cluster === this.#cluster && found.namespace === pod.metadata.namespace;
    return isThere ? appId : undefined;
  }

  /** The newest lines up to the end of the container; of one that breaks off, what was read. */
  async #lines({ pod, container, isRunning }: EndingLog, signal: AbortSignal): Promise<NewestText> {
    const name = { namespace: pod.metadata.namespace ?? '', pod: podName(pod), container };
    const newest = new NewestText(this.#options.logCharacters);
    const part = { tailLines: LINES, follow: isRunning };
    try {
      for await (const { time, text } of readContainerLog(this.#client, name, part, signal))
        newest.add({ time, text: printableText(text) });
    } catch (error) {
      if (newest.lines.length === 0) throw error;
    }
    return newest;
  }
}

/** Containers of a pod that is being deleted or has ended, as far as they have ever run. */
function endingLogs(pod: Pod): readonly EndingLog[] {
  const { metadata, status } = pod;
  const hasEnded = status?.phase === 'Succeeded' || status?.phase === 'Failed';
  if (metadata.deletionTimestamp === undefined && !hasEnded) return [];
  return containerNames(pod).flatMap((container) => {
    const { state, lastState, restartCount: restarts = 0 } = findStatus(pod, container) ?? {};
    const isRunning = state?.running !== undefined;
    const hasRun = isRunning || state?.terminated !== undefined || lastState?.terminated !== undefined;
    return hasRun ? [{ pod, container, restarts, isRunning }] : [];
  });
}

function logKey({ container, restarts }: EndingLog): string {
  return `${container}/${restarts}`;
}

/** The newest lines within a number of characters. */
class NewestText {
  readonly #most: number;
  #lines: KeptLine[] = [];
  #characters = 0;
  #count = 0;
  #dropped = false;

  constructor(most: number) {
    this.#most = most;
  }

  get lines(): readonly KeptLine[] {
    this.#drop();
    return this.#lines;
  }

  /** Whether older lines are missing. */
  get truncated(): boolean {
    return this.#dropped || this.#count >= LINES;
  }

  add(line: KeptLine): void {
    this.#lines.push(line);
    this.#count += 1;
    this.#characters += line.text.length;
    // Dropping one by one from the front of an array would take too long.
    if (this.#characters > 2 * this.#most) this.#drop();
  }

  #drop(): void {
    let first = 0;
    while (this.#characters > this.#most && first < this.#lines.length - 1) {
      this.#characters -= this.#lines[first]?.text.length ?? 0;
      first += 1;
    }
    this.#dropped ||= first > 0;
    if (first > 0) this.#lines = this.#lines.slice(first);
  }
}
