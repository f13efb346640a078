import { verbatim } from '@kubemin/base/message';
import type {
  CleanedResources,
  Deletion,
  ExecutedRun,
  RestartRequest,
  RollbackRequest,
  RolledBack,
  ScaleRequest,
  StartedRun,
} from '@kubemin/client';
import {
  type Engine,
  isTaskFinished,
  type Job,
  type Operation,
  type OperationKind,
  type OperationProblem,
  type Task,
  withReplicas,
} from '@kubemin/engine';
import { deepEqual } from '@kubemin/kubeapi';
import { ApiError, createProblem, moreProblems, type RequestContext } from '../../api/index.ts';
import {
  type AmendRequest,
  type ApplicationService,
  type ApplicationSnapshot,
  type Deletions,
  type RevisionContent,
  rejectWhileDeleting,
  type SaveResult,
} from '../../applications/index.ts';
import { runMessages } from '../../messages/index.ts';
import { type RunChoice, runRequest } from '../run-request.ts';
import type { RunWaiters, WaitingContext } from '../run-waiters.ts';
import { withTaskErrors } from '../task-errors.ts';

export interface OperationServiceOptions {
  readonly engine: Engine;
  readonly applications: ApplicationService;
  readonly deletions: Deletions;
  readonly waiters: RunWaiters;
}

/** Operations on applications that are there: each is a run of its own kind, behind the runs that were asked for before. */
export class OperationService {
  readonly #engine: Engine;
  readonly #applications: ApplicationService;
  readonly #deletions: Deletions;
  readonly #waiters: RunWaiters;

  constructor({ engine, applications, deletions, waiters }: OperationServiceOptions) {
    this.#engine = engine;
    this.#applications = applications;
    this.#deletions = deletions;
    this.#waiters = waiters;
  }

  /** The numbers become a revision before they are brought about: the next deploy does not undo them. */
  scale(appId: string, request: ScaleRequest, asked: WaitingContext): Promise<ExecutedRun> {
    const { replicas, callback } = request;
    const operation: Operation = { kind: 'scale', replicas };
    return this.#waiters.run(request, asked, async () => {
      this.check(await this.#present(appId), operation);
      const edit = ({ document }: RevisionContent) => ({ document: withReplicas(document, replicas) });
      const { application } = await this.#amend(appId, edit, asked);
      const snapshot = await this.#applications.snapshot(appId, application.revision);
      return this.#submit(snapshot, { operation, callback }, asked);
    });
  }

  restart(appId: string, request: RestartRequest, asked: WaitingContext): Promise<ExecutedRun> {
    const { components = [], callback } = request;
    const operation: Operation = { kind: 'restart', components: [...new Set(components)] };
    return this.#waiters.run(request, asked, async () => {
      const snapshot = await this.#expected(appId, asked);
      this.check(snapshot, operation);
      return this.#submit(snapshot, { operation, callback }, asked);
    });
  }

  /** History is never rewritten: what was before becomes the content of a new revision. */
  rollback(appId: string, request: RollbackRequest, asked: WaitingContext): Promise<RolledBack> {
    const { revision, callback } = request;
    return this.#waiters.run(request, asked, async () => {
      const { restored, document, workflows } = await this.restorable(appId, { revision, requestId: asked.requestId });
      const { application } = await this.#amend(appId, () => ({ document, workflows }), asked);
      const next = await this.#applications.snapshot(appId, application.revision);
      return { ...(await this.#submit(next, { operation: { kind: 'deploy' }, callback }, asked)), restored };
    });
  }

  /**
   * What going back leads to: the revision that is named, or else the one delivered before. A request that is repeated
   * leads to where it led the first time, although the revision that came of it is the present one now.
   */
  async restorable(
    appId: string,
    { revision, requestId }: { readonly revision?: number | undefined; readonly requestId?: string | undefined },
  ): Promise<ApplicationSnapshot & { readonly restored: number }> {
    const present = await this.#present(appId);
    const run = requestId === undefined ? undefined : await this.#engine.task(requestId);
    const from = run === undefined ? present : await this.#applications.snapshot(appId, run.revision - 1);
    const restored = revision ?? (await this.#deliveredBefore(from));
    return { ...(await this.#applications.snapshot(appId, restored)), restored };
  }

  async cleanUp(appId: string, deletion: Deletion, asked: RequestContext): Promise<StartedRun> {
    return this.#submit(await this.#expected(appId, asked), { operation: deleteOperation(deletion) }, asked);
  }

  /** Runs that are under way would only make what is deleted right after, so they end here. */
  async delete(appId: string, deletion: Deletion, asked: RequestContext): Promise<StartedRun> {
    const known = asked.requestId === undefined ? undefined : await this.#engine.task(asked.requestId);
    // An earlier attempt of the same request; the run would otherwise be in its own way.
    if (known !== undefined) {
      await this.#deletions.mark(appId, known.id);
      return { taskId: known.id, number: known.number, revision: known.revision };
    }
    const snapshot = await this.#expected(appId, asked);
    const { user } = asked.caller;
    const by = { user, reason: runMessages.cancelledByDeletion({ user }) };
    for (const { id, status } of await this.#engine.tasks({ appId })) {
      if (!isTaskFinished(status)) await this.#engine.cancel(id, by).catch(ifFinished);
    }
    const started = await this.#submit(snapshot, { operation: deleteOperation(deletion) }, asked);
    await this.#deletions.mark(appId, started.taskId);
    return started;
  }

  async #expected(appId: string, asked: RequestContext): Promise<ApplicationSnapshot> {
    const snapshot = await this.#present(appId);
    await this.#applications.expect(snapshot.application, asked);
    return snapshot;
  }

  async #present(appId: string): Promise<ApplicationSnapshot> {
    const snapshot = await this.#applications.snapshot(appId);
    rejectWhileDeleting(snapshot.application);
    return snapshot;
  }

  /** Refuses an operation that does not fit the components. */
  check({ application, document, componentIds }: ApplicationSnapshot, operation: Operation): void {
    const problems = this.#engine.problems({ appId: application.id, document, componentIds, operation });
    if (problems.length > 0) throw refusedOperation(application.name, operation.kind, problems);
  }

  async #submit(snapshot: ApplicationSnapshot, choice: RunChoice, asked: RequestContext): Promise<StartedRun> {
    const task = await withTaskErrors(this.#engine.submit(runRequest(snapshot, asked, choice)));
    return { taskId: task.id, number: task.number, revision: snapshot.revision };
  }

  #amend(appId: string, edit: AmendRequest['edit'], asked: RequestContext): Promise<SaveResult> {
    return this.#applications.amend({ appId, edit, ...asked });
  }

  /**
   * The newest revision that a run has delivered and whose content differs from the current one. A scaled application
   * has a revision of its own: going back from it, or to it, takes the copies along.
   */
  async #deliveredBefore({ application, revision: present, document }: ApplicationSnapshot): Promise<number> {
    const tasks = await this.#engine.tasks({ appId: application.id, kind: ['deploy', 'scale'], status: ['completed'] });
    for (const { revision, retryJob } of tasks) {
      if (revision >= present || retryJob !== undefined) continue;
      const earlier = await this.#applications.snapshot(application.id, revision);
      if (!deepEqual(earlier.document, document)) return revision;
    }
    throw new ApiError('NOTHING_TO_ROLL_BACK', runMessages.nothingToRollBack({ app: application.name }));
  }
}

