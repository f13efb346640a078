import type { Job } from '@kubemin/client';
import { knownAttempts, type RunHistory } from './run-history.ts';
import type { Span } from './time-scale.ts';

const WAITING_TYPES: readonly string[] = ['approval', 'pause'];

/** Where every job that was under way waited for a decision or a time. */
export function findIdleSpans(jobs: readonly Job[], history: RunHistory, end: number): readonly Span[] {
  const spans = (some: readonly Job[]): readonly Span[] =>
    some.flatMap((job) => knownAttempts(job, history).map(({ from, to = end }) => ({ from, to })));
  const busy = spans(jobs.filter(({ type }) => !WAITING_TYPES.includes(type)));
  const waiting = jobs.filter(({ type }) => WAITING_TYPES.includes(type));
  // A wait goes on while its job is resumed by another instance.
  let idle = mergeSpans(
    waiting.flatMap((job) => {
      const waits = spans([job]);
      const [first] = waits;
      return first === undefined ? [] : [{ from: first.from, to: Math.max(...waits.map(({ to }) => to)) }];
    }),
  );
  for (const work of busy) idle = idle.flatMap((span) => subtractSpan(span, work));
  return idle.filter((span) => span.to > span.from);
}

/** Spans that overlap become one. */
function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last === undefined || span.from > last.to) merged.push(span);
    else merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
  }
  return merged;
}

function subtractSpan(span: Span, other: Span): readonly Span[] {
  if (other.to <= span.from || other.from >= span.to) return [span];
  return [
    { from: span.from, to: Math.min(span.to, other.from) },
    { from: Math.max(span.from, other.to), to: span.to },
  ].filter((part) => part.to > part.from);
}
