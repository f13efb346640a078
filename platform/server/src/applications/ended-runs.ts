import { type Clock, type Logger, toError, type Vault } from '@kubemin/base';
import { EVERYWHERE } from '@kubemin/client';
import { type Engine, isTaskFinished, type Job, type Task } from '@kubemin/engine';
import type { AnyComponent, AnyDocument } from '@kubemin/model';
import type { QueryTemplate, SqlDatabase } from '@kubemin/sql';
import {
  ApiError,
  type ApplicationRow,
  ApplicationRows,
  createCaller,
  Permissions,
  type ServerTables,
} from '../api/index.ts';
import { appendChange, applicationEvent } from '../live/index.ts';
import { applicationMessages, revisionMessages } from '../messages/index.ts';
import type { ApplicationSaver } from './application-saver.ts';
import { componentOutcomes, type ServedRevisions } from './application-view.ts';
import { keepStepsOf, type RevisionContent, RevisionRows } from './revision-rows.ts';
import type { SaveResult } from './save-request.ts';

const BEING_DELETED: QueryTemplate<ServerTables, Pick<ApplicationRow, 'id' | 'deletion_task'>> = {
  shape: 'applications that are being deleted',
  build: (query) =>
    query.selectFrom('applications').select(['id', 'deletion_task']).where('deletion_task', 'is not', null),
};

/**
 * Applications that are being deleted by a run. Reads of applications settle those runs first, so that an application
 * is gone for every caller once its run has completed, on whichever instance that was.
 */
export class Deletions {
  readonly #database: SqlDatabase<ServerTables>;
  readonly #engine: Pick<Engine, 'task' | 'tasks'>;
  readonly #clock: Clock;

  constructor(options: {
    readonly database: SqlDatabase<ServerTables>;
    readonly engine: Pick<Engine, 'task' | 'tasks'>;
    readonly clock: Clock;
  }) {
    this.#database = options.database;
    this.#engine = options.engine;
    this.#clock = options.clock;
  }

  /** Records that a run deletes an application. */
  async mark(appId: string, taskId: string): Promise<void> {
    await this.#database.query
      .updateTable('applications')
      .set({ deletion_task: taskId })
      .where('id', '=', appId)
      .execute();
  }

  /** Removes applications whose run has completed, and keeps those whose run has ended otherwise. */
  async settle(): Promise<void> {
    const { cache, query } = this.#database;
    const { rows } = await cache.run(query, BEING_DELETED, {});
    for (const { id, deletion_task: taskId } of rows) {
      const task = await this.#engine.task(taskId ?? '');
      if (task !== undefined && !isTaskFinished(task.status)) continue;
      const [newest] = await this.#engine.tasks({ appId: id, limit: 1 });
      // A run that was asked for at the same moment may have brought back what this one deleted.
      const gone = task?.status === 'completed' && newest?.id === task.id;
      if (gone) await this.#remove(id, taskId);
      else await this.#keep(id, taskId);
    }
  }

  async #remove(appId: string, taskId: string | null): Promise<void> {
    await this.#database.transaction(async (transaction) => {
      const row = await transaction.selectFrom('applications').selectAll().where('id', '=', appId).executeTakeFirst();
      const { numDeletedRows } = await transaction
        .deleteFrom('applications')
        .where('id', '=', appId)
        .where('deletion_task', '=', taskId)
        .executeTakeFirst();
      // Another instance may have been faster.
      if (row === undefined || numDeletedRows !== 1n) return;
      await transaction.insertInto('departed_applications').values({ id: row.id, project: row.project }).execute();
      await appendChange(this.#database, transaction, row.project, applicationEvent(row, 'deleted', this.#clock.now()));
    });
  }

  async #keep(appId: string, taskId: string | null): Promise<void> {
    await this.#database.query
      .updateTable('applications')
      .set({ deletion_task: null })
      .where('id', '=', appId)
      .where('deletion_task', '=', taskId)
      .execute();
  }
}

/** Refuses to change an application that is about to go. */
export function rejectWhileDeleting({ name, deletion_task: taskId }: ApplicationRow): void {
  if (taskId === null) return;
  throw new ApiError('APPLICATION_DELETING', applicationMessages.deleting({ app: name }));
}

export interface RefusedRevisionsOptions {
  readonly database: SqlDatabase<ServerTables>;
  readonly vault: Vault;
  readonly engine: Pick<Engine, 'tasks' | 'jobs'>;
  readonly served: Pick<ServedRevisions, 'of'>;
  readonly saver: Pick<ApplicationSaver, 'amend'>;
  readonly onSaved: (application: ApplicationRow) => void;
  readonly logger: Logger;
}

/** A run that was refused, and the revision that serves. */
interface GoingBack {
  readonly task: Task;
  readonly jobs: readonly Job[];
  readonly refusal: Job;
  readonly served: number;
}

/** More than one page of applications has. */
const MOST_RUNS = 1_000;

