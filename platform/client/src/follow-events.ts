import { type LiveEvent, liveEventSchema } from './live-event.ts';
import { routePath } from './route.ts';
import { routes } from './routes.ts';
import { type Received, type StreamContext, type StreamOptions, steadyStream } from './steady-stream.ts';
import { type Topic, topicsText } from './topic.ts';

export interface FollowEventsOptions extends StreamOptions {
  readonly topics: readonly Topic[];
  /** The id of an event seen before: what follows it. @default from now on */
  readonly after?: string;
}

/**
 * What happens to applications and runs: each event once, over as many connections as it takes, until the signal
 * aborts. A `reset` means that something may not have been told: fetch anew what is shown. A stream from now on begins
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
  for await (const received of steadyStream(context, request, options)) {
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
