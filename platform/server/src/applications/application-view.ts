import { messageFromJson } from '@kubemin/base/message';
import {
  type Application,
  type ApplicationHealth,
  applicationHealth,
  type Component,
  encodeTexts,
  instant,
  type Revision,
  type Serving,
} from '@kubemin/client';
import { type Engine, isTaskFinished, type Job, readStoredDocument, type Task } from '@kubemin/engine';
import type { AnyComponent } from '@kubemin/model';
import type { SqlDatabase } from '@kubemin/sql';
import type { ApplicationRow, ComponentRow, RevisionRow, ServerTables } from '../api/index.ts';
import { ComponentRows, parseNames } from '../live/index.ts';
import type { LiveWorkload, LiveWorkloads } from './live-workloads.ts';
import type { RevisionRows } from './revision-rows.ts';

type RevisionSummary = Pick<
  RevisionRow,
  | 'revision'
  | 'document'
  | 'removed_components'
  | 'creator'
  | 'created_at'
  | 'note'
  | 'note_text'
  | 'refused_by'
  | 'restores'
>;

/** An application as the contract shows it. */
export function applicationView(row: ApplicationRow): Application {
  return {
    id: row.id,
    name: row.name,
    namespace: row.namespace,
    cluster: row.cluster,
    alias: row.alias,
    project: row.project,
    version: row.version,
    description: row.description,
    icon: row.icon,
    tmpEnable: row.tmp_enable === 1,
    workflowId: row.workflow_id,
    revision: row.revision,
    createTime: instant(row.created_at),
    updateTime: instant(row.updated_at),
  };
}

/** A revision as the contract shows it. */
export function revisionView(row: RevisionSummary, current: number): Revision {
  const { version } = readStoredDocument(row.document, `revision ${row.revision}`);
  return {
    revision: row.revision,
    version: version ?? '',
    creator: row.creator,
    createdAt: instant(row.created_at),
    removedComponents: parseNames(row.removed_components),
    description: row.note ?? '',
    ...encodeTexts({ description: messageFromJson(row.note_text, row.note ?? '') }),
    current: row.revision === current,
    ...(row.refused_by !== null && { refusedBy: row.refused_by }),
    ...(row.restores !== null && { restores: row.restores }),
  };
}

/** A component as the contract shows it: its definition, its ids and its state. It comes from a masked document. */
export function componentView(application: ApplicationRow, row: ComponentRow, component: AnyComponent): Component {
  const { image, dependsOn } = component;
  return {
    id: row.id,
    appId: application.id,
    name: component.name,
    namespace: application.namespace,
    type: component.type,
    ...(image !== undefined && { image }),
    // What runs containers has an image, and nothing else has.
    ...(image !== undefined && { replicas: component.replicas, readyReplicas: row.ready_replicas }),
    properties: { ...component.properties },
    traits: { ...component.traits },
    ...(dependsOn !== undefined && { dependsOn }),
    status: row.status,
    reason: row.reason,
    message: row.message,
    ...encodeTexts({ message: messageFromJson(row.message_text, row.message) }),
    createTime: instant(row.created_at),
    updateTime: instant(row.updated_at),
  };
}

/** What runs of an application, independent of its document of record. */
export interface Served {
  /** The newest revision that was delivered as a whole. */
  readonly revision: number;
  /** The revision it goes back to, because a newer one was refused. */
  readonly restores?: number;
  /** Which revision of each component runs; a component of which nothing runs is missing. */
  readonly components: ReadonlyMap<string, number>;
}

/** What runs, as the contract shows it. */
export function servingView({ revision, restores }: Served): Serving {
  return { revision, ...(restores !== undefined && { restores }) };
}

const PRUNE = 'prune';
const WORKLOADS: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob']);
/** Runs that change what is delivered. */
const DELIVERING = ['deploy', 'scale', 'delete'] as const;
/** Far more runs than fail in a row. */
const LOOKED_AT = 50;

/** Finds out which revisions of an application serve: from its runs, and from what the cluster has of its components. */
export class ServedRevisions {
  readonly #components: Pick<ComponentRows, 'of'>;
  readonly #revisions: Pick<RevisionRows, 'document' | 'lastRestored'>;
  readonly #engine: Pick<Engine, 'tasks' | 'jobs'>;
  readonly #live: Pick<LiveWorkloads, 'of'>;

  constructor(options: {
    readonly components: Pick<ComponentRows, 'of'>;
    readonly revisions: Pick<RevisionRows, 'document' | 'lastRestored'>;
    readonly engine: Pick<Engine, 'tasks' | 'jobs'>;
    readonly live: Pick<LiveWorkloads, 'of'>;
  }) {
    this.#components = options.components;
    this.#revisions = options.revisions;
    this.#engine = options.engine;
    this.#live = options.live;
  }

