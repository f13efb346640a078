import { backoffDelay, type Clock, type Logger, type Random, toError, WakeSignal } from '@kubemin/base';
import { messageToJson } from '@kubemin/base/message';
import type { ClusterConnection, ClusterSource, Engine } from '@kubemin/engine';
import { createInformerFactory, type InformerFactory, type KubeClient } from '@kubemin/kube';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import type { SqlDatabase } from '@kubemin/sql';
import { ApplicationRows, type ComponentRow, type ServerTables } from '../../api/index.ts';
import { statusMessages } from '../../messages/index.ts';
import { appendedChange, componentEvent } from '../change-log.ts';
import { COMPONENTS_OF, ComponentRows, storedState } from '../component-rows.ts';
import { type ComponentState, DELETED, NOT_DEPLOYED, NOT_WATCHED } from './component-state.ts';
import { MissingObjects } from './missing-objects.ts';
import type { StatusSource } from './status-source.ts';
import { type SeenState, StatusWatch } from './status-watch.ts';

export interface StatusSyncOptions {
  readonly database: SqlDatabase<ServerTables>;
  /** Only applications that are delivered there are looked at. */
  readonly cluster: string;
  readonly client: KubeClient;
  /** Finds what is gone because its removal was requested. */
  readonly runs: RunSource;
  readonly sources: readonly StatusSource[];
  /** How long an object that pods refer to may be missing before their component counts as failed. */
  readonly missingGraceMs: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

interface ChangedComponent {
  readonly row: ComponentRow;
  readonly state: ComponentState;
}

const BACKOFF = { minMs: 200, maxMs: 30_000 };

/**
 * Writes the state of components in one cluster into their rows. It works from the whole state, never from single events,
 * so an event that was missed or came twice makes no difference, and any number of instances may run it.
 */
export class StatusSync {
  readonly #options: StatusSyncOptions;
  readonly #informers: InformerFactory;
  readonly #watches: readonly StatusWatch[];
  readonly #byType: ReadonlyMap<string, readonly StatusWatch[]>;
  readonly #stale = new Set<string>();
  readonly #nudge = new WakeSignal();
  readonly #missing: MissingObjects;

  constructor(options: StatusSyncOptions) {
    this.#options = options;
    this.#informers = createInformerFactory(options);
    this.#missing = new MissingObjects({ ...options, refresh: (appId) => this.refresh(appId) });
    this.#watches = options.sources.map((source) => new StatusWatch(source, this.#informers));
    const pairs = this.#watches.flatMap((watch) => watch.componentTypes.map((type) => ({ type, watch })));
    this.#byType = new Map(
      [...Map.groupBy(pairs, ({ type }) => type)].map(([type, group]) => [type, group.map(({ watch }) => watch)]),
    );
  }

  /** Looks at an application's components again. */
  refresh(appId: string): void {
    this.#stale.add(appId);
    this.#nudge.notify();
  }

