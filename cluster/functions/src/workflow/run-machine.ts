import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import {
  definePhaseMachine,
  type HandlerContext,
  type HandlerResult,
  type PhaseMachine,
  type PhaseState,
  single,
} from '@kubemin/controller';
import { asJsonObject } from '@kubemin/kubeapi';
import { type ContentStore, createContentStore } from '../content/index.ts';
import type { FunctionCalls } from './function-calls.ts';
import { attemptId, cancelCalledRun, type NodeOutcome, nodeExecutors } from './node-types.ts';
import { loadRunData, RunData } from './run-data.ts';
import { type CurrentNode, type RunError, type WorkflowRun, workflowRuns } from './run-resource.ts';
import { clearFailures, type RunState, RunTransitions, readRunState } from './run-state.ts';
import { isRunnable, readWorkflowSpec, validateWorkflow } from './validate-workflow.ts';
import { functionWorkflows, type WorkflowSpec } from './workflow-resource.ts';

/** How long a run waits for something that enqueues it, before it looks again. */
const LONGEST_WAIT_MS = 300_000;

/** The phases of workflow runs. */
export function createRunMachine(calls: FunctionCalls): PhaseMachine<WorkflowRun> {
  return definePhaseMachine({
    resource: workflowRuns,
    initialPhase: 'Pending',
    terminalPhases: ['Succeeded', 'Failed', 'Cancelled'],
    failedPhases: ['Failed', 'Cancelled'],
    handlers: {
      Pending: single<WorkflowRun>('prepare', prepareRun),
      Running: single<WorkflowRun>('run', (context, run, last) => new RunStep(calls, context, run).advance(last)),
    },
    normalTrans: { Pending: 'Running', Running: 'Succeeded' },
    errorTrans: { Pending: 'Failed', Running: 'Failed' },
    choices: { Pending: ['Cancelled'], Running: ['Cancelled'] },
    // Only the API and the content store can fail in a way that is retried; a failed node is a result.
    policies: { Pending: { maxAttempts: 20 }, Running: { maxAttempts: 20 } },
  });
}

/** Copies the workflow into the run, which is not affected by later changes of it, and enters the first node. */
async function prepareRun(context: HandlerContext, run: WorkflowRun): Promise<HandlerResult> {
  const { client, clock, signal } = context;
  if (run.spec.cancelled === true) return cancelled(context);
  const { namespace = '' } = run.metadata;
  const workflow = await client.resource(functionWorkflows, namespace).find(run.spec.workflow, { signal });
  if (workflow === undefined) {
    return fail(context, { type: 'UnknownWorkflow', message: `there is no workflow "${run.spec.workflow}"` });
  }
  const problems = validateWorkflow(workflow.spec).filter(({ severity }) => severity === 'error');
  if (!isRunnable(problems)) {
    const message = problems.map((problem) => `${problem.path}: ${problem.message.message}`).join('; ');
    return fail(context, { type: 'InvalidWorkflow', message: `the workflow is not valid: ${message}` });
  }
  const content = createContentStore({ client, clock });
  const data = new RunData({ content, run, signal });
  const { argumentsFrom, arguments: given = workflow.spec.startArguments ?? {} } = run.spec;
  const startData =
    argumentsFrom === undefined
      ? asJsonObject(given)
      : await loadRunData({ content: argumentsFrom }, { content, namespace, signal });
  const definition = await data.store(asJsonObject(workflow.spec));
  const at = isoTime(context);
  const state = new RunTransitions(workflow.spec).start(await data.store(startData), at);
  if (state.error !== undefined) return fail(context, state.error);
  return {
    done: true,
    status: {
      definition,
      workflowGeneration: workflow.metadata.generation,
      startedAt: at,
      ...toStatus(state, data),
    },
  };
}

const NO_NODE: RunError = { type: 'NoNode', message: 'the run has no current node' };

/** One call of the handler of a run: takes the results that have come, goes on to the next nodes, and starts them. */
class RunStep {
  readonly #calls: FunctionCalls;
  readonly #context: HandlerContext;
  readonly #run: WorkflowRun;
  readonly #content: ContentStore;
  readonly #data: RunData;

