import {
  isTerminalEvent,
  type LiveEvent,
  liveEventSchema,
  type RunEvent,
  routePath,
  routes,
  runEventSchema,
  type Topic,
  topicsText,
} from '../contract/index.ts';
import { type Received, reconnectingStream, type StreamContext, type StreamOptions } from './reconnecting-stream.ts';

export interface FollowEventsOptions extends StreamOptions {
  readonly topics: readonly Topic[];
  /** The id of an event seen before: what follows it. @default from now on */
  readonly after?: string;
}

/**
 * What happens to applications and runs: each event once, over as many connections as needed, until the signal
 * aborts. A `reset` means that events may be missing: fetch again what is shown. A stream from now on begins
 * with one, so that nothing can happen between fetching and following.
 */
export async function* followEvents(
  context: StreamContext,
  { topics, after, ...options }: FollowEventsOptions,
): AsyncGenerator<Received<LiveEvent>, void, undefined> {
  const request = {
    method: routes.liveEvents.method,
    path: routePath(routes.liveEvents, {}),
    query: { topics: topicsText(topics) },
    schema: liveEventSchema,
    after,
  };
  let last = after;
  for await (const received of reconnectingStream(context, request, options)) {
    // What a buffer between here and the server has kept may come a second time.
    if (received.event.kind !== 'reset' && last !== undefined && !isAfter(received.id, last)) continue;
    last = received.id;
    yield received;
  }
}

/** Ids hold two places that only grow. */
function isAfter(id: string, last: string): boolean {
  const [runs = 0, changes = 0] = id.split('.').map(Number);
  const [lastRuns = 0, lastChanges = 0] = last.split('.').map(Number);
  return runs > lastRuns || changes > lastChanges;
}

export interface FollowRunOptions extends StreamOptions {
  /** Only events with a higher sequence number. @default from the beginning */
  readonly after?: number;
  /** Only the events that are stored when they are read. @default follows the run to its end */
  readonly stored?: boolean;
}

/**
 * The transitions of a run: each once, in order, up to the terminal one, over as many connections as it takes.
 * The first connection must succeed; after that, a lost server is waited for until the signal aborts.
 */
export async function* followRun(
  context: StreamContext,
  taskId: string,
  options: FollowRunOptions = {},
): AsyncGenerator<RunEvent, void, undefined> {
  let last = options.after;
  const request = {
    method: routes.taskEvents.method,
    path: routePath(routes.taskEvents, { taskId }),
    ...(options.stored === true && { query: { stored: 'true' } }),
    schema: runEventSchema,
    after: last === undefined ? undefined : String(last),
  };
  for await (const { event } of reconnectingStream(context, request, options)) {
    if (last !== undefined && event.sequence <= last) continue;
    last = event.sequence;
    yield event;
    if (isTerminalEvent(event)) return;
  }
}
