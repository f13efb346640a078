import { inventoryRoutes } from '@kubemin/client';
import { type BoundRoute, bindJson } from '../http/bound-route.ts';
import type { InventoryService } from './inventory-service.ts';

/** Which method of the service answers which route about what is in a cluster. */
export function inventoryHandlers(
  inventory: InventoryService,
): Readonly<Record<keyof typeof inventoryRoutes, BoundRoute>> {
  const { clusterNodes, clusterPods, clusterCapacity, podEvents } = inventoryRoutes;
  return {
    clusterNodes: bindJson(clusterNodes, ({ params }) => inventory.nodes(params.cluster)),
    clusterPods: bindJson(clusterPods, ({ params, query, caller }) => inventory.pods(params.cluster, query, caller)),
    podEvents: bindJson(podEvents, ({ params }) => inventory.podEvents(params.appId)),
    clusterCapacity: bindJson(clusterCapacity, ({ params, caller }) => inventory.capacity(params.cluster, caller)),
  };
}
