import type { GatewayEntry } from '@kubemin/model';
import type { GatewayRoute } from './gateway-target.ts';

/** Hosts that share all their routes. */
export interface HostGroup {
  /** None: requests for any host. */
  readonly hosts: readonly string[];
  readonly routes: readonly { readonly route: GatewayRoute; readonly index: number }[];
}

/**
 * The routes of an entry by host. Every host is in one group only, so that no two objects speak for it: which of them
 * would win differs from gateway to gateway.
 */
export function hostGroups(entry: GatewayEntry): readonly HostGroup[] {
  const byHost = new Map<string, HostGroup['routes'][number][]>();
  for (const [index, route] of entry.routes.entries()) {
    const hosts = route.host === undefined ? (entry.hosts ?? []) : [route.host];
    for (const host of hosts.length === 0 ? [''] : new Set(hosts)) {
      byHost.set(host, [...(byHost.get(host) ?? []), { route, index }]);
    }
  }
  const groups = Map.groupBy(byHost, ([, routes]) => JSON.stringify(routes.map(({ index }) => index)));
  return [...groups.values()].map((group) => ({
    hosts: group.map(([host]) => host).filter((host) => host !== ''),
    routes: group[0]?.[1] ?? [],
  }));
}
