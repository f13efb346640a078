import type { NodeInfo } from './node-info.ts';

/** Counts by node added up over the domains that a label divides the nodes into; nodes without the label are in none. */
export function byDomain(
  nodes: readonly NodeInfo[],
  topologyKey: string,
  counts: ReadonlyMap<string, number>,
): Map<string, number> {
  const domains = new Map<string, number>();
  for (const { name, labels } of nodes) {
    const domain = labels[topologyKey];
    if (domain !== undefined) domains.set(domain, (domains.get(domain) ?? 0) + (counts.get(name) ?? 0));
  }
  return domains;
}

/** The domains that hold any of the counted pods. Asks only the nodes that do. */
export function occupiedDomains(
  node: (name: string) => NodeInfo | undefined,
  topologyKey: string,
  counts: ReadonlyMap<string, number>,
): Map<string, number> {
  const domains = new Map<string, number>();
  for (const [name, count] of counts) {
    const domain = node(name)?.labels[topologyKey];
    if (domain !== undefined) domains.set(domain, (domains.get(domain) ?? 0) + count);
  }
  return domains;
}
