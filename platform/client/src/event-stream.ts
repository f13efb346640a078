import type { Clock } from '@kubemin/base';
import { type ServerSentEvent, ServerSentEventParser } from './server-sent-events.ts';

export interface EventStreamOptions {
  readonly clock: Clock;
  /** A stream that stays silent for longer is taken for dead: the server sends a comment more often than this. */
  readonly silenceMs: number;
  /** Called when the stream was silent for too long; must make the body end or fail. */
  readonly onSilence: () => void;
}

/** The events of a `text/event-stream` body, in order, until it ends. */
export async function* eventsOf(
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
    // The consumer may leave early: tell the server, and never mind what a broken stream says to that.
    await reader.cancel().catch(() => undefined);
  }
}
