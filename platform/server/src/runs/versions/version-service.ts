import { type DecidedVersion, routes, type Versioned, type VersionRequest, type VersionVerdict } from '@kubemin/client';
import { type Engine, isTaskFinished, type Job } from '@kubemin/engine';
import type { DocumentReader } from '@kubemin/model';
import { ApiError, bindJson, jobView, type RequestContext } from '../../api/index.ts';
import { type ApplicationService, type ApplicationSnapshot, rejectWhileDeleting } from '../../applications/index.ts';
import { versionMessages } from '../../messages/index.ts';
import { runRequest } from '../run-request.ts';
import { hasWaited, type RunWaiters, type WaitingContext } from '../run-waiters.ts';
import { withTaskErrors } from '../task-errors.ts';
import { type VersionUpdate, versionUpdate } from './version-update.ts';

export interface VersionServiceOptions {
  readonly engine: Engine;
  readonly applications: ApplicationService;
  readonly model: Pick<DocumentReader, 'parse'>;
  readonly waiters: RunWaiters;
}

/** New versions of applications: storing them, and deciding about those that are on their way. */
export class VersionService {
  readonly #engine: Engine;
  readonly #applications: ApplicationService;
  readonly #model: Pick<DocumentReader, 'parse'>;
  readonly #waiters: RunWaiters;

  constructor({ engine, applications, model, waiters }: VersionServiceOptions) {
    this.#engine = engine;
    this.#applications = applications;
    this.#model = model;
    this.#waiters = waiters;
  }

  /** All of a version is one revision. It is made for the revision that is there when the request comes, and for no other. */
  update(appId: string, request: VersionRequest, asked: WaitingContext): Promise<Versioned> {
    return this.#waiters.run(request, asked, () => this.#update(appId, request, asked));
  }

  async #update(appId: string, request: VersionRequest, asked: RequestContext): Promise<Versioned> {
    const present = await this.#applications.snapshot(appId);
    rejectWhileDeleting(present.application);
    const { application, outcome } = await this.#applications.amend({
      ...asked,
      appId,
      ifMatch: asked.ifMatch ?? present.revision,
      ...(request.description !== undefined && { note: request.description }),
      edit: ({ document }) => {
        const update = versionUpdate(this.#model, document, request);
        if (changesNothing(update) && request.autoExec === true) throw nothingToUpdate(present.application.name);
        return { document: update.document, rollout: update.rollout };
      },
    });
    const { revision } = application;
    if (outcome === 'unchanged') throw nothingToUpdate(application.name);
    const before = await this.#applications.snapshot(appId, revision - 1);
    const update = versionUpdate(this.#model, before.document, request);
    const runs = request.autoExec ?? !changesNothing(update);
    const run = runs ? await this.#run(await this.#applications.snapshot(appId, revision), request, asked) : {};
    return {
      appId,
      version: request.version,
      previousVersion: before.document.version ?? '',
      strategy: update.strategy,
      revision,
      ...run,
      updatedComponents: update.updated,
      addedComponents: update.added,
      removedComponents: update.removed,
    };
  }

  promote(appId: string, verdict: VersionVerdict, asked: RequestContext): Promise<DecidedVersion> {
    return this.#decide(appId, { ...verdict, verdict: 'approved' }, asked);
  }

  abort(appId: string, verdict: VersionVerdict, asked: RequestContext): Promise<DecidedVersion> {
    return this.#decide(appId, { ...verdict, verdict: 'rejected' }, asked);
  }

  async #run(
    snapshot: ApplicationSnapshot,
    { callback }: Pick<VersionRequest, 'callback'>,
    asked: RequestContext,
  ): Promise<Pick<Versioned, 'taskId' | 'number'>> {
    const task = await withTaskErrors(this.#engine.submit(runRequest(snapshot, asked, { callback })));
    return { taskId: task.id, number: task.number };
  }

  async #decide(
    appId: string,
    { verdict, comment }: VersionVerdict & { readonly verdict: 'approved' | 'rejected' },
    { caller }: RequestContext,
  ): Promise<DecidedVersion> {
    const { name } = await this.#applications.require(appId);
    const active = (await this.#engine.tasks({ appId, status: ['queued', 'running'] })).find(
      ({ kind, status }) => kind === 'deploy' && !isTaskFinished(status),
    );
    const open = active === undefined ? [] : (await this.#engine.jobs(active.id)).filter(asksAboutUpdate);
    if (active === undefined || open.length === 0) {
      throw new ApiError('NOTHING_TO_DECIDE', versionMessages.nothingToDecide({ app: name }));
    }
    const decision = { verdict, user: caller.user, ...(comment !== undefined && { comment }) };
    const jobs: Job[] = [];
    for (const { id: jobId } of open)
      jobs.push(await withTaskErrors(this.#engine.decide(active.id, { ...decision, jobId })));
    return { taskId: active.id, number: active.number, jobs: jobs.map(jobView) };
  }
}

/** Questions of a workflow belong to no component. */
function asksAboutUpdate({ component, approval, status }: Job): boolean {
  return component !== '' && status === 'running' && approval !== undefined && approval.verdict === undefined;
}

function changesNothing({ updated, added, removed }: VersionUpdate): boolean {
  return updated.length + added.length + removed.length === 0;
}

function nothingToUpdate(name: string): ApiError {
  return new ApiError('NOTHING_TO_UPDATE', versionMessages.nothingToUpdate({ app: name }));
}

/** Which service handles the routes about versions. */
export function versionHandlers(versions: VersionService) {
  return {
    updateVersion: bindJson(
      routes.updateVersion,
      ({ params, body, ...asked }) => versions.update(params.appId, body, asked),
      hasWaited,
    ),
    promoteVersion: bindJson(routes.promoteVersion, ({ params, body, ...asked }) =>
      versions.promote(params.appId, body, asked),
    ),
    abortVersion: bindJson(routes.abortVersion, ({ params, body, ...asked }) =>
      versions.abort(params.appId, body, asked),
    ),
  };
}
