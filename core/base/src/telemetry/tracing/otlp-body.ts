import type { Span } from './span.ts';

/** Who the spans are of. */
export interface SpanSource {
  readonly name: string;
  readonly version: string;
}

const KINDS: Readonly<Record<Span['kind'], number>> = { internal: 1, server: 2, consumer: 5 };
const ERROR = 2;

/** Spans as an OTLP/HTTP collector takes them, in JSON. */
export function otlpBody(spans: readonly Span[], { name, version }: SpanSource): string {
  const resource = { attributes: otlpAttributes({ 'service.name': name, 'service.version': version }) };
  const scope = { name: 'kubemin', version };
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(otlpSpan) }] }] });
}

function otlpSpan({ traceId, spanId, parentSpanId, name, kind, startMs, endMs, attributes, error }: Span) {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(Math.max(startMs, endMs)),
    attributes: otlpAttributes(attributes),
    status: error === undefined ? {} : { code: ERROR, message: error },
  };
}

/** As text: a number cannot hold so many digits. */
function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n);
}

function otlpAttributes(attributes: Span['attributes']) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: typedValue(value) }],
  );
}

function typedValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
