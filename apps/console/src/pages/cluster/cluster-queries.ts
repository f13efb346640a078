import type { ClusterObjectFilter, ClusterPod, ClusterPodList, PlatformClient, PodFilter } from '@kubemin/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../platform/index.ts';

/** A cluster sends no events to the console: what is shown of it is read again after this time. */
const REFRESH_MS = 10_000;

export const usageQuery = (client: PlatformClient, cluster: string) =>
  queryOptions({
    queryKey: [queryKeys.clusters, cluster, 'usage'],
    queryFn: ({ signal }) => client.clusterUsage(cluster, { signal }),
    refetchInterval: REFRESH_MS,
    // A cluster without metrics stays so: one response is enough to state it.
    retry: false,
  });

export const nodesQuery = (client: PlatformClient, cluster: string) =>
  queryOptions({
    queryKey: [queryKeys.clusters, cluster, 'nodes'],
    queryFn: ({ signal }) => client.clusterNodes(cluster, { signal }),
    refetchInterval: REFRESH_MS,
  });

/** Every pod that the filter means: all pages of them. */
export const clusterPodsQuery = (client: PlatformClient, cluster: string, filter: Pick<PodFilter, 'all' | 'node'>) =>
  queryOptions({
    queryKey: [queryKeys.clusters, cluster, 'pods', filter],
    queryFn: async ({ signal }) => {
      const pods: ClusterPod[] = [];
      let page: ClusterPodList | undefined;
      do {
        const place = page?.next === undefined ? {} : { continue: page.next };
        page = await client.clusterPods(cluster, { ...filter, limit: 500, ...place }, { signal });
        pods.push(...page.pods);
      } while (page.next !== undefined);
      return { pods };
    },
    refetchInterval: REFRESH_MS,
  });

export const servicesQuery = (client: PlatformClient, cluster: string) =>
  queryOptions({
    queryKey: [queryKeys.clusters, cluster, 'services'],
    queryFn: ({ signal }) => client.clusterServices(cluster, {}, { signal }),
    refetchInterval: REFRESH_MS,
  });

/** The newest events of all namespaces; the cluster keeps them for an hour or so. */
export const newestEventsQuery = (client: PlatformClient, cluster: string, limit: number) =>
  queryOptions({
    queryKey: [queryKeys.clusters, cluster, 'events', limit],
    queryFn: ({ signal }) => client.newestEvents(cluster, { limit }, { signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const kindsQuery = (client: PlatformClient, cluster: string) =>
  queryOptions({
    queryKey: [queryKeys.clusters, cluster, 'kinds'],
    queryFn: ({ signal }) => client.clusterKinds(cluster, { signal }),
  });

export const objectsQuery = (
  client: PlatformClient,
  cluster: string,
  resource: string,
  filter: Partial<ClusterObjectFilter>,
) =>
  infiniteQueryOptions({
    queryKey: [queryKeys.clusters, cluster, 'objects', resource, filter],
    queryFn: ({ signal, pageParam }) =>
      client.clusterObjects(
        cluster,
        resource,
        { limit: 200, ...filter, ...(pageParam !== '' && { continue: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });

export const objectQuery = (
  client: PlatformClient,
  cluster: string,
  resource: string,
  place: { readonly name: string; readonly namespace: string | undefined },
) =>
  queryOptions({
    queryKey: [queryKeys.clusters, cluster, 'object', resource, place],
    queryFn: ({ signal }) =>
      client.clusterObject(
        cluster,
        resource,
        place.name,
        place.namespace === undefined ? {} : { namespace: place.namespace },
        { signal },
      ),
  });
