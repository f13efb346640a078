import { KubeminError, RetryableError } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import { type Plan, type PlanRequest, type Problem, type Rendering, routes } from '@kubemin/client';
import { type Engine, type Operation, type RunRequest, withoutServerFields } from '@kubemin/engine';
import { type AnyDocument, Redactor, secretValues } from '@kubemin/model';
import { ApiError, bindJson, type Caller, type IncomingDocument } from '../../api/index.ts';
import {
  type ApplicationDraft,
  type ApplicationService,
  type ApplicationSnapshot,
  deliveredDocument,
  rejectWhileDeleting,
} from '../../applications/index.ts';
import { runMessages } from '../../messages/index.ts';
import type { OperationService } from '../operations/operation-service.ts';
import { hasOtherWorkflows, workflowSteps } from '../workflows/application-workflows.ts';
import { planCauses } from './plan-causes.ts';
import { planView, shownObject } from './plan-view.ts';

export interface PlanServiceOptions {
  readonly engine: Pick<Engine, 'render' | 'preview'>;
  readonly applications: ApplicationService;
  readonly operations: OperationService;
}

/** As long as the ids that applications get: names that are made of it are as long as they will be. */
const NO_ID = '0'.repeat(24);

/** Plans what documents and runs would change, without changing anything. */
export class PlanService {
  readonly #engine: Pick<Engine, 'render' | 'preview'>;
  readonly #applications: ApplicationService;
  readonly #operations: OperationService;

  constructor({ engine, applications, operations }: PlanServiceOptions) {
    this.#engine = engine;
    this.#applications = applications;
    this.#operations = operations;
  }

  async render(source: IncomingDocument, caller: Caller): Promise<Rendering> {
    const { warnings, ...draft } = await this.#applications.draft(source, caller, 'read');
    return this.#rendering({ appId: draft.application?.id ?? NO_ID, ...draft }, warnings);
  }

  async manifests(appId: string, revision: number | undefined): Promise<Rendering> {
    const { document, componentIds } = await this.#applications.snapshot(appId, revision);
    return this.#rendering({ appId, document, componentIds }, []);
  }

  async planDocument(source: IncomingDocument, caller: Caller): Promise<Plan> {
    const draft = await this.#applications.draft(source, caller, 'deploy');
    return this.#planned(draft, { problems: draft.warnings });
  }

  async planApplication(appId: string, request: PlanRequest, caller: Caller): Promise<Plan> {
    if (request.operation === 'rollback') {
      const { restored, document } = await this.#operations.restorable(appId, request);
      return this.#planned(await this.#applications.redraft(appId, document, caller), { revision: restored });
    }
    const snapshot = await this.#applications.runnable(appId, request.revision, caller);
    rejectWhileDeleting(snapshot.application);
    const requested = requestedOperation(request);
    const operation: Operation =
      requested.kind === 'deploy' ? { ...requested, otherWorkflows: hasOtherWorkflows(snapshot) } : requested;
    this.#operations.check(snapshot, operation);
    const document = operation.kind === 'deploy' ? delivers(snapshot, request.workflowId) : snapshot.document;
    return this.#planned({ ...snapshot, document }, { revision: snapshot.revision, operation });
  }

  async #planned(
    draft: Pick<ApplicationDraft, 'application' | 'document' | 'componentIds' | 'permitted'>,
    about: { readonly revision?: number; readonly operation?: Operation; readonly problems?: readonly Problem[] },
  ): Promise<Plan> {
    const { application, document, componentIds, permitted } = draft;
    const { revision, operation = { kind: 'deploy' }, problems = [] } = about;
    const { name, namespace } = document;
    const run: RunRequest = {
      appId: application?.id ?? NO_ID,
      appName: name,
      namespace,
      revision: revision ?? 0,
      document,
      componentIds,
      operation:
        operation.kind === 'deploy'
          ? { ...(application !== undefined && (await this.#besides(application.id))), ...operation, permitted }
          : operation,
    };
    const preview = await withPlanErrors(() => this.#engine.preview(run));
    const delivered =
      application === undefined || operation.kind !== 'deploy'
        ? undefined
        : await this.#applications.delivered(application);
    const findCause =
      delivered &&
      planCauses({
        engine: this.#engine,
        appId: run.appId,
        componentIds: { ...delivered.componentIds, ...componentIds },
        previous: delivered.document,
        next: document,
      });
    const warnings = application === undefined ? [...preview.warnings, runMessages.newApplication] : preview.warnings;
    return {
      ...(application !== undefined && { appId: application.id }),
      name,
      namespace,
      ...(revision !== undefined && { revision }),
      ...planView({ ...preview, warnings }, findCause),
      problems,
    };
  }

  /** A draft leaves the workflows of its application as they are. */
  async #besides(appId: string): Promise<{ readonly otherWorkflows: boolean }> {
    return { otherWorkflows: hasOtherWorkflows(await this.#applications.snapshot(appId)) };
  }

  async #rendering(run: Parameters<Engine['render']>[0], problems: readonly Problem[]): Promise<Rendering> {
    const rendered = await withPlanErrors(() => this.#engine.render(run));
    const redactor = new Redactor(secretValues(run.document));
    const objects = rendered.map(({ component, source, object }) => ({
      component,
      ...(source !== undefined && { source }),
      manifest: shownObject(withoutServerFields(object), redactor),
    }));
    return { objects, problems };
  }
}

/** What a run would fail with before it begins is a result, not a fault. */
export async function withPlanErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KubeminError) || error instanceof RetryableError || error instanceof ApiError) throw error;
    throw new ApiError('PLAN_REFUSED', errorMessage(error), { cause: error });
  }
}

/** The document a run delivers: by the requested workflow, with components updated by the strategy of the revision. */
function delivers(snapshot: ApplicationSnapshot, workflowId: string | undefined): AnyDocument {
  const { document } = snapshot;
  const workflow = workflowId === undefined ? document.workflow : workflowSteps(snapshot, workflowId);
  return deliveredDocument({ ...snapshot, document: { ...document, workflow } });
}

function requestedOperation({ operation, replicas = {}, components = [], keepPvc }: PlanRequest): Operation {
  switch (operation) {
    case 'scale':
      return { kind: 'scale', replicas };
    case 'restart':
      return { kind: 'restart', components };
    case 'delete':
      return { kind: 'delete', claims: keepPvc ? 'keep' : 'delete' };
    default:
      return { kind: 'deploy' };
  }
}

/** The routes that plan. */
export function planHandlers(plans: PlanService) {
  return {
    renderDocument: bindJson(routes.renderDocument, ({ body, query, caller }) =>
      plans.render({ ...body, lenient: query.lenient }, caller),
    ),
    planDocument: bindJson(routes.planDocument, ({ body, query, caller }) =>
      plans.planDocument({ ...body, lenient: query.lenient }, caller),
    ),
    planApplication: bindJson(routes.planApplication, ({ params, body, caller }) =>
      plans.planApplication(params.appId, body, caller),
    ),
    applicationManifests: bindJson(routes.applicationManifests, ({ params, query }) =>
      plans.manifests(params.appId, query.revision),
    ),
  };
}
