import type { PlatformClient } from '@kubemin/client';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../platform/index.ts';

/** Which function, workflow or run. */
export interface FunctionPlace {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** A cluster sends no events to the console: what is shown of it is read again after this time. */
const REFRESH_MS = 5_000;
/** Of a run that goes on. */
const RUN_REFRESH_MS = 1_000;

export const functionQuery = (client: PlatformClient, { cluster, namespace, name }: FunctionPlace) =>
  queryOptions({
    queryKey: [queryKeys.functions, cluster, namespace, name],
    queryFn: ({ signal }) => client.getFunction(cluster, namespace, name, { signal }),
    refetchInterval: REFRESH_MS,
  });

export const functionLogsQuery = (client: PlatformClient, { cluster, namespace, name }: FunctionPlace) =>
  queryOptions({
    queryKey: [queryKeys.functions, cluster, namespace, name, 'logs'],
    queryFn: ({ signal }) => client.functionLogs(cluster, namespace, name, { signal }),
    refetchInterval: REFRESH_MS,
  });

export const chainQuery = (client: PlatformClient, { cluster, namespace, name }: FunctionPlace) =>
  queryOptions({
    queryKey: [queryKeys.functions, cluster, namespace, 'chain', name],
    queryFn: ({ signal }) => client.getFunctionWorkflow(cluster, namespace, name, { signal }),
    refetchInterval: REFRESH_MS,
  });

export const chainRunQuery = (client: PlatformClient, { cluster, namespace, name }: FunctionPlace) =>
  queryOptions({
    queryKey: [queryKeys.functions, cluster, namespace, 'run', name],
    queryFn: ({ signal }) => client.getFunctionRun(cluster, namespace, name, { signal }),
    refetchInterval: ({ state }) => (state.data?.endTime === undefined ? RUN_REFRESH_MS : false),
  });
