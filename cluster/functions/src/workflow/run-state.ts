import type {
  Branch,
  BranchJoin,
  CurrentNode,
  RunError,
  StepRecord,
  StoredData,
  WorkflowRunStatus,
} from './run-resource.ts';
import { nodesByName } from './workflow-graph.ts';
import type { WorkflowNode, WorkflowSpec } from './workflow-resource.ts';

/** The oldest of more steps are dropped: the API rejects objects of 1.5 MiB. */
const MAX_LISTED_STEPS = 250;

/** The progress of a run, as in its status. All changes are pure functions. */
export interface RunState {
  readonly stepCount: number;
  readonly current: readonly CurrentNode[];
  readonly joins: readonly BranchJoin[];
  readonly steps: readonly StepRecord[];
  readonly droppedSteps: number;
  /** Set when nothing is left to do. */
  readonly result?: StoredData | undefined;
  /** Set when the run has failed. */
  readonly error?: RunError | undefined;
}

/** The completion of a node. */
export interface NodeCompletion {
  /** The new data; absent: the data is not changed. */
  readonly output?: StoredData | undefined;
  /** Absent or empty: the end. */
  readonly next?: string | undefined;
  readonly error?: RunError | undefined;
  readonly warning?: string | undefined;
  readonly cold?: boolean | undefined;
  readonly run?: string | undefined;
}

/** The data that goes to a node, and the step whose output it is. */
interface Flow {
  readonly data: StoredData;
  readonly dataFrom?: number | undefined;
  readonly branch?: Branch | undefined;
}

/** What to do after a failure. */
export type FailureRoute =
  | { readonly kind: 'retry'; readonly delayMs: number }
  /** The node itself, or a parallel node around it whose branches are abandoned. */
  | { readonly kind: 'onError'; readonly next: string; readonly join?: BranchJoin }
  | { readonly kind: 'fail' };

/** Changes the progress of runs of one workflow. */
export class RunTransitions {
  readonly #spec: WorkflowSpec;
  readonly #nodes: ReadonlyMap<string, WorkflowNode>;

  constructor(spec: WorkflowSpec) {
    this.#spec = spec;
    this.#nodes = nodesByName(spec);
  }

  findNode(name: string): WorkflowNode | undefined {
    return this.#nodes.get(name);
  }

  /** A run before its first node. */
  start(data: StoredData, at: string): RunState {
    const state: RunState = { stepCount: 0, current: [], joins: [], steps: [], droppedSteps: 0 };
    return this.#enter(state, this.#spec.startNode, { data }, at);
  }