function deleteOperation({ keepPvc = true }: Deletion): Operation {
  return { kind: 'delete', claims: keepPvc ? 'keep' : 'delete' };
}

/** A run that has ended meanwhile needs no cancel. */
function ifFinished(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'TASK_FINISHED')) throw error;
}

/** Where in the request a component is named. */
const PATHS: Readonly<Partial<Record<OperationKind, string>>> = { scale: 'replicas', restart: 'components' };

/** The error of an operation that does not fit the components; all problems are listed. */
function refusedOperation(name: string, kind: OperationKind, found: readonly OperationProblem[]): ApiError {
  const problems = found.map(({ component, code, message, fix }) => {
    const path = component === '' ? '' : `${PATHS[kind] ?? 'components'}.${component}`;
    return createProblem({ path, code, message, fix });
  });
  const [first] = found;
  const text = runMessages.operationRefused({
    operation: kind,
    app: name,
    problem: first?.message ?? verbatim(''),
    more: moreProblems(found),
  });
  return new ApiError('OPERATION_REFUSED', text, { problems });
}

/** What a run that deletes has come to so far. */
export function cleanedResources({ id, number, appId, status }: Task, jobs: readonly Job[]): CleanedResources {
  const named = (...states: readonly Job['status'][]): readonly string[] =>
    jobs.filter((job) => job.type === 'prune' && states.includes(job.status)).map(describeJobObject);
  return {
    appId,
    taskId: id,
    number,
    status,
    deletedResources: named('completed'),
    keptResources: named('skipped'),
    failedResources: named('failed', 'timeout', 'rejected', 'cancelled'),
  };
}

function describeJobObject({ objectKind, objectName, namespace, status, message, error }: Job): string {
  const name = `${objectKind}:${namespace === '' ? '' : `${namespace}/`}${objectName}`;
  const reason = status === 'completed' ? undefined : (error ?? message);
  return reason === undefined ? name : `${name} (${reason})`;
}
