import { createHash } from 'node:crypto';
import type { HandlerContext } from '@kubemin/controller';
import { isJsonObject, isStatusError, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import { findMatchingEntry } from './comparisons.ts';
import type { FunctionCalls } from './function-calls.ts';
import type { RunData } from './run-data.ts';
import { type CurrentNode, type RunError, type WorkflowRun, workflowRuns } from './run-resource.ts';
import type { RunState } from './run-state.ts';
import { MAX_CALL_DEPTH } from './validate-workflow.ts';
import type { CallSpec, NodeType, WorkflowNode } from './workflow-resource.ts';

/** A node that is to be executed. */
export interface NodeWork {
  readonly run: WorkflowRun;
  readonly node: WorkflowNode;
  readonly current: CurrentNode;
  readonly state: RunState;
  readonly data: RunData;
  readonly calls: FunctionCalls;
  readonly context: HandlerContext;
}

/** How far a node has come. */
export type NodeOutcome =
  /** It is called again when something has changed, and at this time at the latest. */
  | { readonly kind: 'wait'; readonly until?: number }
  | {
      readonly kind: 'done';
      /** The new data; absent: unchanged. */
      readonly output?: JsonObject;
      readonly next?: string | undefined;
      readonly warning?: string | undefined;
      readonly cold?: boolean;
      readonly run?: string;
    }
  | { readonly kind: 'branches' }
  | { readonly kind: 'failed'; readonly error: RunError };

/** A kind of node. */
export interface NodeExecutor {
  /** Whether it has effects outside of the run: it starts only when what came before it is stored. */
  readonly hasEffects: boolean;
  execute(work: NodeWork): Promise<NodeOutcome>;
}

/** The kinds of nodes by their names. */
export const nodeExecutors: Readonly<Record<NodeType, NodeExecutor>> = {
  func: { hasEffects: true, execute: executeFunc },
  fork: { hasEffects: false, execute: executeFork },
  call: { hasEffects: true, execute: executeCall },
  parallel: { hasEffects: false, execute: async () => ({ kind: 'branches' }) },
  merge: { hasEffects: false, execute: executeMerge },
};

/** The id of an attempt, the same after a crash: functions recognise repeated calls by it. */
export function attemptId(run: WorkflowRun, { step, attempt }: CurrentNode): string {
  return `${run.metadata.uid ?? run.metadata.name}.${step}.${attempt}`;
}

async function executeFunc(work: NodeWork): Promise<NodeOutcome> {
  const { run, node, current, calls, context, data } = work;
  const { name = '', resultKey } = node.func ?? {};
  const eventId = attemptId(run, current);
  const result = calls.result(eventId);
  if (result === undefined) {
    if (calls.has(eventId)) return { kind: 'wait' };
    const input = await data.load(current.data);
    context.assertLeading();
    calls.start(eventId, {
      run: context.key,
      call: { namespace: run.metadata.namespace ?? '', name, arguments: input, eventId, fromWorkflow: true },
      timeoutMs: node.timeoutSeconds === undefined ? undefined : node.timeoutSeconds * 1000,
      onUnreachable: ({ message }) =>
        context.events.record(run, {
          type: 'Warning',
          reason: 'FunctionUnreachable',
          message: `function ${name} cannot be called, retrying: ${message}`,
        }),
    });
    return { kind: 'wait' };
  }
  switch (result.kind) {
    case 'timeout':
      return failed(current, 'Timeout', `no response from function ${name} within ${node.timeoutSeconds} s`);
    case 'failed':
      return failed(current, result.error.name, result.error.message);
    case 'response': {
      const { error, status, result: value, cold } = result.response;
      if (error !== undefined || status >= 400) {
        return failed(
          current,
          error?.type ?? `HTTP ${status}`,
          error?.message ?? `function ${name} returned ${status}`,
        );
      }
      if (resultKey !== undefined) {
        const before = await data.load(current.data);
        return { kind: 'done', output: { ...before, [resultKey]: value }, next: node.next, cold };
      }
      if (isJsonObject(value)) return { kind: 'done', output: value, next: node.next, cold };
      const message = `function ${name} returned ${describeType(value)}; the data of a workflow is a JSON object (or set func.resultKey)`;
      return failed(current, 'NotAnObject', message);
    }
  }
}

async function executeFork({ node, current, data }: NodeWork): Promise<NodeOutcome> {
  const entry = findMatchingEntry(node.fork ?? [], await data.load(current.data));
  if (entry === undefined) return failed(current, 'NoMatch', 'no entry of the fork matches the data');
  return { kind: 'done', next: entry.next };
}

async function executeCall(work: NodeWork): Promise<NodeOutcome> {
  const { run, node, current, context, data } = work;
  const call = node.call;
  if (call === undefined) return failed(current, 'InvalidNode', 'the node has no field "call"');
  const input = await data.load(current.data);
  const { arguments: args, overwritten } = buildCallArguments(call, input);
  const warning =
    overwritten.length === 0 ? undefined : `arguments overwrite inherited keys: ${overwritten.join(', ')}`;
  const depth = (run.spec.depth ?? 0) + 1;
  if (depth > MAX_CALL_DEPTH) {
    return failed(current, 'CallDepth', `workflows may call each other ${MAX_CALL_DEPTH} times in a row`);
  }
  const name = childRunName(run, current);
  const child = await findOrCreateChild(work, { name, call, args, depth });
  if (child.spec.workflow !== call.workflow || !isOwnedBy(child, run)) {
    return failed(current, 'RunNameTaken', `the run ${name} exists and does not belong to this run`);
  }
  if (!call.wait) return { kind: 'done', next: node.next, warning, run: name };
  const { phase, result, error } = child.status ?? {};
  if (phase === 'Succeeded') {
    const { resultKey } = call;
    if (resultKey === undefined || result === undefined) return { kind: 'done', next: node.next, warning, run: name };
    // Data in the content store is found by its digest, whichever run has stored it.
    const output = { ...input, [resultKey]: await data.load(result) };
    return { kind: 'done', output, next: node.next, warning, run: name };
  }
  if (phase === 'Failed' || phase === 'Cancelled') {
    return failed(
      current,
      error?.type ?? phase,
      `run ${name} of workflow ${call.workflow}: ${error?.message ?? phase}`,
    );
  }
  if (node.timeoutSeconds === undefined) return { kind: 'wait' };
  const until = Date.parse(current.startedAt) + node.timeoutSeconds * 1000;
  if (until > context.clock.now()) return { kind: 'wait', until };
  await cancelRun(work, name);
  return failed(current, 'Timeout', `run ${name} has not ended within ${node.timeoutSeconds} s`);
}

/** The arguments of a called workflow: the inherited keys, null where the data has none; then its own. */
export function buildCallArguments(
  { inherit = [], arguments: own = {} }: Pick<CallSpec, 'inherit' | 'arguments'>,
  data: JsonObject,
): { readonly arguments: JsonObject; readonly overwritten: readonly string[] } {
  const inherited = Object.fromEntries(inherit.map((key) => [key, Object.hasOwn(data, key) ? data[key] : null]));
  const args: unknown = { ...inherited, ...own };
  return {
    arguments: isJsonObject(args) ? args : {},
    overwritten: inherit.filter((key) => Object.hasOwn(own, key)),
  };
}

async function executeMerge({ node, current, state, data }: NodeWork): Promise<NodeOutcome> {
  const join = state.joins.find(({ parallel }) => parallel === current.merges);
  if (join === undefined) return failed(current, 'UnexpectedMerge', 'there are no branches to merge');
  const branches = await Promise.all(join.outputs.map((output) => data.load(output.data)));
  const before = await data.load(join.data);
  if (node.merge?.mode === 'collect') {
    const names = state.steps.find(({ step }) => step === join.parallel)?.next?.split(', ') ?? [];
    const collected = Object.fromEntries(branches.map((value, index) => [names[index] ?? `${index}`, value]));
    return { kind: 'done', output: { ...before, [node.merge.resultKey ?? node.name]: collected }, next: node.next };
  }
  const { merged, overwritten } = overlay(before, branches);
  const warning = overwritten.length === 0 ? {} : { warning: `several branches set: ${overwritten.join(', ')}` };
  return { kind: 'done', output: merged, next: node.next, ...warning };
}

/** The data of all branches in one object: a later branch wins, but unchanged values never do. */
export function overlay(
  before: JsonObject,
  branches: readonly JsonObject[],
): { readonly merged: JsonObject; readonly overwritten: readonly string[] } {
  const merged = new Map<string, JsonValue>(Object.entries(before));
  const setBy = new Map<string, number>();
  const overwritten = new Set<string>();
  for (const [index, branch] of branches.entries()) {
    for (const [key, value] of Object.entries(branch)) {
      if (Object.hasOwn(before, key) && JSON.stringify(before[key]) === JSON.stringify(value)) continue;
      if (setBy.has(key) && JSON.stringify(merged.get(key)) !== JSON.stringify(value)) overwritten.add(key);
      setBy.set(key, index);
      merged.set(key, value);
    }
  }
  return { merged: Object.fromEntries(merged), overwritten: [...overwritten] };
}

function failed({ node, step }: CurrentNode, type: string, message: string): NodeOutcome {
  return { kind: 'failed', error: { node, step, type, message } };
}

function describeType(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

/** Always the same for an attempt, so that a repeated call finds the run. */
function childRunName(run: WorkflowRun, { step, attempt }: CurrentNode): string {
  const { name = '' } = run.metadata;
  const suffix = attempt === 1 ? `-${step}` : `-${step}-${attempt}`;
  const whole = `${name}${suffix}`;
  if (whole.length <= MAX_NAME) return whole;
  const digest = createHash('sha256').update(whole).digest('hex').slice(0, 10);
  return `${name.slice(0, MAX_NAME - suffix.length - digest.length - 1)}-${digest}${suffix}`;
}

/** Short enough for labels. */
const MAX_NAME = 63;

interface Child {
  readonly name: string;
  readonly call: CallSpec;
  readonly args: JsonObject;
  readonly depth: number;
}

async function findOrCreateChild(
  { run, data, context }: NodeWork,
  { name, call, args, depth }: Child,
): Promise<WorkflowRun> {
  const { client, signal } = context;
  const { namespace = '', name: owner = '', uid = '' } = run.metadata;
  const runs = client.resource(workflowRuns, namespace);
  const found = await runs.find(name, { signal });
  if (found !== undefined) return found;
  const { value, content } = await data.store(args);
  const child: WorkflowRun = {
    apiVersion: run.apiVersion,
    kind: run.kind,
    metadata: {
      name,
      namespace,
      ownerReferences: [{ apiVersion: run.apiVersion, kind: run.kind, name: owner, uid, controller: true }],
    },
    spec: {
      workflow: call.workflow,
      depth,
      ...(content === undefined ? { arguments: value ?? {} } : { argumentsFrom: content }),
    },
  };
  context.assertLeading();
  try {
    return await runs.create(child, { signal });
  } catch (error) {
    if (isStatusError(error, 'AlreadyExists')) return runs.get(name, { signal });
    throw error;
  }
}

function isOwnedBy(child: WorkflowRun, { metadata }: WorkflowRun): boolean {
  return child.metadata.ownerReferences?.some(({ uid }) => uid === metadata.uid) === true;
}

/** Requests the end of the run that a call waits for; one that is not there needs none. */
export async function cancelCalledRun(work: Pick<NodeWork, 'run' | 'node' | 'current' | 'context'>): Promise<void> {
  if (work.node.call?.wait === true) await cancelRun(work, childRunName(work.run, work.current));
}

async function cancelRun({ run, context }: Pick<NodeWork, 'run' | 'context'>, name: string): Promise<void> {
  const { client, signal } = context;
  const runs = client.resource(workflowRuns, run.metadata.namespace);
  try {
    await runs.patch(name, { type: 'merge', body: { spec: { cancelled: true } } }, { signal });
  } catch (error) {
    if (!isStatusError(error, 'NotFound')) throw error;
  }
}
