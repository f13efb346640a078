import { type Clock, type Random, randomString } from '@kubemin/base';
import {
  type ChangedWorkflow,
  instant,
  type Page,
  type Problem,
  routes,
  type Trial,
  type Workflow,
  type WorkflowList,
  type WorkflowRequest,
} from '@kubemin/client';
import { type AnyDocument, type DocumentReader, maskDocument, type WorkflowStep } from '@kubemin/model';
import {
  ApiError,
  bindJson,
  buildPage,
  createProblem,
  type IncomingDocument,
  problemMessage,
  type RequestContext,
  unknownFieldPolicy,
  unmaskSecrets,
} from '../../api/index.ts';
import type { ApplicationService, RevisionContent, StoredWorkflow } from '../../applications/index.ts';
import { workflowMessages } from '../../messages/index.ts';
import type { RunService } from '../run-service.ts';
import { hasWaited } from '../run-waiters.ts';
import {
  ownWorkflow,
  storedWorkflows,
  unusedName,
  type WithWorkflows,
  workflowNotFound,
  workflowSteps,
} from './application-workflows.ts';

export interface WorkflowServiceOptions {
  readonly applications: ApplicationService;
  readonly model: Pick<DocumentReader, 'parse'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** Steps as they come in. */
export interface IncomingWorkflow extends WorkflowRequest, Pick<IncomingDocument, 'lenient'> {}

const ID_ENDING = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The workflows of applications: each has its own, the steps its document has, and may have more. */
export class WorkflowService {
  readonly #applications: ApplicationService;
  readonly #model: Pick<DocumentReader, 'parse'>;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor({ applications, model, clock, random }: WorkflowServiceOptions) {
    this.#applications = applications;
    this.#model = model;
    this.#clock = clock;
    this.#random = random;
  }

  async list(appId: string, page: Page): Promise<WorkflowList> {
    const snapshot = await this.#applications.snapshot(appId);
    const all = storedWorkflows(snapshot).toSorted((left, right) => right.updatedAt - left.updatedAt);
    const { entries, ...next } = buildPage(all, page, ({ id }) => id);
    return { workflows: entries.map((workflow) => workflowView(snapshot, workflow)), ...next };
  }

  async try(appId: string, request: IncomingWorkflow): Promise<Trial> {
    const snapshot = await this.#applications.snapshot(appId);
    const before = request.workflowId === undefined ? [] : workflowSteps(snapshot, request.workflowId);
    const { errors, warnings } = this.#read({ ...snapshot.document, workflow: before }, request);
    return { valid: errors.length === 0, errors, warnings };
  }

  /** Workflows are part of what an application is: a change of them is a revision. */
  async put(appId: string, request: IncomingWorkflow, asked: RequestContext): Promise<ChangedWorkflow> {
    const { application } = await this.#applications.snapshot(appId);
    const { workflow_id: own } = application;
    const time = this.#clock.now();
    const workflowId = request.workflowId ?? `${own}-${randomString(this.#random, 8, ID_ENDING)}`;
    const edit = (content: RevisionContent) => {
      const { document, workflows } = content;
      const named = { ...content, application };
      const before = request.workflowId === undefined ? [] : workflowSteps(named, workflowId);
      const steps = this.#accept({ ...document, workflow: before }, request);
      const known = storedWorkflows(named).find(({ id }) => id === workflowId);
      const name = request.name ?? known?.name ?? `${document.name}-workflow`;
      const changed: StoredWorkflow = {
        id: workflowId,
        name: unusedName(name.toLowerCase(), storedWorkflows(named), workflowId),
        alias: request.alias || known?.alias || '',
        ...(workflowId !== own && { steps }),
        createdAt: known?.createdAt ?? time,
        updatedAt: time,
      };
      const others = workflows.filter(({ id }) => id !== workflowId);
      return {
        document: workflowId === own ? { ...document, workflow: steps } : document,
        workflows: [...others, changed],
      };
    };
    const result = await this.#applications.amend({ ...asked, appId, edit });
    return {
      workflowId: request.workflowId ?? (await this.#madeAt(appId, result.application.revision)),
      revision: result.application.revision,
    };
  }

  async remove(appId: string, workflowId: string, asked: RequestContext): Promise<ChangedWorkflow> {
    const edit = ({ document, workflows }: RevisionContent) => {
      const left = workflows.filter(({ id }) => id !== workflowId);
      if (left.length === workflows.length) throw workflowNotFound(document.name, workflowId);
      return { document, workflows: left };
    };
    const { workflow_id: own, name } = await this.#applications.require(appId);
    if (workflowId === own) {
      throw new ApiError('WORKFLOW_NEEDED', workflowMessages.own({ app: name, workflow: workflowId }));
    }
    const { application } = await this.#applications.amend({ ...asked, appId, edit });
    return { workflowId, revision: application.revision };
  }

  /** The workflow a revision has added: the newest there is. A repeated request asks for the one it made before. */
  async #madeAt(appId: string, revision: number): Promise<string> {
    const snapshot = await this.#applications.snapshot(appId, revision);
    return snapshot.workflows.at(-1)?.id ?? ownWorkflow(snapshot).id;
  }

