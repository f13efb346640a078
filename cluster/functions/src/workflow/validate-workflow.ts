import { closestName } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { workflowMessages } from '../messages/index.ts';
import { type CompareToProblem, findComparison } from './comparisons.ts';
import { findCycles, listEdges, nodesByName, reachableNodes } from './workflow-graph.ts';
import {
  type CallSpec,
  COMPARISONS,
  type ForkEntry,
  NODE_TYPES,
  type WorkflowNode,
  type WorkflowSpec,
  workflowSpecSchema,
} from './workflow-resource.ts';

/** Something wrong with a workflow. */
export interface WorkflowProblem {
  /** Of the field, from the object: `spec.nodes[2].next`. */
  readonly path: string;
  /** Stable, upper snake case. */
  readonly code: string;
  /** A workflow with errors is not run. */
  readonly severity: 'error' | 'warning';
  readonly message: Message;
}

/** What exists beside the workflow; absent: not checked. */
export interface WorkflowSurroundings {
  /** The name of the workflow. */
  readonly name?: string | undefined;
  readonly functions?: ReadonlySet<string> | undefined;
  readonly workflows?: ReadonlySet<string> | undefined;
}

/** Calls of workflows within calls; more are a mistake, as of a workflow that calls itself. */
export const MAX_CALL_DEPTH = 16;

type Report = (path: string, code: string, message: Message, severity?: WorkflowProblem['severity']) => void;

/** All problems of a workflow that the schema of its definition does not find; pure. */
export function validateWorkflow(
  spec: WorkflowSpec,
  surroundings: WorkflowSurroundings = {},
): readonly WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  const report: Report = (path, code, message, severity = 'error') => {
    problems.push({ path: `spec.${path}`, code, severity, message });
  };
  // What only a run that gets there shows.
  const strictly = spec.validation === 'strict' ? 'error' : 'warning';
  checkNames(spec, report, strictly);
  for (const [index, node] of spec.nodes.entries()) checkNode(node, `nodes[${index}]`, report, surroundings);
  checkReach(spec, report, strictly);
  checkParallel(spec, report);
  return problems;
}

/** A specification from a document of a user, with all its problems; the specification is absent if the schema rejects it. */
export function readWorkflowSpec(
  value: unknown,
  surroundings: WorkflowSurroundings = {},
): { readonly spec?: WorkflowSpec; readonly problems: readonly WorkflowProblem[] } {
  const parsed = workflowSpecSchema.safeParse(value);
  if (parsed.success) return { spec: parsed.data, problems: validateWorkflow(parsed.data, surroundings) };
  const problems = parsed.error.issues.map(({ path, message }): WorkflowProblem => {
    const at = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
    return {
      path: `spec${at}`,
      code: 'SCHEMA',
      severity: 'error',
      message: workflowMessages.schema({ reason: message }),
    };
  });
  return { problems };
}

/** Whether a run may start. */
export function isRunnable(problems: readonly WorkflowProblem[]): boolean {
  return problems.every(({ severity }) => severity === 'warning');
}

function checkNames(spec: WorkflowSpec, report: Report, strictly: WorkflowProblem['severity']): void {
  const nodes = nodesByName(spec);
  const seen = new Set<string>();
  for (const [index, node] of spec.nodes.entries()) {
    if (seen.has(node.name)) {
      report(`nodes[${index}].name`, 'DUPLICATE_NODE', workflowMessages.duplicateNode({ node: node.name }));
    }
    seen.add(node.name);
  }
  const checkTarget = (path: string, to: string, severity?: WorkflowProblem['severity']): void => {
    if (nodes.has(to)) return;
    const near = closestName(to, nodes.keys());
    const hint = near === undefined ? {} : { hint: workflowMessages.didYouMean({ node: near }) };
    report(path, 'UNKNOWN_NODE', workflowMessages.unknownNode({ node: to, ...hint }), severity);
  };
  checkTarget('startNode', spec.startNode);
  for (const [index, node] of spec.nodes.entries()) {
    for (const { to, path } of listEdges(node)) {
      // A parallel node without its branches or merge node cannot be run at all.
      checkTarget(`nodes[${index}].${path}`, to, path.startsWith('parallel') ? 'error' : strictly);
    }
  }
}

