import { clusterRoutes } from '@kubemin/client';
import { type BoundRoute, bindJson } from '../http/bound-route.ts';
import type { ClusterService } from './cluster-service.ts';

/** Which method of the service answers which route about clusters. */
export function clusterHandlers(clusters: ClusterService): Readonly<Record<keyof typeof clusterRoutes, BoundRoute>> {
  const { listClusters, registerCluster, getCluster, replaceCluster, checkCluster, removeCluster } = clusterRoutes;
  return {
    listClusters: bindJson(listClusters, () => clusters.list()),
    registerCluster: bindJson(registerCluster, ({ body }) => clusters.register(body)),
    getCluster: bindJson(getCluster, ({ params }) => clusters.get(params.cluster)),
    replaceCluster: bindJson(replaceCluster, ({ params, body }) => clusters.replace(params.cluster, body)),
    checkCluster: bindJson(checkCluster, ({ params }) => clusters.check(params.cluster)),
    removeCluster: bindJson(removeCluster, ({ params }) => clusters.remove(params.cluster)),
  };
}