  #accept(document: AnyDocument, request: IncomingWorkflow): readonly WorkflowStep[] {
    const { workflow, errors } = this.#read(document, request);
    if (workflow !== undefined && errors.length === 0) return workflow;
    const [first] = errors;
    const problem = first && workflowMessages.detail({ path: first.path, problem: problemMessage(first) });
    throw new ApiError('WORKFLOW_BODY_INVALID', workflowMessages.invalid({ problem }), { problems: errors });
  }

  #read(document: AnyDocument, { workflow: steps, lenient }: IncomingWorkflow) {
    const { document: read, problems } = this.#model.parse(
      { ...document, workflow: steps },
      unknownFieldPolicy(lenient, document),
    );
    const found = problems.filter(({ path }) => path.startsWith('workflow'));
    const missing: readonly Problem[] = steps.length > 0 ? [] : [NO_STEPS];
    const unmasked = read && unmaskSecrets(read, document);
    const hidden = unmasked?.problems ?? [];
    const errors = [...missing, ...found.filter(({ severity }) => severity === 'error'), ...hidden];
    const warnings = found.filter(({ severity }) => severity === 'warning');
    return { workflow: unmasked?.document.workflow, errors, warnings };
  }
}

const NO_STEPS = createProblem({
  path: 'workflow',
  code: 'MISSING_REQUIRED_FIELD',
  message: workflowMessages.stepRequired,
  fix: workflowMessages.addStep,
});

/** Which service handles the routes about workflows. */
export function workflowHandlers(workflows: WorkflowService, runs: RunService) {
  return {
    listWorkflows: bindJson(routes.listWorkflows, ({ params, query }) => workflows.list(params.appId, query)),
    putWorkflow: bindJson(routes.putWorkflow, ({ params, body, query, ...asked }) =>
      workflows.put(params.appId, { ...body, ...query }, asked),
    ),
    tryWorkflow: bindJson(routes.tryWorkflow, ({ params, body, query }) =>
      workflows.try(params.appId, { ...body, ...query }),
    ),
    deleteWorkflow: bindJson(routes.deleteWorkflow, ({ params, ...asked }) =>
      workflows.remove(params.appId, params.workflowId, asked),
    ),
    execById: bindJson(routes.execById, ({ body, about, ...asked }) => runs.execById(body, asked, about), hasWaited),
    cancelById: bindJson(routes.cancelById, ({ body, about, ...asked }) => runs.cancelById(body, asked, about)),
  };
}

/** A workflow as the contract shows it. */
function workflowView({ application, document }: WithWorkflows, workflow: StoredWorkflow): Workflow {
  const { namespace, project, description } = document;
  const shown = maskDocument({ ...document, workflow: workflow.steps ?? document.workflow });
  return {
    id: workflow.id,
    name: workflow.name,
    alias: workflow.alias,
    namespace,
    project,
    description,
    own: workflow.id === application.workflow_id,
    workflowType: 'workflow',
    status: 'created',
    disabled: false,
    steps: shown.workflow.map((step) => ({ ...step })),
    createTime: instant(workflow.createdAt),
    updateTime: instant(workflow.updatedAt),
  };
}
