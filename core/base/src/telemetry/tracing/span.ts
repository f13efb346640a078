import type { Random } from '../../basics/index.ts';

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

/** A span among those of its trace, as W3C's trace context has it. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the caller that began the trace wants it to be kept. */
  readonly sampled: boolean;
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const NOTHING = /^0+$/;

/** Reads a `traceparent`; undefined when it is none. */
export function parseTraceparent(text: string | undefined): TraceContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(text ?? '') ?? [];
  if (NOTHING.test(traceId) || NOTHING.test(spanId) || traceId === '' || text?.startsWith('ff')) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Writes a `traceparent`. */
export function formatTraceparent({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

/** A span below another one, or the first of a trace of its own. */
export function newSpan(random: Random, parent: TraceContext | undefined): TraceContext {
  const spanId = hex(random.bytes(8));
  return parent === undefined ? { traceId: hex(random.bytes(16)), spanId, sampled: true } : { ...parent, spanId };
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