  /** The node is done, and the run goes on to the next one. */
  complete(state: RunState, current: CurrentNode, completion: NodeCompletion, at: string): RunState {
    const { output, next = '' } = completion;
    const { branch, data, dataFrom, step } = current;
    const flow = output === undefined ? { data, dataFrom, branch } : { data: output, dataFrom: step, branch };
    const left = removeCurrent(record(state, this.#toRecord(current, completion, at)), current);
    const merged = current.merges;
    const joins = merged === undefined ? left.joins : left.joins.filter(({ parallel }) => parallel !== merged);
    return this.#enter({ ...left, joins }, next, flow, at);
  }

  /** The branches of a parallel node begin, each with the same data. */
  branch(state: RunState, current: CurrentNode, at: string): RunState {
    const branches = this.findNode(current.node)?.parallel?.branches ?? [];
    const { step: parallel, node, branch, data, dataFrom } = current;
    const left = removeCurrent(record(state, this.#toRecord(current, { next: branches.join(', ') }, at)), current);
    const join: BranchJoin = { parallel, node, branch, data, dataFrom, outputs: [] };
    return branches.reduce<RunState>(
      (next, name, index) => this.#enter(next, name, { data, dataFrom, branch: { parallel, index } }, at),
      { ...left, joins: [...left.joins, join] },
    );
  }

  /** What follows a failure of the current attempt. */
  routeFailure(state: RunState, { node: name, failures = 0, branch }: CurrentNode): FailureRoute {
    const node = this.findNode(name);
    const retry = node?.retry;
    if (retry !== undefined && failures + 1 < retry.maxAttempts) {
      const seconds = Math.min(retry.maxBackoffSeconds, retry.backoffSeconds * 2 ** failures);
      return { kind: 'retry', delayMs: Math.round(seconds * 1000) };
    }
    if (node?.onError !== undefined && node.onError !== '') return { kind: 'onError', next: node.onError };
    for (let join = findJoin(state, branch); join !== undefined; join = findJoin(state, join.branch)) {
      const next = this.findNode(join.node)?.onError ?? '';
      if (next !== '') return { kind: 'onError', next, join };
    }
    return { kind: 'fail' };
  }

  /** The same node again, as another attempt. */
  retry(state: RunState, current: CurrentNode, failure: { readonly error: RunError; readonly at: string }): RunState {
    const again = { attempt: current.attempt + 1, failures: (current.failures ?? 0) + 1 };
    return replaceCurrent(state, { ...current, ...again, retryAt: failure.at, error: failure.error });
  }

  /** The branches of a parallel node end without a result; the run goes on with the data in `completion`. */
  abandon(
    state: RunState,
    failed: CurrentNode,
    { join, completion, at }: { readonly join: BranchJoin; readonly completion: NodeCompletion; readonly at: string },
  ): RunState {
    const { output: data = join.data, next = '', error } = completion;
    const inside = (branch: Branch | undefined): boolean => isInside(state, branch, join);
    const left = record(state, this.#toRecord(failed, { error, next }, at));
    const outer = { data, branch: join.branch };
    const current = left.current.filter(({ branch }) => !inside(branch));
    const joins = left.joins.filter((other) => other !== join && !inside(other.branch));
    return this.#enter({ ...left, current, joins }, next, outer, at);
  }

  /** The run has failed at this node; a reset repeats the node. */
  fail(state: RunState, current: CurrentNode, error: RunError): RunState {
    return { ...replaceCurrent(state, { ...current, failed: true, error }), error };
  }

  #enter(state: RunState, next: string, flow: Flow, at: string): RunState {
    if (next === '') return this.#end(state, flow, at);
    const node = this.findNode(next);
    if (node === undefined) {
      return { ...state, error: { type: 'UnknownNode', message: `the workflow has no node "${next}"` } };
    }
    if (node.type === 'merge') {
      const join = findJoin(state, flow.branch);
      if (join !== undefined && this.findNode(join.node)?.parallel?.merge === next) return this.#end(state, flow, at);
      const message = `the merge node "${next}" was reached outside of the branches that it merges`;
      return { ...state, error: { type: 'UnexpectedMerge', message, node: next } };
    }
    return this.#push(state, { node: next, ...flow }, at);
  }

  /** The end of the run or of a branch; the last branch of a parallel node leads to its merge node. */
  #end(state: RunState, { branch, data }: Flow, at: string): RunState {
    const join = findJoin(state, branch);
    if (join === undefined || branch === undefined) return { ...state, result: data };
    const outputs = [...join.outputs, { index: branch.index, data }].sort((a, b) => a.index - b.index);
    const joins = state.joins.map((other) => (other === join ? { ...join, outputs } : other));
    const parallel = this.findNode(join.node)?.parallel;
    if (parallel === undefined || outputs.length < parallel.branches.length) return { ...state, joins };
    const { branch: outer, data: before, dataFrom } = join;
    const merge = { node: parallel.merge, branch: outer, data: before, dataFrom, merges: join.parallel };
    return this.#push({ ...state, joins }, merge, at);
  }

  #push(state: RunState, entry: Flow & { readonly node: string; readonly merges?: number }, at: string): RunState {
    if (state.error !== undefined) return state;
    const step = state.stepCount + 1;
    const { maxSteps } = this.#spec;
    if (step > maxSteps) {
      const message = `the run has made ${maxSteps} steps (maxSteps) without an end`;
      return { ...state, error: { type: 'TooManySteps', message, node: entry.node } };
    }
    const { node, branch, data, dataFrom, merges } = entry;
    const next: CurrentNode = { step, node, branch, data, dataFrom, merges, startedAt: at, attempt: 1 };
    return { ...state, stepCount: step, current: [...state.current, next] };
  }

  #toRecord(current: CurrentNode, completion: NodeCompletion, endedAt: string): StepRecord {
    const { step, node, branch, startedAt, attempt, data, dataFrom } = current;
    const type = this.findNode(node)?.type ?? '';
    const input = dataFrom === undefined ? { input: data } : { inputFrom: dataFrom };
    return { step, node, type, branch, startedAt, endedAt, attempts: attempt, ...input, ...completion };
  }
}

/** The progress in a status. */
export function readRunState(status: WorkflowRunStatus | undefined): RunState {
  const { stepCount = 0, current = [], joins = [], steps = [], droppedSteps = 0 } = status ?? {};
  return { stepCount, current, joins, steps, droppedSteps };
}

/** After a reset: what has failed is attempted again, under a new event id. */
export function clearFailures(state: RunState): RunState {
  if (!state.current.some(({ failed }) => failed === true)) return state;
  const current = state.current.map((entry): CurrentNode => {
    if (entry.failed !== true) return entry;
    const { failed: _failed, error: _error, failures: _failures, retryAt: _retryAt, ...rest } = entry;
    return { ...rest, attempt: entry.attempt + 1 };
  });
  return { ...state, current };
}

function findJoin({ joins }: RunState, branch: Branch | undefined): BranchJoin | undefined {
  return branch === undefined ? undefined : joins.find(({ parallel }) => parallel === branch.parallel);
}

function isInside(state: RunState, branch: Branch | undefined, join: BranchJoin): boolean {
  for (let around = findJoin(state, branch); around !== undefined; around = findJoin(state, around.branch)) {
    if (around.parallel === join.parallel) return true;
  }
  return false;
}

function record(state: RunState, step: StepRecord): RunState {
  const steps = [...state.steps, step];
  const excess = Math.max(0, steps.length - MAX_LISTED_STEPS);
  return { ...state, steps: steps.slice(excess), droppedSteps: state.droppedSteps + excess };
}

function removeCurrent(state: RunState, { step }: CurrentNode): RunState {
  return { ...state, current: state.current.filter((other) => other.step !== step) };
}

function replaceCurrent(state: RunState, changed: CurrentNode): RunState {
  return { ...state, current: state.current.map((other) => (other.step === changed.step ? changed : other)) };
}
