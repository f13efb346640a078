import {
  type ClusterEventFilter,
  type ClusterEventMessage,
  type FollowedLogs,
  type LogMessage,
  PlatformError,
  podRoutes,
  routePath,
} from '../contract/index.ts';
import { type Received, reconnectingStream, type StreamContext, type StreamOptions } from './reconnecting-stream.ts';

export interface FollowLogsOptions extends StreamOptions, Partial<FollowedLogs> {}

/**
 * The logs of an application: each line once, over as many connections as needed, until the signal aborts, the one
 * pod that is followed is gone, or, with `ends`, everything was sent.
 */
export async function* followLogs(
  context: StreamContext,
  appId: string,
  { signal, onReconnect, after, ...filter }: FollowLogsOptions = {},
): AsyncGenerator<Received<LogMessage>, void, undefined> {
  const request = {
    method: podRoutes.followLogs.method,
    path: routePath(podRoutes.followLogs, { appId }),
    query: queryFields(filter),
    schema: podRoutes.followLogs.response.schema,
    after,
  };
  let hasBegun = false;
  try {
    for await (const received of reconnectingStream(context, request, streamOptions(signal, onReconnect))) {
      hasBegun = true;
      yield received;
      if (received.event.kind === 'end') return;
    }
  } catch (error) {
    // The server ends the stream with the pod; what comes back then finds it gone.
    if (hasBegun && error instanceof PlatformError && error.code === 'POD_NOT_FOUND') return;
    throw error;
  }
}

export interface FollowClusterEventsOptions extends StreamOptions, Partial<ClusterEventFilter> {
  /** The id of a message seen before: what follows it. @default all events that the cluster has, then new ones */
  readonly after?: string;
}

/** What Kubernetes records about the objects of an application, until the signal aborts. */
export async function* followClusterEvents(
  context: StreamContext,
  appId: string,
  { signal, onReconnect, after, ...filter }: FollowClusterEventsOptions = {},
): AsyncGenerator<Received<ClusterEventMessage>, void, undefined> {
  const request = {
    method: podRoutes.followClusterEvents.method,
    path: routePath(podRoutes.followClusterEvents, { appId }),
    query: queryFields(filter),
    schema: podRoutes.followClusterEvents.response.schema,
    after,
  };
  yield* reconnectingStream(context, request, streamOptions(signal, onReconnect));
}

function streamOptions(signal: StreamOptions['signal'], onReconnect: StreamOptions['onReconnect']): StreamOptions {
  return { ...(signal && { signal }), ...(onReconnect && { onReconnect }) };
}

function queryFields(filter: object): Readonly<Record<string, string | undefined>> {
  const fields = Object.entries(filter).map(([name, value]: [string, unknown]) => [
    name,
    value === undefined ? undefined : String(value),
  ]);
  return Object.fromEntries(fields);
}
