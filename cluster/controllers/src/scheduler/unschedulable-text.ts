import type { NodeVerdict } from './evaluation.ts';

const NO_NODES = 'no nodes available to schedule pods';

/** "0/3 nodes are available: 1 node(s) had untolerated taint {a: b}, 2 Insufficient cpu." */
export function rejectedByAll(nodes: number, verdicts: Iterable<NodeVerdict>): string {
  if (nodes === 0) return NO_NODES;
  const reasons = Array.from(verdicts, ({ rejection }) => rejection.reasons).flat();
  return `0/${nodes} nodes are available: ${counted(reasons)}.`;
}

/** "0/3 nodes are available: persistentvolumeclaim "data" not found." */
export function refusedEverywhere(nodes: number, reason: string): string {
  return nodes === 0 ? NO_NODES : `0/${nodes} nodes are available: ${reason}.`;
}

/** "1 Insufficient cpu, 2 Too many pods": each reason with how often it was given, in the order of this text. */
export function counted(reasons: Iterable<string>): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => `${count} ${reason}`)
    .sort()
    .join(', ');
}
