import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Clock } from '@kubemin/base';
import type { StreamEvent } from './bound-route.ts';
import { everyInterval } from './every-interval.ts';

export interface EventStreamOptions {
  readonly clock: Clock;
  /** How often a comment tells the client, and every proxy between, that the stream lives. */
  readonly heartbeatMs: number;
  /** Ends the stream; the client reconnects or does not, as it likes. */
  readonly signal: AbortSignal;
}

/**
 * Writes events as a `text/event-stream` until they end or the signal aborts. No event is taken before the one ahead of
 * it fits into the socket's buffer, so a slow reader costs one buffer and not the whole history.
 */
export async function writeEventStream(
  response: ServerResponse,
  events: AsyncIterable<StreamEvent>,
  { clock, heartbeatMs, signal }: EventStreamOptions,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  const stopBeating = everyInterval(clock, heartbeatMs, () => {
    // A full buffer needs no heartbeat: the reader has something to read.
    if (!response.writableNeedDrain) response.write(': alive\n\n');
  });
  try {
    for await (const { id, event, data } of events) {
      if (signal.aborted) break;
      if (!response.write(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`)) await drained(response, signal);
    }
  } finally {
    stopBeating();
    response.end();
  }
}

async function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  try {
    await once(response, 'drain', { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
