/** Something that took a time, and what it was part of. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  /** `server` handles a request, `consumer` processes queued work. */
  readonly kind: 'server' | 'consumer' | 'internal';
  /** Milliseconds since the epoch. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
  /** What went wrong; undefined when nothing did. */
  readonly error?: string | undefined;
}

/** Where spans go. Recording never waits and never throws. */
export interface SpanSink {
  record(span: Span): void;
}
