import {
  type ApplicationFilter,
  type ApplicationSummary,
  instant,
  type MetricsRange,
  type PlatformClient,
  PlatformError,
  type RunFilter,
} from '@kubemin/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

/** The first parts of the keys of cached queries; live events invalidate by them. */
export const queryKeys = {
  applications: 'applications',
  application: 'application',
  runs: 'runs',
  run: 'run',
  pods: 'pods',
  revisions: 'revisions',
  plan: 'plan',
  clusters: 'clusters',
  metrics: 'metrics',
  functions: 'functions',
} as const;

/** Most applications that one list holds; a platform with more is filtered by the server. */
const MOST_APPLICATIONS = 500;

export const whoamiQuery = (client: PlatformClient) =>
  queryOptions({ queryKey: ['whoami'], queryFn: ({ signal }) => client.whoami({ signal }), staleTime: 60_000 });

export const applicationsQuery = (client: PlatformClient, filter: ApplicationFilter = {}) =>
  queryOptions({
    queryKey: [queryKeys.applications, filter],
    queryFn: ({ signal }) => client.listApplications({ limit: MOST_APPLICATIONS, ...filter }, { signal }),
  });

/** Finds the application of a path: by its name where that is unique, else by its id. */
export const applicationByPathQuery = (client: PlatformClient, name: string) =>
  queryOptions({
    queryKey: [queryKeys.applications, 'path', name],
    queryFn: async ({ signal }): Promise<{ readonly id: string }> => {
      const { applications } = await client.listApplications({ name, limit: 2 }, { signal });
      const [only, ...others] = applications;
      if (only !== undefined && others.length === 0) return only;
      return client.getApplication(name, { signal });
    },
  });

export const applicationQuery = (client: PlatformClient, appId: string) =>
  queryOptions({
    queryKey: [queryKeys.application, appId],
    queryFn: ({ signal }) => client.getApplication(appId, { signal }),
  });

/** What an application is called in paths: its name, unless another one has the same. */
export function applicationPath(
  application: Pick<ApplicationSummary, 'id' | 'name'>,
  all: readonly { name: string }[],
) {
  return all.filter(({ name }) => name === application.name).length > 1 ? application.id : application.name;
}

export const runsQuery = (client: PlatformClient, filter: Partial<RunFilter> = {}) =>
  infiniteQueryOptions({
    queryKey: [queryKeys.runs, filter],
    queryFn: ({ signal, pageParam }) =>
      client.listRuns(
        { limit: 50, ...filter, ...(pageParam === undefined ? {} : { continue: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });

/** Runs that have not ended, for counters and the activity list. */
export const activeRunsQuery = (client: PlatformClient) =>
  queryOptions({
    queryKey: [queryKeys.runs, 'active'],
    queryFn: ({ signal }) => client.listRuns({ status: ['waiting', 'queued', 'running'], limit: 100 }, { signal }),
  });

export const runQuery = (client: PlatformClient, run: string) =>
  queryOptions({
    queryKey: [queryKeys.run, run],
    queryFn: ({ signal }) => client.taskStatus(run, { signal }),
  });

export const revisionsQuery = (client: PlatformClient, appId: string) =>
  queryOptions({
    queryKey: [queryKeys.revisions, appId],
    queryFn: ({ signal }) => client.listRevisions(appId, { limit: 100 }, { signal }),
  });

export const podsQuery = (client: PlatformClient, appId: string) =>
  queryOptions({
    queryKey: [queryKeys.pods, appId],
    queryFn: ({ signal }) => client.applicationPods(appId, {}, { signal }),
  });

/** What the pods of an application use now. */
export const usageQuery = (client: PlatformClient, appId: string, refetchInterval = 15_000) =>
  queryOptions({
    queryKey: [queryKeys.metrics, 'usage', appId],
    queryFn: ({ signal }) => client.applicationUsage(appId, {}, { signal }),
    refetchInterval,
  });

/** What Kubernetes has recorded about the objects of an application, the oldest first. */
export const clusterEventsQuery = (client: PlatformClient, appId: string) =>
  queryOptions({
    queryKey: [queryKeys.application, appId, 'cluster-events'],
    queryFn: ({ signal }) => client.clusterEvents(appId, {}, { signal }),
    refetchInterval: 15_000,
  });

export const clustersQuery = (client: PlatformClient) =>
  queryOptions({ queryKey: [queryKeys.clusters], queryFn: ({ signal }) => client.listClusters({ signal }) });

/** The functions of a cluster, their workflows, and whether it serves any. A cluster sends no events: it is read again. */
export const functionsQuery = (client: PlatformClient, cluster: string) =>
  queryOptions({
    queryKey: [queryKeys.functions, cluster],
    queryFn: ({ signal }) => client.listFunctions(cluster, { signal }),
    refetchInterval: 10_000,
  });

/** What a cluster has, and what of it is requested. A cluster sends no events: it is read again while it is shown. */
export const capacityQuery = (client: PlatformClient, cluster: string) =>
  queryOptions({
    queryKey: [queryKeys.clusters, cluster, 'capacity'],
    queryFn: ({ signal }) => client.clusterCapacity(cluster, { signal }),
    refetchInterval: 10_000,
  });

export const pluginsQuery = (client: PlatformClient) =>
  queryOptions({ queryKey: ['plugins'], queryFn: ({ signal }) => client.listPlugins({ signal }) });

export const metricsSummaryQuery = (client: PlatformClient) =>
  queryOptions({
    queryKey: [queryKeys.metrics, 'summary'],
    queryFn: ({ signal }) => client.metricsSummary({ signal }),
    refetchInterval: 10_000,
  });

export const metricsSeriesQuery = (client: PlatformClient, range: MetricsRange['range']) =>
  queryOptions({
    queryKey: [queryKeys.metrics, 'series', range],
    queryFn: ({ signal }) => client.metricsSeries({ range }, { signal }),
    refetchInterval: 30_000,
  });

/** The series of the range before; `lengthMs` is the length of the range. */
export const previousMetricsSeriesQuery = (client: PlatformClient, range: MetricsRange['range'], lengthMs: number) =>
  queryOptions({
    queryKey: [queryKeys.metrics, 'series', range, 'previous'],
    queryFn: ({ signal }) => client.metricsSeries({ range, until: instant(Date.now() - lengthMs) }, { signal }),
    refetchInterval: 30_000,
  });

export const queueQuery = (client: PlatformClient) =>
  queryOptions({
    queryKey: [queryKeys.metrics, 'queue'],
    queryFn: ({ signal }) => client.metricsQueue({ limit: 500 }, { signal }),
    refetchInterval: 10_000,
  });

export const workersQuery = (client: PlatformClient) =>
  queryOptions({
    queryKey: [queryKeys.metrics, 'workers'],
    queryFn: ({ signal }) => client.metricsWorkers({ signal }),
    refetchInterval: 10_000,
  });

/** Most deletions that are looked through for the one of an application that is not there. */
const MOST_DELETIONS = 100;

/** The run that deleted an application, by its name or id; null where none of the last ones did. */
export const deletionQuery = (client: PlatformClient, app: string) =>
  queryOptions({
    queryKey: [queryKeys.runs, 'deletion', app],
    queryFn: async ({ signal }) => {
      const { tasks } = await client.listRuns(
        { kind: ['delete'], status: ['completed'], limit: MOST_DELETIONS },
        { signal },
      );
      return tasks.find(({ appId, appName }) => appId === app || appName === app) ?? null;
    },
  });

/** Whether a query failed because what it asks for is not there. */
export function isNotFound(error: unknown): boolean {
  return error instanceof PlatformError && error.status === 404;
}
