import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { formatApiVersion, isStatusError, type ResourceType } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { LABEL, type RenderedObject } from '@kubemin/render';
import { USED_BY, withReruns } from '../../delivery/index.ts';
import { planMessages } from '../../messages/index.ts';
import {
  hasPhases,
  type JobTypeRegistry,
  type Leftover,
  operationJob,
  operationProblems,
  PRUNE,
  planOperation,
  planRollouts,
  planWorkflow,
  RESTARTABLE_KINDS,
  SCALABLE_KINDS,
  withReplicas,
  workloadJobs,
} from '../../plan/index.ts';
import { RELEASE_SHARE, RESTART, SCALE } from '../../steps/index.ts';
import {
  type Operation,
  type OperationKind,
  OperationRefusedError,
  objectUses,
  type PlannedJob,
  type PruneRule,
  refuseForbiddenPlaces,
} from '../../task/index.ts';
import { findLeftovers } from '../find-leftovers.ts';
import { retryWithPauses, transientPauses } from '../retry-with-pauses.ts';
import { claimNames } from './claim-names.ts';
import { claimShortNames } from './claim-short-names.ts';
import type { Delivered, Preparation, PrepareContext, Prepared } from './preparation.ts';
import { refuseMissingDevices } from './refuse-missing-devices.ts';

const DELETE = 'delete';
const CLAIMS: PruneRule = { resource: core.v1.persistentvolumeclaims, after: 'run' };

/**
 * A run that removes all the application owns, found by its label: what runs first, then what that used. Of what others
 * own, only this application's share is released.
 */
const prepareDelete: Preparation<'delete'> = async (context, { claims }) => {
  const { jobTypes } = context.dependencies;
  const rules = claims === 'delete' ? withClaims(jobTypes) : jobTypes;
  const owned = await listLeftovers(context, { jobTypes: rules, rendered: [] });
  const marked = await findShareMarks(context, rules);
  const jobs = (which: Leftover['after']): readonly PlannedJob[] =>
    owned
      .filter(({ after }) => after === which)
      .map(({ component, object }) => operationJob(PRUNE, { component, object, onExisting: 'apply' }, DELETE));
  const releases = marked.map((each) => operationJob(RELEASE_SHARE, each, DELETE));
  return { rendered: [], plan: planOperation(DELETE, [jobs('component'), [...jobs('run'), ...releases]]) };
};

function withClaims(registry: JobTypeRegistry): Pick<JobTypeRegistry, 'pruneRules' | 'pruneRuleFor'> {
  return {
    pruneRules: () => [...registry.pruneRules(), CLAIMS],
    pruneRuleFor: (kind) => (kind === CLAIMS.resource.kind ? CLAIMS : registry.pruneRuleFor(kind)),
  };
}

/** The objects of other applications that this one has marked as used, wherever they are. */
async function findShareMarks(
  context: PrepareContext,
  jobTypes: Pick<JobTypeRegistry, 'pruneRules'>,
): Promise<readonly RenderedObject[]> {
  const { dependencies, signal, logger } = context;
  const onRetry = (error: unknown): void => logger.warn('looking for what is shared failed for now', { error });
  return retryWithPauses({ ...dependencies, signal, onRetry, pause: transientPauses(dependencies) }, async () => {
    const found = await Promise.all(jobTypes.pruneRules().map(({ resource }) => marked(context, resource)));
    return found.flat();
  });
}

async function marked({ task, dependencies, signal }: PrepareContext, type: ResourceType) {
  const key = `${USED_BY}${task.appId}`;
  try {
    const { items } = await dependencies.client.resource(type).list({ labelSelector: LABEL.shareName, signal });
    return items.flatMap(({ metadata: { name = '', namespace, annotations } }): readonly RenderedObject[] => {
      const component = annotations?.[key];
      if (component === undefined) return [];
      const metadata = { name, ...(namespace !== undefined && { namespace }) };
      const object = { apiVersion: formatApiVersion(type), kind: type.kind, metadata };
      return [{ component, object, onExisting: 'apply' }];
    });
  } catch (error) {
    // A cluster without the kind has none; what the platform may not list it cannot have marked.
    if (isStatusError(error, 'NotFound') || isStatusError(error, 'Forbidden')) return [];
    throw error;
  }
}

