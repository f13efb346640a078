import type { Clock, Random } from '@kubemin/base';
import { type ApiHandler, type ApiRequest, expired, type KubeObject, type WatchEvent } from '@kubemin/kubeapi';

/** How bad a line is; chances are from 0 (never) to 1 (always), and asked for each batch of events. */
export interface Shakes {
  readonly clock: Clock;
  readonly random: Pick<Random, 'next'>;
  /** For how many turns of the event loop a batch is on its way, at most. @default 0 */
  readonly turns?: number;
  /** For how long by the clock a batch is on its way, at most, where it is late. @default 0 */
  readonly delayMs?: number;
  /** How likely a batch is late by the clock, not by turns alone. @default 0 */
  readonly late?: number;
  /** How likely an event comes twice, or an older state of its object once more after it. @default 0 */
  readonly repeated?: number;
  /** How likely the watch breaks off, or expires, so that everything is listed again. @default 0 */
  readonly broken?: number;
}

/**
 * The same API over a bad connection. Events come late, come twice and the watch breaks off, but each watch keeps the order
 * of what is new: no client may see less, or older states, because of it.
 */
export function shakyWatches(handler: ApiHandler, shakes: Shakes): ApiHandler {
  return async (request) => {
    const response = await handler(request);
    return response.kind === 'watch' ? { ...response, events: shakeWatch(response.events, request, shakes) } : response;
  };
}

async function* shakeWatch(
  events: AsyncIterable<readonly WatchEvent[]>,
  { signal }: ApiRequest,
  shakes: Shakes,
): AsyncGenerator<readonly WatchEvent[]> {
  const { clock, random, turns = 0, delayMs = 0, late = 0, repeated = 0, broken = 0 } = shakes;
  const past = new Map<string, WatchEvent>();
  for await (const batch of events) {
    const wait = Math.floor(random.next() * (turns + 1));
    for (let turn = 0; turn < wait; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    if (random.next() < late) await clock.sleep(random.next() * delayMs, signal);
    if (signal?.aborted) return;
    yield batch.flatMap((event) => {
      const again = random.next() < repeated ? repeatEvents(event, past, random) : [];
      remember(event, past);
      return [event, ...again];
    });
    if (random.next() >= broken) continue;
    if (random.next() < 0.5) yield [expiredError()];
    return;
  }
}

/** The event itself, or an older state of the object, if it is still there: what is gone does not come back. */
function repeatEvents(event: WatchEvent, past: ReadonlyMap<string, WatchEvent>, random: Shakes['random']) {
  const older = past.get(objectKey(event.object));
  return [older !== undefined && event.type === 'MODIFIED' && random.next() < 0.5 ? older : event];
}

function remember(event: WatchEvent, past: Map<string, WatchEvent>): void {
  if (event.type === 'ADDED' || event.type === 'MODIFIED') past.set(objectKey(event.object), event);
  else past.delete(objectKey(event.object));
}

function objectKey({ metadata }: KubeObject): string {
  return metadata.uid ?? '';
}

function expiredError(): WatchEvent {
  return { type: 'ERROR', object: expired('the line is shaky').status };
}