  constructor(calls: FunctionCalls, context: HandlerContext, run: WorkflowRun) {
    this.#calls = calls;
    this.#context = context;
    this.#run = run;
    const { client, clock, signal } = context;
    this.#content = createContentStore({ client, clock });
    this.#data = new RunData({ content: this.#content, run, signal });
  }

  async advance(last: PhaseState): Promise<HandlerResult> {
    const spec = await this.#loadDefinition();
    const transitions = new RunTransitions(spec);
    const stored = readRunState(this.#run.status);
    if (this.#run.spec.cancelled === true) return this.#cancel(transitions, stored);
    if (stored.current.length === 0) return this.#fail(stored, this.#run.status?.error ?? NO_NODE);
    this.#forgetCalls(stored);
    const { state, until } = await this.#runNodes(transitions, clearFailures(stored));
    if (state.error !== undefined) return this.#fail(state, state.error);
    if (state.current.length === 0) {
      return { done: true, status: { ...toStatus(state, this.#data), result: state.result, endedAt: this.#now() } };
    }
    const deadline = runDeadline(spec, last);
    if (deadline !== undefined && deadline <= this.#context.clock.now()) {
      await this.#cancelCalledRuns(transitions, state);
      const message = `the run has not ended within ${spec.timeoutSeconds} s`;
      return this.#fail(markFailed(state), { type: 'Timeout', message });
    }
    // With a new status there is no time to wait: it would also delay other branches.
    if (state !== stored) {
      return { done: false, updated: true, requeueAfterMs: 0, status: toStatus(state, this.#data) };
    }
    const wake = Math.min(until ?? Number.POSITIVE_INFINITY, deadline ?? Number.POSITIVE_INFINITY);
    const waitMs = Math.min(LONGEST_WAIT_MS, Math.max(1, wake - this.#context.clock.now()));
    return { done: false, requeueAfterMs: waitMs };
  }

  /** Executes all current nodes as far as possible, and those after them that have no effects. */
  async #runNodes(
    transitions: RunTransitions,
    started: RunState,
  ): Promise<{ readonly state: RunState; readonly until: number | undefined }> {
    let state = started;
    let until: number | undefined;
    const stored = new Set((this.#run.status?.current ?? []).map(attemptKey));
    const waiting = new Set<number>();
    for (;;) {
      const next = state.current.find((entry) => !waiting.has(entry.step));
      if (next === undefined || state.error !== undefined) return { state, until };
      const outcome = await this.#execute(transitions, state, next, stored.has(attemptKey(next)));
      if (outcome.kind === 'wait') {
        waiting.add(next.step);
        until = Math.min(until ?? Number.POSITIVE_INFINITY, outcome.until ?? Number.POSITIVE_INFINITY);
        continue;
      }
      state = await this.#apply(transitions, state, next, outcome);
      if (outcome.kind === 'failed') waiting.add(next.step);
    }
  }

  async #execute(
    transitions: RunTransitions,
    state: RunState,
    current: CurrentNode,
    isStored: boolean,
  ): Promise<NodeOutcome> {
    const node = transitions.findNode(current.node);
    if (node === undefined) {
      const error = { node: current.node, type: 'UnknownNode', message: `the workflow has no node "${current.node}"` };
      return { kind: 'failed', error };
    }
    const executor = nodeExecutors[node.type];
    if (executor.hasEffects && !isStored) return { kind: 'wait' };
    const retryAt = current.retryAt === undefined ? 0 : Date.parse(current.retryAt);
    if (retryAt > this.#context.clock.now()) return { kind: 'wait', until: retryAt };
    return executor.execute({
      ...{ node, current, state },
      data: this.#data,
      run: this.#run,
      calls: this.#calls,
      context: this.#context,
    });
  }

  async #apply(
    transitions: RunTransitions,
    state: RunState,
    current: CurrentNode,
    outcome: Exclude<NodeOutcome, { kind: 'wait' }>,
  ): Promise<RunState> {
    const at = this.#now();
    switch (outcome.kind) {
      case 'branches':
        return transitions.branch(state, current, at);
      case 'failed':
        return this.#applyFailure(transitions, state, current, outcome.error);
      case 'done': {
        const { kind: _, output, ...completion } = outcome;
        const stored = output === undefined ? {} : { output: await this.#data.store(output) };
        return transitions.complete(state, current, { ...completion, ...stored }, at);
      }
    }
  }

  async #applyFailure(
    transitions: RunTransitions,
    state: RunState,
    current: CurrentNode,
    error: RunError,
  ): Promise<RunState> {
    const route = transitions.routeFailure(state, current);
    if (route.kind === 'fail') return transitions.fail(state, current, error);
    if (route.kind === 'retry') {
      const at = new Date(this.#context.clock.now() + route.delayMs).toISOString();
      return transitions.retry(state, current, { error, at });
    }
    const { join, next } = route;
    const before = await this.#data.load(join === undefined ? current.data : join.data);
    const { node = '', type, message } = error;
    const output = await this.#data.store({ ...before, error: { node, type, message } });
    const completion = { output, next, error };
    const at = this.#now();
    return join === undefined
      ? transitions.complete(state, current, completion, at)
      : transitions.abandon(state, current, { join, completion, at });
  }

  #fail(state: RunState, error: RunError): HandlerResult {
    this.#calls.keepOnly(this.#context.key, new Set());
    return fail(this.#context, error, toStatus(state, this.#data));
  }

  async #cancel(transitions: RunTransitions, state: RunState): Promise<HandlerResult> {
    this.#calls.keepOnly(this.#context.key, new Set());
    await this.#cancelCalledRuns(transitions, state);
    return cancelled(this.#context);
  }

  async #cancelCalledRuns(transitions: RunTransitions, { current: all }: RunState): Promise<void> {
    for (const current of all) {
      const node = transitions.findNode(current.node);
      if (node !== undefined) await cancelCalledRun({ run: this.#run, context: this.#context, node, current });
    }
  }

  /** Calls whose results are stored; calls of branches that were abandoned are aborted. */
  #forgetCalls({ current }: RunState): void {
    this.#calls.keepOnly(this.#context.key, new Set(current.map((entry) => attemptId(this.#run, entry))));
  }

  async #loadDefinition(): Promise<WorkflowSpec> {
    const { definition } = this.#run.status ?? {};
    const { spec, problems } = readWorkflowSpec(definition === undefined ? {} : await this.#data.load(definition));
    if (spec !== undefined) return spec;
    const reason = problems.map(({ path, message }) => `${path}: ${message.message}`).join('; ');
    throw new TerminalError(verbatim(`the copy of the workflow in the run cannot be read: ${reason}`), {
      code: 'WORKFLOW_COPY_INVALID',
    });
  }

  #now(): string {
    return isoTime(this.#context);
  }
}

function fail(
  { clock }: HandlerContext,
  error: RunError,
  status: Readonly<Record<string, unknown>> = {},
): HandlerResult {
  const { node, type, message } = error;
  const text = `${node === undefined ? '' : `node "${node}": `}${type}: ${message}`;
  return {
    done: false,
    error: new TerminalError(verbatim(text), { code: 'WORKFLOW_RUN_FAILED' }),
    status: { ...status, error, endedAt: new Date(clock.now()).toISOString() },
  };
}

function cancelled(context: HandlerContext): HandlerResult {
  return { done: true, next: 'Cancelled', status: { current: [], joins: [], endedAt: isoTime(context) } };
}

function toStatus(
  { stepCount, current, joins, steps, droppedSteps }: RunState,
  { inlineBytes }: RunData,
): Readonly<Record<string, unknown>> {
  // What a reset has left behind is no longer true.
  return { stepCount, current, joins, steps, droppedSteps, inlineBytes, error: undefined, endedAt: undefined };
}

/** When the run must have ended; a reset starts the time again. */
function runDeadline({ timeoutSeconds }: WorkflowSpec, { startTime }: PhaseState): number | undefined {
  if (timeoutSeconds === undefined || startTime === undefined) return undefined;
  return Date.parse(startTime) + timeoutSeconds * 1000;
}

/** All current nodes are attempted again after a reset. */
function markFailed(state: RunState): RunState {
  return { ...state, current: state.current.map((entry) => ({ ...entry, failed: true })) };
}

function attemptKey({ step, attempt }: CurrentNode): string {
  return `${step}.${attempt}`;
}

function isoTime({ clock }: HandlerContext): string {
  return new Date(clock.now()).toISOString();
}