  /** Runs until the signal aborts; resolves then. */
  async run(signal: AbortSignal): Promise<void> {
    this.#informers.start(signal);
    try {
      // Before the first lists are in, an object that is not there yet would look like one that was deleted.
      await this.#informers.synced();
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    for (const watch of this.#watches) watch.onChange((appId) => this.refresh(appId));
    await this.#insist(signal, async () => {
      const ids = await new ComponentRows(this.#options.database.query).applicationIds(this.#options.cluster);
      for (const appId of ids) this.refresh(appId);
    });
    while (!signal.aborted) {
      const [appId] = this.#stale;
      if (appId === undefined) {
        await this.#nudge.wait(signal);
        continue;
      }
      this.#stale.delete(appId);
      await this.#insist(signal, () => this.#sync(appId, signal));
    }
  }

  /** Tries until it succeeds: a state that is not stored now would not be looked at again before the next change. */
  async #insist(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const { clock, random, logger } = this.#options;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        return await work();
      } catch (thrown) {
        logger.warn('Component states could not be stored; trying again.', { attempt, error: toError(thrown) });
        await clock.sleep(backoffDelay(BACKOFF, attempt, random), signal);
      }
    }
  }

  async #sync(appId: string, signal: AbortSignal): Promise<void> {
    const { cache, query } = this.#options.database;
    const { rows } = await cache.run(query, COMPONENTS_OF, { appId });
    if (rows[0]?.cluster !== this.#options.cluster) return;
    const seen = await Promise.all(rows.map(async (row) => ({ row, state: await this.#observedState(row, signal) })));
    const gone = seen.some(({ state }) => state === DELETED);
    // Queried after the missing object was seen: the run that removed it has begun by then.
    const removed = gone ? await askedRemovals(this.#options.runs, appId) : new Set<string>();
    const changed = seen.flatMap(({ row, state: found }) => {
      const asked = found === DELETED && (removed === 'everything' || removed.has(row.name));
      const state = asked ? NOT_DEPLOYED : found;
      return state === undefined || !differs(row, state) ? [] : [{ row, state }];
    });
    if (changed.length > 0 && !(await this.#store(rows[0].project, changed))) this.refresh(appId);
  }

  /** Of several instances that see the same, one stores and publishes it. False when another has stored some of it. */
  #store(project: string, changed: readonly ChangedComponent[]): Promise<boolean> {
    const time = this.#options.clock.now();
    const { database } = this.#options;
    return database.runSteps(function* () {
      const stored: ChangedComponent[] = [];
      for (const each of changed) if (yield* storedState(each.row, each.state, time)) stored.push(each);
      for (const { row, state } of stored)
        yield* appendedChange(database.capabilities, project, componentEvent(row, state, time));
      return stored.length === changed.length;
    });
  }

  async #observedState(
    row: ComponentRow & { readonly namespace: string },
    signal: AbortSignal,
  ): Promise<ComponentState | undefined> {
    const watches = this.#byType.get(row.type);
    if (watches === undefined) return NOT_WATCHED;
    for (const watch of watches) {
      const seen = watch.componentState({ appId: row.app_id, namespace: row.namespace, componentName: row.name });
      if (seen === undefined) continue;
      const state = await this.#missing.judge({ row, seen }, signal);
      return state === undefined ? undefined : this.#withMaker({ ...seen, state });
    }
    return row.reason === 'NotDeployed' ? undefined : DELETED;
  }

  /** The message names the application that made what is shared: its name where it is on record, its id else. */
  async #withMaker({ state, madeBy }: SeenState): Promise<ComponentState> {
    if (madeBy === undefined) return state;
    const { name = madeBy } = (await new ApplicationRows(this.#options.database.query).byId(madeBy)) ?? {};
    return { ...state, message: statusMessages.sharedFrom({ state: state.message, app: name }) };
  }
}

function differs(row: ComponentRow, state: ComponentState): boolean {
  return (
    row.status !== state.status ||
    row.reason !== state.reason ||
    row.message !== state.message.message ||
    row.message_text !== messageToJson(state.message) ||
    row.ready_replicas !== state.readyReplicas
  );
}

/** Where the runs of applications are looked up. */
type RunSource = Pick<Engine, 'tasks' | 'jobs'>;

/** The names of components whose removal from the cluster was requested; all of them when `everything`. */
type AskedRemovals = 'everything' | ReadonlySet<string>;

const BEGUN = ['running', 'completed', 'failed', 'timeout', 'cancelled', 'rejected'] as const;

/**
 * What the latest run of an application was asked to remove. Only that one counts: what runs before it removed is known
 * since, and what was delivered again may be missed.
 */
async function askedRemovals(runs: RunSource, appId: string): Promise<AskedRemovals> {
  const [latest] = await runs.tasks({ appId, status: BEGUN, limit: 1 });
  if (latest?.kind === 'delete') return 'everything';
  if (latest?.kind !== 'undo') return new Set();
  const jobs = await runs.jobs(latest.id);
  return new Set(jobs.map(({ component }) => component));
}

/** What following several clusters takes. */
export interface StatusSyncsOptions extends Omit<StatusSyncOptions, 'cluster' | 'client'> {
  /** Of the default cluster. */
  readonly client: KubeClient;
  readonly clusters: Pick<ClusterSource, 'connect'>;
}

/** Writes the state of components in the clusters into their rows. Clusters are independent: none waits for another. */
export class ClusterStatusSyncs {
  readonly #options: StatusSyncsOptions;
  readonly #default: StatusSync;
  readonly #others = new Map<ClusterConnection, { readonly sync: StatusSync; readonly done: Promise<void> }>();
  #signal: AbortSignal | undefined;

  constructor(options: StatusSyncsOptions) {
    this.#options = options;
    this.#default = new StatusSync({ ...options, cluster: DEFAULT_CLUSTER });
  }

  /** Looks at an application's components again, wherever they are. */
  refresh(appId: string): void {
    this.#default.refresh(appId);
    for (const { sync } of this.#others.values()) sync.refresh(appId);
  }

  /** Begins to follow those of the registered clusters that applications are delivered to. */
  async follow(registered: readonly string[]): Promise<void> {
    const used = await new ApplicationRows(this.#options.database.query).countByCluster();
    for (const cluster of registered) if (used.has(cluster)) await this.#follow(cluster);
  }

  /** Runs until the signal aborts; resolves then. */
  async run(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    await this.#run(this.#default, DEFAULT_CLUSTER, signal);
    await Promise.all([...this.#others.values()].map(({ done }) => done));
  }

  async #follow(cluster: string): Promise<void> {
    const connection = await this.#options.clusters.connect(cluster);
    if (this.#signal === undefined || this.#signal.aborted || this.#others.has(connection)) return;
    const sync = new StatusSync({ ...this.#options, cluster, client: connection.client });
    const signal = AbortSignal.any([this.#signal, connection.closed]);
    const done = this.#run(sync, cluster, signal).then(() => {
      this.#others.delete(connection);
    });
    this.#others.set(connection, { sync, done });
  }

  async #run(sync: StatusSync, cluster: string, signal: AbortSignal): Promise<void> {
    try {
      await sync.run(signal);
    } catch (thrown) {
      const error = toError(thrown);
      this.#options.logger.error('Status sync stopped; component states stand still.', { cluster, error });
    }
  }
}
