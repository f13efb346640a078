import type { WorkflowNode, WorkflowSpec } from './workflow-resource.ts';

/** A way from a node to another. */
export interface Edge {
  /** The name of the next node; it may not exist. */
  readonly to: string;
  /** The field, from the node. */
  readonly path: string;
  /** Taken only after a failure. */
  readonly onError?: boolean;
  /** To the first node of a branch. */
  readonly branch?: boolean;
}

/** The ways that lead on from a node, also to nodes that do not exist. */
export function listEdges(node: WorkflowNode): readonly Edge[] {
  const edges: Edge[] = [];
  const add = (to: string | undefined, edge: Omit<Edge, 'to'>): void => {
    if (to !== undefined && to !== '') edges.push({ to, ...edge });
  };
  if (node.type === 'fork') {
    for (const [index, entry] of (node.fork ?? []).entries()) add(entry.next, { path: `fork[${index}].next` });
  } else if (node.type === 'parallel') {
    for (const [index, to] of (node.parallel?.branches ?? []).entries()) {
      add(to, { path: `parallel.branches[${index}]`, branch: true });
    }
    add(node.parallel?.merge, { path: 'parallel.merge' });
  } else {
    add(node.next, { path: 'next' });
  }
  add(node.onError, { path: 'onError', onError: true });
  return edges;
}

/** The nodes by their names; the first of several of one name. */
export function nodesByName({ nodes }: WorkflowSpec): ReadonlyMap<string, WorkflowNode> {
  return new Map([...nodes].reverse().map((node) => [node.name, node]));
}

/** The existing nodes that are reached from some nodes, these included, over the edges that `follow` admits. */
export function reachableNodes(
  nodes: ReadonlyMap<string, WorkflowNode>,
  from: Iterable<string>,
  follow: (edge: Edge, node: WorkflowNode) => boolean = () => true,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const node = nodes.get(name);
    if (node === undefined || reached.has(name)) continue;
    reached.add(name);
    for (const edge of listEdges(node)) if (follow(edge, node)) open.push(edge.to);
  }
  return reached;
}

/** Nodes that lead back to each other. */
export interface Cycle {
  readonly nodes: readonly string[];
  /** Whether a run can leave it without a failure. */
  readonly ends: boolean;
}

/** The cycles, each with all nodes that are connected by it. */
export function findCycles(nodes: ReadonlyMap<string, WorkflowNode>): readonly Cycle[] {
  const beyond = new Map([...nodes.keys()].map((name) => [name, reachableFromNext(nodes, name)]));
  const cycles: Cycle[] = [];
  const seen = new Set<string>();
  for (const [name, reached] of beyond) {
    if (seen.has(name) || !reached.has(name)) continue;
    const members = [...reached].filter((other) => beyond.get(other)?.has(name) === true);
    for (const member of members) seen.add(member);
    const inside = new Set(members);
    cycles.push({ nodes: members, ends: members.some((member) => leaves(nodes.get(member), inside)) });
  }
  return cycles;
}

function reachableFromNext(nodes: ReadonlyMap<string, WorkflowNode>, name: string): ReadonlySet<string> {
  const node = nodes.get(name);
  return reachableNodes(nodes, node === undefined ? [] : listEdges(node).map(({ to }) => to));
}

/** Whether the run goes on outside of these nodes, or ends, without a failure. */
function leaves(node: WorkflowNode | undefined, inside: ReadonlySet<string>): boolean {
  if (node === undefined) return false;
  const edges = listEdges(node).filter(({ onError }) => onError !== true);
  const ends = node.type === 'fork' ? (node.fork ?? []).some(({ next = '' }) => next === '') : edges.length === 0;
  return ends || edges.some(({ to }) => !inside.has(to));
}