const NO_ROLLOUTS = { phased: new Map<string, never>(), tracks: {} } as const;

/** A run that delivers the document by its workflow, and prunes what it does not ask for any more. */
const prepareDeploy: Preparation<'deploy'> = async (context, operation) => {
  const { rerun = false, otherWorkflows = false } = operation;
  const { renderer, jobTypes, stepTypes } = context.dependencies;
  const { appId, id } = context.task;
  const { document, componentIds } = context.request;
  const gateway = await chooseGateway(context);
  const target = gateway === undefined ? {} : { gateway: gateway.settings };
  const asked = await claimShortNames(context, renderer.render(document, { appId, componentIds, ...target }));
  await refusePlaces(context, asked);
  await refuseMissingDevices(context, asked);
  await claimNames(context, operation, asked);
  const next = rerun ? withReruns(asked, id) : asked;
  // Rolling updates on the stable track need not know what there was.
  const delivered = await context.delivered(({ tracks }) => tracks !== null || hasPhases(document));
  const previous =
    delivered === undefined ? [] : renderer.render(delivered.document, { appId, ...delivered, ...target });
  const { rendered, phased, tracks } =
    previous.length === 0 ? { ...NO_ROLLOUTS, rendered: next } : planRollouts(document, previous, next);
  // Also before a first run: an application that was restored or migrated may have runs that are not in this database.
  // Steps of the application's other workflows own objects too: they are not in this document, so all such objects stay.
  const ofSteps = otherWorkflows ? undefined : stepTypes.owners(document.workflow);
  const isKept = (component: string) => (ofSteps === undefined ? component.includes('.') : ofSteps.has(component));
  const leftovers = (await listLeftovers(context, { jobTypes, rendered })).filter(
    ({ component }) => !isKept(component),
  );
  const plan = planWorkflow({ document, rendered, phased, leftovers, jobTypes, stepTypes });
  return { rendered, plan, tracks, ...(gateway !== undefined && { gateway }) };
};

/** Which kind of gateway the routes of the document are for: the operator and the cluster decide, not the document. */
async function chooseGateway({ request, dependencies, signal, logger }: PrepareContext) {
  const { gateway } = dependencies;
  const hasRoutes = request.document.component.some(({ traits }) => Object.hasOwn(traits, 'gateway'));
  if (gateway === undefined || !hasRoutes) return undefined;
  const onRetry = (error: unknown): void => logger.warn('looking for the kind of gateway failed for now', { error });
  return retryWithPauses({ ...dependencies, signal, onRetry, pause: transientPauses(dependencies) }, () =>
    gateway.choose(),
  );
}

/** Judged before anything is written, and again with each object: a binding may change while a run waits. */
async function refusePlaces({ dependencies }: PrepareContext, rendered: readonly RenderedObject[]): Promise<void> {
  const { tenancy } = dependencies;
  if (tenancy === undefined) return;
  // A project may be bound right before its first run, by another instance.
  await tenancy.source.bindings({ fresh: true });
  await refuseForbiddenPlaces(tenancy, rendered.flatMap(objectUses));
}

/** A run that replaces pods by others like them. What is delivered stays what it is. */
const prepareRestart: Preparation<'restart'> = async (context, operation) => {
  const delivered = (await context.delivered()) ?? { ...context.request, tracks: {} };
  const rendered = operatedObjects(context, operation, delivered);
  const all = delivered.document.component.map(({ name }) => name);
  const components = operation.components.length === 0 ? all : operation.components;
  const jobs = workloadJobs(RESTART, rendered, { components, kinds: RESTARTABLE_KINDS });
  return { rendered, plan: planOperation(RESTART, [jobs]) };
};

