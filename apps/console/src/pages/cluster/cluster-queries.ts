import type { ClusterObjectFilter, PlatformClient } from '@kubemin/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
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

export const clusterPodsQuery = (client: PlatformClient, cluster: string, all: boolean) =>
  queryOptions({
    queryKey: [queryKeys.clusters, cluster, 'pods', all],
    queryFn: ({ signal }) => client.clusterPods(cluster, { all, limit: 500 }, { signal }),
    refetchInterval: REFRESH_MS,
  });

export const servicesQuery = (client: PlatformClient, cluster: string) =>
  queryOptions({
    queryKey: [queryKeys.clusters, cluster, 'services'],
    queryFn: ({ signal }) => client.clusterServices(cluster, {}, { signal }),
    refetchInterval: REFRESH_MS,
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
