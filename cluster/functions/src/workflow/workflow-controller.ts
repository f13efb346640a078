import {
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueMappedKeys,
  enqueueOwners,
  findControllerReference,
  phaseModule,
  type ReconcileResult,
  type Reconciler,
  type Source,
} from '@kubemin/controller';
import { type Informer, objectKey, splitKey } from '@kubemin/kube';
import { deepEqual, ignoreNotFound, type KubeObject } from '@kubemin/kubeapi';
import type { FunctionInvoker } from '../invoker/index.ts';
import { type FunctionObject, functions } from '../resources/index.ts';
import { FunctionCalls } from './function-calls.ts';
import { createRunMachine } from './run-machine.ts';
import { type WorkflowRun, workflowRuns } from './run-resource.ts';
import { isRunnable, validateWorkflow, type WorkflowProblem } from './validate-workflow.ts';
import { type FunctionWorkflow, functionWorkflows, type WorkflowStatus } from './workflow-resource.ts';

/** The controllers of workflows and of their runs. */
export function workflowModules(invoker: FunctionInvoker): readonly ControllerModule[] {
  return [workflowModule, workflowRunModule(invoker)];
}

/** Drives the runs. */
function workflowRunModule(invoker: FunctionInvoker): ControllerModule {
  return {
    name: 'workflow-runs',
    for: workflowRuns,
    resources: [functionWorkflows],
    setup(context) {
      const { clock, random } = context;
      // The calls under way belong to this term: another leader makes them again.
      const calls = new FunctionCalls({ invoker, clock, random });
      const sources = ({ informers }: ControllerContext): readonly Source[] => {
        const runs = informers.informer(workflowRuns);
        return [
          calls.source,
          enqueueOwners(runs, workflowRuns, ({ type, object }) => type === 'deleted' || isEnded(object)),
          () =>
            runs.onChange(({ type, key, object }) => {
              if (type === 'deleted' || isEnded(object)) calls.keepOnly(key, new Set());
            }),
        ];
      };
      return phaseModule(createRunMachine(calls), { name: 'workflow-runs', sources }).setup(context);
    },
  };
}

/** Validates workflows, and deletes runs that are too many or too old. */
const workflowModule: ControllerModule = {
  name: 'function-workflows',
  for: functionWorkflows,
  resources: [workflowRuns, functions],
  setup(context) {
    const { informers } = context;
    const workflows = informers.informer(functionWorkflows);
    const runs = informers.informer(workflowRuns, {
      indexers: {
        [BY_WORKFLOW]: ({ metadata, spec }) => [objectKey({ metadata: { ...metadata, name: spec.workflow } })],
        [BY_OWNER]: ({ metadata }) => (metadata.ownerReferences ?? []).map(({ uid }) => uid),
      },
    });
    const existing = informers.informer(functions);
    const reconciler = new WorkflowReconciler(context, { workflows, runs, existing });
    return createReconcilerController({
      context,
      reconciler,
      primary: workflows,
      sources: [
        enqueueMappedKeys(runs, ({ object: { metadata, spec, ...run } }) =>
          isEnded(run) ? [objectKey({ metadata: { ...metadata, name: spec.workflow } })] : [],
        ),
        // Which functions and workflows exist concerns the warnings of the others.
        enqueueNeighbours(existing, workflows),
        enqueueNeighbours(workflows, workflows),
      ],
    });
  },
};

const BY_WORKFLOW = 'workflow';
const BY_OWNER = 'owner';
const RETRY_DELETION_MS = 60_000;
const DEFAULT_HISTORY = 50;

/** Enqueues all workflows of a namespace when an object appears there or goes. */
function enqueueNeighbours<T extends KubeObject>(objects: Informer<T>, workflows: Informer<FunctionWorkflow>): Source {
  return enqueueMappedKeys(objects, ({ type, object }) => {
    if (type === 'updated') return [];
    return workflows
      .list()
      .filter(({ metadata }) => metadata.namespace === object.metadata.namespace)
      .map(objectKey);
  });
}

interface Caches {
  readonly workflows: Informer<FunctionWorkflow>;
  readonly runs: Informer<WorkflowRun>;
  readonly existing: Informer<FunctionObject>;
}

class WorkflowReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #caches: Caches;

  constructor(context: ControllerContext, caches: Caches) {
    this.#context = context;
    this.#caches = caches;
  }

  async reconcile(key: string, signal: AbortSignal): Promise<ReconcileResult | undefined> {
    const workflow = this.#caches.workflows.get(key);
    if (workflow !== undefined && workflow.metadata.deletionTimestamp === undefined) {
      await this.#report(workflow, signal);
    }
    return this.#deleteOldRuns(key, workflow, signal);
  }

  async #report(workflow: FunctionWorkflow, signal: AbortSignal): Promise<void> {
    const { namespace, name } = workflow.metadata;
    const problems = validateWorkflow(workflow.spec, {
      name,
      functions: namesIn(this.#caches.existing, namespace),
      workflows: namesIn(this.#caches.workflows, namespace),
    });
    const status = this.#status(workflow, problems);
    if (deepEqual(workflow.status, status)) return;
    const workflows = this.#context.client.resource(functionWorkflows, namespace);
    await workflows.update({ ...workflow, status }, { subresource: 'status', signal });
  }

  #status({ metadata, status }: FunctionWorkflow, problems: readonly WorkflowProblem[]): WorkflowStatus {
    const isValid = isRunnable(problems);
    const before = status?.conditions?.find(({ type }) => type === 'Valid');
    const value = isValid ? 'True' : 'False';
    const errors = problems.filter(({ severity }) => severity === 'error');
    const messages = errors.map(({ path, message }) => `${path}: ${message.message}`);
    const now = new Date(this.#context.clock.now()).toISOString();
    return {
      observedGeneration: metadata.generation,
      conditions: [
        {
          type: 'Valid',
          status: value,
          reason: isValid ? 'Valid' : 'Invalid',
          message: isValid ? 'the workflow can be run' : messages.join('; '),
          lastTransitionTime: before?.status === value ? before.lastTransitionTime : now,
          observedGeneration: metadata.generation,
        },
      ],
      problems: problems.map(({ message, ...problem }) => ({ ...problem, message: message.message })),
    };
  }

  async #deleteOldRuns(
    key: string,
    workflow: FunctionWorkflow | undefined,
    signal: AbortSignal,
  ): Promise<ReconcileResult | undefined> {
    const { runHistoryLimit = DEFAULT_HISTORY, runTtlSeconds } = workflow?.spec ?? {};
    const now = this.#context.clock.now();
    const ended = this.#caches.runs
      .byIndex(BY_WORKFLOW, key)
      .filter((run) => isEnded(run) && run.metadata.deletionTimestamp === undefined && !isCalled(run))
      .sort((a, b) => endTime(b) - endTime(a));
    let again = Number.POSITIVE_INFINITY;
    for (const [index, run] of ended.entries()) {
      const expiresIn = runTtlSeconds === undefined ? undefined : endTime(run) + runTtlSeconds * 1000 - now;
      const isExpired = expiresIn !== undefined && expiresIn <= 0;
      if (index < runHistoryLimit && !isExpired) {
        again = Math.min(again, expiresIn ?? again);
        continue;
      }
      if (this.#hasRunningCalls(run)) {
        again = Math.min(again, RETRY_DELETION_MS);
        continue;
      }
      const { namespace } = splitKey(key);
      const { name = '', uid } = run.metadata;
      const runs = this.#context.client.resource(workflowRuns, namespace);
      await ignoreNotFound(runs.delete(name, { preconditions: { uid }, propagationPolicy: 'Background', signal }));
    }
    return again === Number.POSITIVE_INFINITY ? undefined : { requeueAfterMs: again };
  }

  /** Runs that it has called, and that would be deleted with it. */
  #hasRunningCalls({ metadata: { uid = '' } }: WorkflowRun): boolean {
    return this.#caches.runs.byIndex(BY_OWNER, uid).some((run) => !isEnded(run) || this.#hasRunningCalls(run));
  }
}

/** Whether the run has ended. */
export function isEnded({ status }: Pick<WorkflowRun, 'status'>): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed' || status?.phase === 'Cancelled';
}

/** Whether another run has called it, with which it is deleted. */
function isCalled(run: WorkflowRun): boolean {
  return findControllerReference(run)?.kind === workflowRuns.kind;
}

function endTime({ metadata, status }: WorkflowRun): number {
  return Date.parse(status?.endedAt ?? metadata.creationTimestamp ?? '') || 0;
}

function namesIn(objects: Informer<KubeObject>, namespace: string | undefined): ReadonlySet<string> {
  const found = objects.list().filter(({ metadata }) => metadata.namespace === namespace);
  return new Set(found.map(({ metadata }) => metadata.name ?? ''));
}
