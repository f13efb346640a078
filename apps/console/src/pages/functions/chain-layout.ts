import type { FunctionWorkflowNode } from '@kubemin/client';

const COLUMN = 240;
const ROW = 90;

/** Where each node of a workflow is drawn: in the column of its shortest way from the start; the unreachable ones last. */
export function layoutChain(
  graph: readonly Pick<FunctionWorkflowNode, 'name' | 'edges'>[],
  startNode: string,
): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
  const nodes = new Map(graph.map((node) => [node.name, node]));
  const columns = new Map<string, number>();
  let reached = nodes.has(startNode) ? [startNode] : [];
  for (let column = 0; reached.length > 0; column += 1) {
    for (const name of reached) columns.set(name, column);
    const next = reached.flatMap((name) => nodes.get(name)?.edges.map(({ to }) => to) ?? []);
    reached = [...new Set(next)].filter((name) => nodes.has(name) && !columns.has(name));
  }
  const last = Math.max(-1, ...columns.values()) + 1;
  const used = new Map<number, number>();
  const places = new Map<string, { readonly x: number; readonly y: number }>();
  for (const { name } of graph) {
    const column = columns.get(name) ?? last;
    const row = used.get(column) ?? 0;
    used.set(column, row + 1);
    places.set(name, { x: column * COLUMN, y: row * ROW });
  }
  return places;
}
