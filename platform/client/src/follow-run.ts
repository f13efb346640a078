import { type BackoffOptions, backoffDelay, type Clock, type Random, toError } from '@kubemin/base';
import { isAbort } from './abort.ts';
import type { Connection } from './connection.ts';
import { eventsOf } from './event-stream.ts';
import { PlatformError, unexpected } from './platform-error.ts';
import { routePath } from './route.ts';
import { routes } from './routes.ts';
import { endsRun, type RunEvent, runEventSchema } from './run-event.ts';

export interface FollowRunOptions {
  /** Only events with a higher sequence number. @default from the beginning */
  readonly after?: number;
  /** Ends the iteration without an error. */
  readonly signal?: AbortSignal;
  /** Told before each wait for a new connection, for a "reconnecting" line. */
  readonly onReconnect?: (reason: Error, delayMs: number) => void;
}

/** What following needs from its surroundings. */
export interface FollowRunContext {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly random: Random;
}

const BACKOFF: BackoffOptions = { minMs: 100, maxMs: 5_000 };
const SILENCE_MS = 45_000;

/**
 * The transitions of a run: each once, in order, up to the terminal one, over as many connections as it takes.
 * The first connection must succeed; after that, a lost server is waited for until the signal aborts.
 */
export async function* followRun(
  context: FollowRunContext,
  taskId: string,
  options: FollowRunOptions = {},
): AsyncGenerator<RunEvent, void, undefined> {
  const { signal } = options;
  let last = options.after;
  let connected = false;
  let attempt = 0;
  while (signal?.aborted !== true) {
    let reason: Error;
    try {
      const events = await openStream(context, { taskId, after: last, signal });
      connected = true;
      if (events === 'over') return;
      for await (const event of events) {
        if (last !== undefined && event.sequence <= last) continue;
        last = event.sequence;
        attempt = 0;
        yield event;
        if (endsRun(event)) return;
      }
      reason = new Error('the server ended the stream before the run had ended');
    } catch (error) {
      if (isAbort(error, signal)) return;
      if (!connected || (error instanceof PlatformError && !error.retryable)) throw error;
      reason = toError(error);
    }
    const delay = backoffDelay(BACKOFF, attempt, context.random);
    attempt += 1;
    options.onReconnect?.(reason, delay);
    await context.clock.sleep(delay, signal);
  }
}

interface ConnectionAttempt {
  readonly taskId: string;
  readonly after: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The events of one connection, or `over` when the server says that the run has ended and nothing follows. */
async function openStream(
  { connection, clock }: FollowRunContext,
  { taskId, after, signal }: ConnectionAttempt,
): Promise<AsyncIterable<RunEvent> | 'over'> {
  const silence = new AbortController();
  const request = {
    method: routes.taskEvents.method,
    path: routePath(routes.taskEvents, { taskId }),
    headers: { accept: 'text/event-stream', ...(after === undefined ? {} : { 'last-event-id': String(after) }) },
    signal: signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]),
  };
  const response = await connection.send(request);
  const url = connection.urlOf(request);
  if (response.status === 204) return 'over';
  if (response.body === null) throw unexpected(url, response.status, new Error('it has no body'));
  const onSilence = (): void => silence.abort(new Error(`${url} has been silent for ${SILENCE_MS / 1000} s`));
  const events = eventsOf(response.body, { clock, silenceMs: SILENCE_MS, onSilence });
  return mapped(events, ({ data }) => readEvent(url, response.status, data));
}

async function* mapped<T, R>(items: AsyncIterable<T>, map: (item: T) => R): AsyncGenerator<R, void, undefined> {
  for await (const item of items) yield map(item);
}

function readEvent(url: string, status: number, data: string): RunEvent {
  try {
    return runEventSchema.parse(JSON.parse(data));
  } catch (error) {
    throw unexpected(url, status, error);
  }
}