/**
 * Updates that were refused on their way (a canary that was aborted, a blue/green update that was switched back, an approval
 * step of the workflow that was rejected). The run has led the cluster back or has not changed it; here the application
 * follows: what serves becomes a new revision, so that the next run does not start the refused one. Like deletions, they are settled when applications are looked at, on whichever instance
 * the run ended.
 */
export class RefusedRevisions {
  readonly #options: RefusedRevisionsOptions;

  constructor(options: RefusedRevisionsOptions) {
    this.#options = options;
  }

  /** Returns whether any of these applications is at another revision now. */
  async settle(appIds: readonly string[]): Promise<boolean> {
    if (appIds.length === 0) return false;
    const { engine } = this.#options;
    const rejected = await engine.tasks({ appIds, status: ['rejected'], kind: ['deploy'], limit: MOST_RUNS });
    // Newest first: the refusals before the last are settled.
    const newest = new Map(rejected.toReversed().map((task) => [task.appId, task]));
    let changed = false;
    for (const task of newest.values()) changed = (await this.#settleTask(task)) || changed;
    return changed;
  }

  async #settleTask(task: Task): Promise<boolean> {
    const { database, vault, engine, onSaved, logger } = this.#options;
    const { appId, revision } = task;
    const revisions = new RevisionRows(database.query, vault);
    const application = await new ApplicationRows(database.query).byId(appId);
    if (application === undefined || application.deletion_task !== null) return false;
    if ((await revisions.refusedBy(appId, revision)) !== undefined) return false;
    const jobs = await engine.jobs(task.id);
    const refusal = findRefusal(jobs);
    const served = await this.#options.served.of(application);
    // A later run may have delivered the same revision.
    if (refusal === undefined || served === undefined || served.revision === revision) return false;
    try {
      const goesBack = application.revision === revision && !isWhollyDelivered(jobs);
      const saved = goesBack ? await this.#goBack({ task, jobs, refusal, served: served.revision }) : undefined;
      await revisions.refuse({ appId, revision, taskId: task.id });
      if (saved !== undefined) onSaved(saved.application);
      return saved !== undefined;
    } catch (thrown) {
      // Looking at an application must not fail because its document cannot go back.
      const error = toError(thrown);
      logger.warn('The application cannot go back to the revision that serves.', { appId, revision, error });
      return false;
    }
  }

  /** The request id makes it one revision, however often and wherever it is tried. */
  async #goBack({ task, jobs, refusal, served }: GoingBack): Promise<SaveResult | undefined> {
    const { database, vault, saver } = this.#options;
    const content = await new RevisionRows(database.query, vault).content(task.appId, served);
    if (content === undefined) return undefined;
    const { by = 'system', comment } = refusal.approval ?? {};
    return saver.amend({
      appId: task.appId,
      ifMatch: task.revision,
      requestId: `refused-${task.id}`,
      restores: served,
      note: revisionMessages.restored({
        served,
        user: by,
        revision: task.revision,
        comment: comment === undefined ? undefined : revisionMessages.comment({ comment }),
      }),
      // The restored revision was saved by a user who was permitted to.
      caller: createCaller({
        user: by,
        userId: '',
        permissions: new Permissions([{ role: 'admin', project: EVERYWHERE }]),
      }),
      edit: (refused) => servedContent(content, refused, jobs),
    });
  }
}

/** The question of an update, or of a step of the workflow, that was refused in a run that was to deliver components. */
function findRefusal(jobs: readonly Job[]): Job | undefined {
  if (componentOutcomes(jobs).size === 0) return undefined;
  return jobs.find(({ approval, status }) => status === 'rejected' && approval?.verdict === 'rejected');
}

/** Refused when all of it ran already: nothing was led back, and the refused revision is what serves. */
function isWhollyDelivered(jobs: readonly Job[]): boolean {
  return [...componentOutcomes(jobs).values()].every((outcome) => outcome === 'delivered' || outcome === 'removed');
}

/** What runs after a refused update: the served revision, with those components that the run had delivered before. */
export function servedContent(
  served: RevisionContent,
  refused: RevisionContent,
  jobs: readonly Job[],
): Pick<RevisionContent, 'document' | 'workflows'> {
  const outcomes = componentOutcomes(jobs);
  const [before, after] = [served.document, refused.document].map(
    (document) => new Map(document.component.map((each): [string, AnyComponent] => [each.name, each])),
  );
  const isDelivered = (name: string): boolean => outcomes.get(name) === 'delivered';
  const kept = served.document.component.flatMap((component) => {
    if (outcomes.get(component.name) === 'removed') return [];
    return (isDelivered(component.name) ? after?.get(component.name) : undefined) ?? component;
  });
  const added = refused.document.component.filter(({ name }) => before?.has(name) === false && isDelivered(name));
  const component = [...kept, ...added];
  const document: AnyDocument = { ...served.document, component };
  if (added.length === 0 && kept.length === before?.size) return { document, workflows: served.workflows };
  const steps = added.length > 0 ? refused : served;
  const workflow = keepStepsOf(steps.document.workflow, new Set(component.map(({ name }) => name)));
  return { document: { ...document, workflow }, workflows: steps.workflows };
}