/** A run that changes replica counts of what has been delivered. It is what the next run starts from. */
const prepareScale: Preparation<'scale'> = async (context, operation) => {
  const before = await context.delivered();
  if (before === undefined) {
    throw new TerminalError(planMessages.nothingToScale, { code: 'NOT_DEPLOYED' });
  }
  const delivered = { ...before, document: withReplicas(before.document, operation.replicas) };
  const rendered = operatedObjects(context, operation, delivered);
  const jobs = workloadJobs(SCALE, rendered, { components: Object.keys(operation.replicas), kinds: SCALABLE_KINDS });
  const { document, componentIds, tracks } = delivered;
  return {
    rendered,
    tracks,
    delivers: {
      request: context.dependencies.vault.seal(JSON.stringify(document)),
      componentIds: JSON.stringify(componentIds),
    },
    plan: planOperation(SCALE, [jobs]),
  };
};

const UNDO = 'undo';

/**
 * A run that removes what an earlier one created, and nothing that was there before it. What a run in between has taken
 * for its own must stay, so there must have been none. Claims stay, as always: data outlives what used it.
 */
const prepareUndo: Preparation<'undo'> = async (context, { run }) => {
  await refuseIfSuperseded(context, run);
  const { jobTypes } = context.dependencies;
  const created = await listLeftovers(context, { jobTypes, rendered: [], createdBy: run });
  const jobs = (which: Leftover['after']): readonly PlannedJob[] =>
    created
      .filter(({ after }) => after === which)
      .map(({ component, object }) => operationJob(PRUNE, { component, object, onExisting: 'apply' }, UNDO));
  return { rendered: [], plan: planOperation(UNDO, [jobs('component'), jobs('run')]) };
};

async function refuseIfSuperseded({ store }: PrepareContext, run: string): Promise<void> {
  const before = await store.previousTask();
  if (before?.id === run) return;
  const later = before === undefined ? planMessages.unknownRun : verbatim(before.id);
  throw new TerminalError(planMessages.undoSuperseded({ run, later }), { code: 'TASK_SUPERSEDED' });
}

const PREPARATIONS: { readonly [K in OperationKind]: Preparation<K> } = {
  deploy: prepareDeploy,
  scale: prepareScale,
  restart: prepareRestart,
  delete: prepareDelete,
  undo: prepareUndo,
};

/** Renders and plans everything before anything is written. */
export function prepare<K extends OperationKind>(
  context: PrepareContext,
  operation: Extract<Operation, { readonly kind: K }> & { readonly kind: K },
): Promise<Prepared> {
  return PREPARATIONS[operation.kind](context, operation);
}

/** What the application has in the cluster beyond `rendered`, of the kinds that may be pruned. */
async function listLeftovers(
  { task, store, dependencies, signal, logger }: PrepareContext,
  search: {
    readonly jobTypes: Pick<JobTypeRegistry, 'pruneRules' | 'pruneRuleFor'>;
    readonly rendered: readonly RenderedObject[];
    readonly createdBy?: string;
  },
): Promise<readonly Leftover[]> {
  const { client } = dependencies;
  // A task that was never begun has none.
  const jobs = task.startedAt === undefined ? [] : await store.listJobs();
  const onRetry = (error: unknown): void => logger.warn('looking for objects to prune failed for now', { error });
  return retryWithPauses({ ...dependencies, signal, onRetry, pause: transientPauses(dependencies) }, () =>
    findLeftovers({ client, appId: task.appId, jobs, signal, logger, ...search }),
  );
}

/** Renders what an operation acts on, and throws what stands against it. */
function operatedObjects(
  { task, dependencies }: PrepareContext,
  operation: Operation,
  delivered: Delivered,
): readonly RenderedObject[] {
  const rendered = dependencies.renderer.render(delivered.document, { appId: task.appId, ...delivered });
  const problems = operationProblems(operation, delivered.document, rendered);
  if (problems.length > 0) throw new OperationRefusedError(operation.kind, problems);
  return rendered;
}
