import { discoveryRoutes } from '@kubemin/client';
import { type BoundRoute, bindJson } from '../http/bound-route.ts';
import type { DiscoveryService } from './discovery-service.ts';

/** Which method of the service answers which route for collectors of metrics. */
export function discoveryHandlers(
  discovery: DiscoveryService,
): Readonly<Record<keyof typeof discoveryRoutes, BoundRoute>> {
  const { scrapeTargets } = discoveryRoutes;
  return {
    scrapeTargets: bindJson(scrapeTargets, ({ params, query, caller }) =>
      discovery.targets(params.cluster, query, caller),
    ),
  };
}
