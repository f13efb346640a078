import { decodeMessage, type Message, verbatim } from '@kubemin/base/message';
import type { LogMessage, PlatformClient } from '@kubemin/client';
import { useEffect, useState } from 'react';
import { formatDuration, useLanguage } from '../language/index.ts';
import { logMessages } from '../messages/index.ts';
import { usePlatform } from '../platform/index.ts';
import { KEPT_LINES, type LogBuffer } from './log-buffer.ts';
import type { LeastLevel } from './log-text.ts';

/** Which logs of an application, and which of their lines: what the address of a view contains. */
export interface LogSelection {
  readonly component?: string | undefined;
  readonly pod?: string | undefined;
  /** `*` for all containers of each pod. @default the one that kubectl would take */
  readonly container?: string | undefined;
  /** @default now */
  readonly age?: LogAge | undefined;
  /** How much: a number of lines, or a time. @default 500 */
  readonly range?: string | undefined;
  /** A text, or a regular expression between slashes. */
  readonly q?: string | undefined;
  readonly level?: LeastLevel | undefined;
}

/** Of pods that are there, of what their containers wrote before they restarted, or of pods that are gone. */
export type LogAge = 'now' | 'previous' | 'gone';

export interface RangeChoice {
  readonly text: Message;
  readonly filter: { readonly tail?: number; readonly since?: string };
}

/** How much of the logs, by a short name. */
export const RANGES = {
  '500': { text: logMessages.lines500, filter: { tail: 500 } },
  '5000': { text: logMessages.lines5000, filter: { tail: 5_000 } },
  '5m': { text: logMessages.fiveMinutes, filter: { since: '5m' } },
  '1h': { text: logMessages.hour, filter: { since: '1h' } },
  '1d': { text: logMessages.day, filter: { since: '1d' } },
  all: { text: logMessages.everything, filter: { tail: KEPT_LINES } },
} as const satisfies Readonly<Record<string, RangeChoice>>;
type Range = keyof typeof RANGES;

export const RANGE_NAMES = Object.keys(RANGES).filter((name): name is Range => Object.hasOwn(RANGES, name));

/** A log that arrives faster than it is read must leave time for the page. */
const BUSY_MS = 20;
/** Of a selection: all containers. */
export const ALL = '*';
/** The API returns no more of pods that are gone at once. */
const MOST_GONE = 10_000;

/** What is read into which buffer. */
export interface LogRequest {
  readonly appId: string;
  readonly selection: LogSelection;
  readonly age: LogAge;
  readonly range: Range;
  /** In pods that are gone: lines that contain this text. */
  readonly search: string;
  readonly buffer: LogBuffer;
}

/** Reads the chosen logs into the buffer, again from the start when the choice changes. */
export function useLogStream({ appId, selection, age, range, search, buffer }: LogRequest) {
  const { client } = usePlatform();
  const { language } = useLanguage();
  const { component, pod, container } = selection;
  const [error, setError] = useState<unknown>();
  const [isReading, setReading] = useState(true);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stopped = new AbortController();
    buffer.clear();
    setError(undefined);
    setReading(true);
    const filter = {
      ...(component !== undefined && { component }),
      ...(pod !== undefined && { pod }),
      ...(container === ALL ? { allContainers: true } : container !== undefined && { container }),
      ...RANGES[range].filter,
    };
    const reconnected = (ms: number): void =>
      buffer.appendRemark(logMessages.gap({ duration: formatDuration(ms, language) }));
    const request = { client, appId, buffer, filter, reconnected, signal: stopped.signal };
    const read = async (): Promise<void> => {
      try {
        await (age === 'gone' ? readGoneLogs(request, search) : followLogs(request, age));
      } catch (thrown) {
        if (!stopped.signal.aborted) setError(thrown);
      } finally {
        if (!stopped.signal.aborted) setReading(false);
      }
    };
    // A repeated attempt reads again from the start.
    void attempt;
    void read();
    return () => stopped.abort();
  }, [client, appId, component, pod, container, age, range, search, buffer, language, attempt]);
  return { error, isReading, retry: () => setAttempt((count) => count + 1) };
}

interface ReadRequest {
  readonly client: PlatformClient;
  readonly appId: string;
  readonly buffer: LogBuffer;
  readonly filter: {
    readonly component?: string;
    readonly pod?: string;
    readonly container?: string;
    readonly allContainers?: boolean;
    readonly tail?: number;
    readonly since?: string;
  };
  /** Called with how long the connection was lost. */
  readonly reconnected: (ms: number) => void;
  readonly signal: AbortSignal;
}

async function followLogs(request: ReadRequest, age: 'now' | 'previous'): Promise<void> {
  const { client, appId, buffer, filter, reconnected, signal } = request;
  let lostAt: number | undefined;
  let restedAt = performance.now();
  const messages = client.followLogs(appId, {
    ...filter,
    ...(age === 'previous' && { previous: true, ends: true }),
    signal,
    onReconnect: () => {
      lostAt ??= performance.now();
    },
  });
  for await (const { event } of messages) {
    if (signal.aborted) return;
    if (lostAt !== undefined) reconnected(performance.now() - lostAt);
    lostAt = undefined;
    appendMessage(buffer, event);
    if (performance.now() - restedAt < BUSY_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    restedAt = performance.now();
  }
  if (!signal.aborted) buffer.appendRemark(logMessages.end);
}

function appendMessage(buffer: LogBuffer, message: LogMessage): void {
  if (message.kind === 'lines') buffer.appendLines(message.lines);
  if (message.kind !== 'container') return;
  const { pod, container, change, message: text = '', texts } = message;
  const place = `${pod}/${container}`;
  if (change === 'started') buffer.appendRemark(logMessages.started({ place }));
  if (change === 'ended') buffer.appendRemark(logMessages.ended({ place }));
  if (change === 'left-out') {
    const reason = decodeMessage(texts?.message, text) ?? verbatim(text);
    buffer.appendRemark(logMessages.leftOut({ place, reason }));
  }
}

/** The server searches: the newest lines that match, of all that are kept. */
async function readGoneLogs(request: ReadRequest, search: string): Promise<void> {
  const { client, appId, buffer, filter, signal } = request;
  const { lines, truncated, leftOut } = await client.applicationLogs(
    appId,
    { ...filter, ...(search !== '' && { q: search }), gone: true, tail: Math.min(filter.tail ?? MOST_GONE, MOST_GONE) },
    { signal },
  );
  if (truncated) buffer.appendRemark(logMessages.truncated);
  buffer.appendLines(lines);
  for (const { pod, container, reason: text, texts } of leftOut) {
    const reason = decodeMessage(texts?.reason, text) ?? verbatim(text);
    buffer.appendRemark(logMessages.leftOut({ place: `${pod}/${container}`, reason }));
  }
  if (lines.length > 0) buffer.appendRemark(logMessages.end);
}
