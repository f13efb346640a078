import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Clock } from '@kubemin/base';
import type { EventBursts } from '../api/index.ts';
import { repeatEvery } from './every-interval.ts';

export interface EventStreamOptions {
  readonly clock: Clock;
  /** How often a comment is sent, so that the client, and every proxy between, keeps the stream open. */
  readonly heartbeatMs: number;
  /** Ends the stream; the client reconnects or does not, as it likes. */
  readonly signal: AbortSignal;
}

const GATHERED_MOST = 16 * 1024;
/** A reader that takes nothing for this long is cut off. */
const STALLED_MS = 60_000;

/**
 * Writes events as a `text/event-stream` until they end or the signal aborts. No event is written before the one ahead
 * of it fits into the socket's buffer, so a slow reader costs one buffer and a burst, and not the whole history.
 */
export async function writeEventStream(
  response: ServerResponse,
  events: EventBursts,
  { clock, heartbeatMs, signal }: EventStreamOptions,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  const stopBeating = repeatEvery(clock, heartbeatMs, () => {
    // A full buffer needs no heartbeat: the reader has something to read.
    if (!response.writableNeedDrain) response.write(': alive\n\n');
  });
  const gathered = new BatchedWrites(response);
  try {
    for await (const burst of events) {
      if (signal.aborted) return;
      for (const { id, event, data } of burst) {
        gathered.add(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`);
        if (!response.writableNeedDrain) continue;
        await drained(response, { clock, signal });
        if (signal.aborted) return;
      }
    }
  } finally {
    stopBeating();
    gathered.flush();
    response.end();
  }
}

/** Events come in bursts, and each write of its own would cost both ends more than the event. */
class BatchedWrites {
  readonly #response: ServerResponse;
  #text = '';

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  add(text: string): void {
    if (this.#text === '') setImmediate(() => this.flush());
    this.#text += text;
    if (this.#text.length >= GATHERED_MOST) this.flush();
  }

  flush(): void {
    if (this.#text !== '' && !this.#response.writableEnded) this.#response.write(this.#text);
    this.#text = '';
  }
}

async function drained(
  response: ServerResponse,
  { clock, signal }: Pick<EventStreamOptions, 'clock' | 'signal'>,
): Promise<void> {
  // A client that reconnects finds everything again by its last id.
  const stopWaiting = clock.after(STALLED_MS, () => response.destroy());
  try {
    await once(response, 'drain', { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stopWaiting();
  }
}