function checkNode(node: WorkflowNode, at: string, report: Report, surroundings: WorkflowSurroundings): void {
  const { type } = node;
  // A merge node has defaults for everything.
  if (type !== 'merge' && node[type] === undefined) {
    report(`${at}.${type}`, 'BLOCK_MISSING', workflowMessages.blockMissing({ type }));
  }
  for (const field of NODE_TYPES) {
    if (field !== type && node[field] !== undefined) {
      report(`${at}.${field}`, 'BLOCK_UNUSED', workflowMessages.blockUnused({ type, field }));
    }
  }
  if (node.onError === node.name) report(`${at}.onError`, 'ON_ERROR_SAME', workflowMessages.sameOnError);
  for (const field of UNUSED_FIELDS[type] ?? []) {
    if (node[field] !== undefined && node[field] !== '') {
      report(`${at}.${field}`, 'BLOCK_UNUSED', workflowMessages.blockUnused({ type, field }));
    }
  }
  if (type === 'fork' && node.fork !== undefined) checkFork(node.fork, `${at}.fork`, report);
  if (type === 'call' && node.call !== undefined) checkCall(node.call, `${at}.call`, report, surroundings);
  const { functions } = surroundings;
  if (type === 'func' && node.func !== undefined && functions?.has(node.func.name) === false) {
    report(
      `${at}.func.name`,
      'UNKNOWN_FUNCTION',
      workflowMessages.unknownFunction({ name: node.func.name }),
      'warning',
    );
  }
}

/** Fields that have no effect on nodes of a type. */
const UNUSED_FIELDS: Readonly<Partial<Record<WorkflowNode['type'], readonly ('next' | 'retry' | 'timeoutSeconds')[]>>> =
  {
    fork: ['next', 'retry', 'timeoutSeconds'],
    parallel: ['next', 'retry', 'timeoutSeconds'],
    merge: ['retry', 'timeoutSeconds'],
  };

function checkFork(entries: readonly ForkEntry[], at: string, report: Report): void {
  if (entries.length === 0) report(at, 'FORK_EMPTY', workflowMessages.forkEmpty);
  const defaultAt = entries.findIndex(({ compareBy }) => findComparison(compareBy)?.always === true);
  for (const [index, entry] of entries.entries()) {
    checkEntry(entry, `${at}[${index}]`, report);
    if (defaultAt >= 0 && index > defaultAt) {
      report(`${at}[${index}]`, 'FORK_ENTRY_UNUSED', workflowMessages.forkEntryUnused, 'warning');
    }
  }
  if (defaultAt < 0 && entries.length > 0) {
    report(at, 'FORK_WITHOUT_DEFAULT', workflowMessages.forkWithoutDefault, 'warning');
  }
}

function checkEntry({ compareBy: name, compareTo, variable = '' }: ForkEntry, at: string, report: Report): void {
  const comparison = findComparison(name);
  if (comparison === undefined) {
    report(`${at}.compareBy`, 'UNKNOWN_COMPARISON', workflowMessages.unknownComparison({ name, known: COMPARISONS }));
    return;
  }
  if (comparison.always !== true && variable === '') {
    report(`${at}.variable`, 'VARIABLE_MISSING', workflowMessages.variableMissing({ name }));
  }
  const problem = comparison.problem?.(compareTo);
  if (problem === undefined) return;
  const code = problem === 'missing' ? 'COMPARE_TO_MISSING' : 'COMPARE_TO_INVALID';
  report(`${at}.compareTo`, code, COMPARE_TO_MESSAGES[problem]({ name, value: compareTo ?? '' }));
}

type CompareToMessage = (values: { readonly name: string; readonly value: string }) => Message;

const COMPARE_TO_MESSAGES: Readonly<Record<CompareToProblem, CompareToMessage>> = {
  missing: ({ name }) => workflowMessages.compareToMissing({ name }),
  number: ({ name, value }) => workflowMessages.compareToNotNumber({ name, value }),
  pattern: ({ value }) => workflowMessages.compareToNotPattern({ value }),
  boolean: ({ value }) => workflowMessages.compareToNotBoolean({ value }),
};

function checkCall(call: CallSpec, at: string, report: Report, { name, workflows }: WorkflowSurroundings): void {
  if (call.resultKey !== undefined && !call.wait) {
    report(`${at}.resultKey`, 'RESULT_KEY_WITHOUT_WAIT', workflowMessages.resultKeyWithoutWait);
  }
  const own = new Set(Object.keys(call.arguments ?? {}));
  for (const [index, key] of (call.inherit ?? []).entries()) {
    if (own.has(key)) {
      report(
        `${at}.inherit[${index}]`,
        'INHERITED_OVERWRITTEN',
        workflowMessages.inheritedOverwritten({ key }),
        'warning',
      );
    }
  }
  if (call.workflow === name) {
    report(`${at}.workflow`, 'CALLS_ITSELF', workflowMessages.callsItself({ depth: MAX_CALL_DEPTH }), 'warning');
  } else if (workflows?.has(call.workflow) === false) {
    report(`${at}.workflow`, 'UNKNOWN_WORKFLOW', workflowMessages.unknownWorkflow({ name: call.workflow }), 'warning');
  }
}