  /** Undefined while no run has delivered the whole application. */
  async of(application: Pick<ApplicationRow, 'id' | 'cluster' | 'namespace'>): Promise<Served | undefined> {
    const { id } = application;
    const tasks = await this.#engine.tasks({ appId: id, kind: DELIVERING, limit: LOOKED_AT });
    const base = await this.#base(id, tasks);
    const document = base && (await this.#revisions.document(id, base.revision));
    if (base === undefined || document === undefined) return undefined;
    const { revision, restores } = base;
    const components = new Map(document.component.map(({ name }) => [name, revision]));
    const later = tasks.filter((task) => isBrokenOff(task, base.at)).toReversed();
    const ended = await Promise.all(
      later.map(async (task) => ({ task, outcomes: componentOutcomes(await this.#engine.jobs(task.id)) })),
    );
    const broken = ended.flatMap(({ outcomes }) =>
      [...outcomes].flatMap(([name, one]) => (one === 'broken' ? name : [])),
    );
    const workloads = broken.length === 0 ? undefined : await this.#workloads(application, new Set(broken));
    for (const { task, outcomes } of ended) {
      for (const [name, outcome] of outcomes) {
        // The workload has its new template; its old pods may stay while no new ones are ready.
        const { isWhole = false, readyPods = 0 } = workloads?.get(name) ?? {};
        const isBroken = outcome === 'broken';
        if (outcome === 'delivered' || (isBroken && isWhole)) components.set(name, task.revision);
        if (outcome === 'removed' || (isBroken && readyPods === 0)) components.delete(name);
      }
    }
    return { revision, ...(restores !== undefined && { restores }), components };
  }

  /** As the cluster has them; as they are stored where it does not respond. */
  async #workloads(
    application: Pick<ApplicationRow, 'id' | 'cluster' | 'namespace'>,
    names: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, LiveWorkload>> {
    const rows = (await this.#components.of(application.id)).filter(({ name }) => names.has(name));
    const stored = rows.map(({ name, status, ready_replicas: readyPods }): [string, LiveWorkload] => {
      return [name, { isWhole: status === 'Running', readyPods }];
    });
    return (await this.#live.of(application, rows)) ?? new Map(stored);
  }

  /** The newest runs that were to deliver revisions of an application, the last first. */
  async runs({ id }: Pick<ApplicationRow, 'id'>): Promise<readonly Task[]> {
    const tasks = await this.#engine.tasks({ appId: id, kind: ['deploy', 'scale'], limit: LOOKED_AT });
    return tasks.filter(({ retryJob }) => retryJob === undefined);
  }

  /** What all later runs started from: the last that completed, or what the application went back to after a refusal. */
  async #base(
    appId: string,
    tasks: readonly Task[],
  ): Promise<{ readonly revision: number; readonly at: number; readonly restores?: number } | undefined> {
    const completed = tasks.find(({ status }) => status === 'completed');
    const restored = await this.#revisions.lastRestored(appId);
    const at = completed?.endedAt ?? 0;
    if (restored !== undefined && restored.at >= at) return restored;
    return completed === undefined || completed.kind === 'delete' ? undefined : { revision: completed.revision, at };
  }
}

function isBrokenOff({ kind, status, endedAt, startedAt }: Task, since: number): boolean {
  const ended = isTaskFinished(status) && status !== 'completed';
  return kind === 'deploy' && ended && startedAt !== undefined && (endedAt ?? 0) > since;
}

/**
 * What a run that did not complete has made of a component. `delivered`: all of it. `broken`: it has changed a workload
 * that did not become ready. `untouched`: nothing, or it was led back. `removed`: it is gone.
 */
export type ComponentOutcome = 'delivered' | 'broken' | 'untouched' | 'removed';

/** What a run has made of each component, by its jobs in the order of the plan. */
export function componentOutcomes(jobs: readonly Job[]): ReadonlyMap<string, ComponentOutcome> {
  const objects = jobs.filter(({ objectKind, component }) => objectKind !== '' && component !== '');
  const byComponent = Map.groupBy(objects, ({ component }) => component);
  return new Map([...byComponent].map(([name, own]) => [name, componentOutcome(own)]));
}

/** Traffic goes to pods: what became of a component's workloads counts, where it has any. */
function componentOutcome(all: readonly Job[]): ComponentOutcome {
  const workloads = all.filter(({ objectKind }) => WORKLOADS.has(objectKind));
  const jobs = workloads.length === 0 ? all : workloads;
  if (jobs.every(isDone)) return jobs.every(({ type }) => type === PRUNE) ? 'removed' : 'delivered';
  const broken = jobs.some((job, index) => isBroken(job) && !isLedBack(job, jobs.slice(index + 1)));
  return broken ? 'broken' : 'untouched';
}

function isDone({ status, attempt }: Job): boolean {
  return status === 'completed' || (status === 'skipped' && attempt > 0);
}

function isBroken({ status, attempt, type }: Job): boolean {
  return attempt > 0 && type !== PRUNE && ['failed', 'timeout', 'cancelled'].includes(status);
}

/** Whether a later job has brought the same object back, or taken it away again. */
function isLedBack({ objectKind, objectName }: Job, later: readonly Job[]): boolean {
  return later.some((job) => job.objectKind === objectKind && job.objectName === objectName && isDone(job));
}

/** Far more than run at the same time. */
const MOST_RUNS = 10_000;

/** The health of applications as wholes, by the states of their components and the runs that are in progress. */
export class ApplicationHealths {
  readonly #database: SqlDatabase<ServerTables>;
  readonly #engine: Pick<Engine, 'tasks'>;

  constructor(database: SqlDatabase<ServerTables>, engine: Pick<Engine, 'tasks'>) {
    this.#database = database;
    this.#engine = engine;
  }

  /** The health of each of these applications, by its id. */
  async of(appIds: readonly string[]): Promise<(appId: string) => ApplicationHealth> {
    const [components, runs] = await Promise.all([
      appIds.length === 0 ? [] : new ComponentRows(this.#database.query).ofAll(appIds),
      this.#engine.tasks({ appIds, status: ['waiting', 'queued', 'running'], limit: MOST_RUNS }),
    ]);
    const byApplication = Map.groupBy(components, (row) => row.app_id);
    // Newest first, so the oldest of an application's stays: the others wait for it.
    const underWay = new Map(runs.map((run) => [run.appId, run]));
    return (appId) => applicationHealth((byApplication.get(appId) ?? []).map(withTexts), underWay.get(appId));
  }
}

function withTexts(row: ComponentRow) {
  return { ...row, ...encodeTexts({ message: messageFromJson(row.message_text, row.message) }) };
}
