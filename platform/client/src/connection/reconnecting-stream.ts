import {
  type BackoffOptions,
  backoffDelay,
  type Clock,
  type Random,
  RetryableError,
  TerminalError,
  toError,
} from '@kubemin/base';
import {
  type Connection,
  isAbort,
  type OutgoingRequest,
  PlatformError,
  type Schema,
  type SchemaOutput,
  unexpectedResponse,
} from '../contract/index.ts';
import { connectionMessages } from '../messages/index.ts';
import { type ServerSentEvent, ServerSentEventParser } from './server-sent-events.ts';

/** How a stream is followed. */
export interface StreamOptions {
  /** Ends the iteration without an error. */
  readonly signal?: AbortSignal;
  /** Called before each wait for a new connection, for a "reconnecting" line. */
  readonly onReconnect?: (reason: Error, delayMs: number) => void;
  /** Called for each connection that was opened; there may be no event for a long time after it. */
  readonly onConnect?: () => void;
}

/** What following a stream depends on. */
export interface StreamContext {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly random: Random;
}

/** Which stream, from where on, and what its events are. */
export interface StreamRequest<S extends Schema> extends Pick<OutgoingRequest, 'method' | 'path' | 'query'> {
  readonly schema: S;
  /** The id after which it begins; undefined: the default of the server. */
  readonly after: string | undefined;
}

/** An event with the id to come back with. */
export interface Received<E> {
  readonly id: string;
  readonly event: E;
}

const BACKOFF: BackoffOptions = { minMs: 100, maxMs: 5_000 };
const SILENCE_MS = 45_000;

/**
 * The events of a stream over as many connections as needed, until the server reports that nothing follows. The first
 * connection must succeed; after that, a lost server is waited for until the signal aborts.
 */
export async function* reconnectingStream<S extends Schema>(
  context: StreamContext,
  request: StreamRequest<S>,
  { signal, onReconnect, onConnect }: StreamOptions,
): AsyncGenerator<Received<SchemaOutput<S>>, void, undefined> {
  let { after } = request;
  let connected = false;
  let attempt = 0;
  while (signal?.aborted !== true) {
    let reason: Error;
    try {
      const events = await openStream(context, { ...request, after }, signal);
      connected = true;
      onConnect?.();
      if (events === 'over') return;
      for await (const received of events) {
        after = received.id;
        attempt = 0;
        yield received;
      }
      reason = new RetryableError(connectionMessages.streamEnded, { code: 'STREAM_ENDED' });
    } catch (error) {
      if (isAbort(error, signal)) return;
      if (!connected || (error instanceof PlatformError && !error.retryable)) throw error;
      reason = toError(error);
    }
    const delay = backoffDelay(BACKOFF, attempt, context.random);
    attempt += 1;
    onReconnect?.(reason, delay);
    await context.clock.sleep(delay, signal);
  }
}

/** The events of one connection, or `over` when the server reports that nothing follows. */
async function openStream<S extends Schema>(
  { connection, clock }: StreamContext,
  { method, path, query = {}, after, schema }: StreamRequest<S>,
  signal: AbortSignal | undefined,
): Promise<AsyncIterable<Received<SchemaOutput<S>>> | 'over'> {
  const silence = new AbortController();
  const request = {
    method,
    path,
    query,
    headers: { accept: 'text/event-stream', ...(after === undefined ? {} : { 'last-event-id': after }) },
    signal: signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]),
  };
  const response = await connection.send(request);
  const url = connection.requestUrl(request);
  if (response.status === 204) return 'over';
  if (response.body === null)
    throw unexpectedResponse(
      url,
      response.status,
      new TerminalError(connectionMessages.emptyResponse, { code: 'NO_BODY' }),
    );
  const silent = connectionMessages.streamSilent({ url, seconds: SILENCE_MS / 1000 });
  const onSilence = (): void => silence.abort(new RetryableError(silent, { code: 'STREAM_SILENT' }));
  const events = readEvents(response.body, { clock, silenceMs: SILENCE_MS, onSilence });
  const read = (data: string): SchemaOutput<S> => {
    try {
      return schema.parse(JSON.parse(data));
    } catch (error) {
      throw unexpectedResponse(url, response.status, error);
    }
  };
  return mapped(events, ({ id, data }) => ({ id, event: read(data) }));
}

async function* mapped<T, R>(items: AsyncIterable<T>, map: (item: T) => R): AsyncGenerator<R, void, undefined> {
  for await (const item of items) yield map(item);
}

interface EventStreamOptions {
  readonly clock: Clock;
  /** A stream that stays silent for longer is taken for dead: the server sends a comment more often than this. */
  readonly silenceMs: number;
  /** Called when the stream was silent for too long; must make the body end or fail. */
  readonly onSilence: () => void;
}

/** The events of a `text/event-stream` body, in order, until it ends. */
async function* readEvents(
  body: ReadableStream<Uint8Array>,
  options: EventStreamOptions,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const parser = new ServerSentEventParser();
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const stopWaiting = options.clock.after(options.silenceMs, options.onSilence);
      const piece = await reader.read().finally(stopWaiting);
      if (piece.done) return;
      yield* parser.push(decoder.decode(piece.value, { stream: true }));
    }
  } finally {
    // The consumer may stop early; a broken stream cannot be cancelled, which is no failure.
    await reader.cancel().catch(() => undefined);
  }
}