function checkReach(spec: WorkflowSpec, report: Report, strictly: WorkflowProblem['severity']): void {
  const nodes = nodesByName(spec);
  // Without a start node everything is unreachable: one problem is enough.
  const reached = nodes.has(spec.startNode) ? reachableNodes(nodes, [spec.startNode]) : new Set(nodes.keys());
  for (const [index, { name }] of spec.nodes.entries()) {
    if (!reached.has(name))
      report(`nodes[${index}]`, 'UNREACHABLE_NODE', workflowMessages.unreachable({ node: name }), strictly);
  }
  for (const { nodes: members, ends } of findCycles(nodes)) {
    const index = spec.nodes.findIndex(({ name }) => members.includes(name));
    if (ends) {
      const message = workflowMessages.boundedCycle({ nodes: members, steps: spec.maxSteps });
      report(`nodes[${index}]`, 'CYCLE', message, 'warning');
    } else report(`nodes[${index}]`, 'ENDLESS_CYCLE', workflowMessages.endlessCycle({ nodes: members }), strictly);
  }
}

/** Branches end at their merge node, and nothing else is common to them and the rest of the workflow. */
function checkParallel(spec: WorkflowSpec, report: Report): void {
  const nodes = nodesByName(spec);
  const owners = new Map<string, string>();
  for (const [index, node] of spec.nodes.entries()) {
    if (node.type !== 'parallel' || node.parallel === undefined) continue;
    const at = `nodes[${index}].parallel`;
    const { branches, merge } = node.parallel;
    const mergeNode = nodes.get(merge);
    if (mergeNode !== undefined && mergeNode.type !== 'merge') {
      report(`${at}.merge`, 'MERGE_NOT_MERGE', workflowMessages.mergeNotMerge({ node: merge, type: mergeNode.type }));
    }
    const owner = owners.get(merge);
    if (owner !== undefined) {
      report(`${at}.merge`, 'MERGE_SHARED', workflowMessages.mergeShared({ node: merge, parallel: owner }));
    }
    owners.set(merge, node.name);
    checkBranches(spec, { parallel: node.name, branches, merge }, at, report);
  }
  for (const [index, { name, type }] of spec.nodes.entries()) {
    if (type === 'merge' && !owners.has(name)) {
      report(`nodes[${index}]`, 'MERGE_WITHOUT_PARALLEL', workflowMessages.mergeWithoutParallel({ node: name }));
    }
  }
}

interface Branches {
  readonly parallel: string;
  readonly branches: readonly string[];
  readonly merge: string;
}

function checkBranches(spec: WorkflowSpec, { parallel, branches, merge }: Branches, at: string, report: Report): void {
  const nodes = nodesByName(spec);
  const outside = reachableNodes(
    nodes,
    [spec.startNode],
    (edge, { name }) => name !== parallel || (!edge.branch && edge.to !== merge),
  );
  if (outside.has(merge))
    report(`${at}.merge`, 'MERGE_FROM_OUTSIDE', workflowMessages.mergeFromOutside({ node: merge, parallel }));
  const regions = branches.map((branch) => reachableNodes(nodes, [branch], ({ to }) => to !== merge));
  const reported = new Set<string>();
  for (const [index, region] of regions.entries()) {
    const path = `${at}.branches[${index}]`;
    const branch = branches[index] ?? '';
    if (branches.indexOf(branch) < index) {
      report(path, 'BRANCH_TWICE', workflowMessages.branchTwice({ node: branch }));
      continue;
    }
    const before = regions.slice(0, index);
    for (const name of region) {
      if (reported.has(name)) continue;
      const shared = before.some((other) => other.has(name));
      if (!shared && !outside.has(name)) continue;
      reported.add(name);
      const message = shared
        ? workflowMessages.sharedByBranches({ node: name, parallel })
        : workflowMessages.branchLeaves({ node: name, parallel });
      report(path, shared ? 'SHARED_BY_BRANCHES' : 'BRANCH_LEAVES', message);
    }
  }
}
