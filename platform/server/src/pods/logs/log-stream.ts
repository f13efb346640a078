import { type Clock, type Random, toError } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import { encodeTexts, type FollowedLogs, type LogLine, type LogMessage, podRoutes } from '@kubemin/client';
import {
  type FollowedLog,
  followPodLogs,
  type LogMark,
  LogPosition,
  type LogLine as ReadLine,
  readContainerLog,
} from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { EventBursts, StreamEvent } from '../../api/index.ts';
import { podMessages } from '../../messages/index.ts';
import { type PodPlace, podComponent, podName, podSelector } from '../application-pods.ts';
import { MAX_LOGS, printableText, sinceTime, type WantedLog } from './log-reader.ts';
import { StreamMarks } from './stream-marks.ts';

/** What waits to be sent to a reader that is slower than the containers write; beyond it, logs are not read on. */
const MAX_WAITING_LINES = 2_000;
const MAX_WAITING_CHARACTERS = 4 * 1024 * 1024;
const LINES_PER_MESSAGE = 500;

export interface LogStreaming {
  readonly place: PodPlace;
  readonly filter: FollowedLogs;
  /** Where a client goes on that has come back; undefined for one that starts. */
  readonly marks: StreamMarks | undefined;
  containers(pod: Pod): readonly string[];
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** Followed logs as messages, until the signal aborts or the one pod is gone. */
export async function* streamLogs(streaming: LogStreaming): EventBursts {
  const { place, filter, clock, random } = streaming;
  const { component, pod, tail, since, q, previous } = filter;
  const over = new AbortController();
  const queue = new LogQueue();
  const marks = streaming.marks ?? new StreamMarks();
  const start = since === undefined ? undefined : sinceTime(since, clock);
  const following = followPodLogs({
    client: place.client,
    namespace: place.namespace,
    labelSelector: podSelector(place, component),
    ...(pod !== undefined && { fieldSelector: `metadata.name=${pod}`, endsWithPod: true }),
    part: {
      previous,
      ...(tail !== undefined && { tailLines: tail }),
      ...(start !== undefined && { sinceTime: start }),
    },
    maxLogs: MAX_LOGS,
    containers: (each) => streaming.containers(each),
    ...(streaming.marks && { marks: streaming.marks }),
    onLine: (log, line, mark) => queue.push({ log, line, mark }),
    onStart: (log, mark) => void queue.push({ log, change: 'started', mark: mark ?? markBefore(start) }),
    onEnd: (log) => void queue.push({ log, change: 'ended', mark: undefined }),
    onLeftOut: (log, reason) => void queue.push({ log, change: 'left-out', mark: undefined, reason }),
    ...{ clock, random, signal: AbortSignal.any([streaming.signal, over.signal]) },
  }).finally(() => queue.close());
  // Awaited below; until then it must not count as unhandled.
  following.catch(() => undefined);
  try {
    for (let entries = await queue.take(); entries !== undefined; entries = await queue.take()) {
      const burst = encodeEntries(entries, marks, q);
      if (burst.length > 0) yield burst;
    }
    await following;
  } finally {
    over.abort();
    queue.close();
    await following.catch(() => undefined);
  }
}

export interface ExistingLogs extends Pick<LogStreaming, 'place' | 'filter' | 'marks' | 'clock' | 'signal'> {
  readonly wanted: readonly WantedLog[];
}

/** Logs as they are now, one after another, then the message `end`. A client that has come back gets the rest. */
export async function* streamExistingLogs({ wanted, ...streaming }: ExistingLogs): EventBursts {
  const marks = streaming.marks ?? new StreamMarks();
  const { q } = streaming.filter;
  for (const [index, { pod, container }] of wanted.entries()) {
    const log = { namespace: streaming.place.namespace, pod: podName(pod), container, object: pod };
    if (index >= MAX_LOGS) {
      yield encodeEntries([{ log, change: 'left-out', mark: undefined, reason: 'limit' }], marks, q);
      continue;
    }
    const mark = streaming.marks?.find(pod, container);
    if (mark === undefined) yield encodeEntries([{ log, change: 'started', mark: undefined }], marks, q);
    try {
      for await (const entries of existingEntries(log, mark, streaming)) yield encodeEntries(entries, marks, q);
    } catch (error) {
      if (!isStatusError(error, 'BadRequest') && !isStatusError(error, 'NotFound')) throw error;
      yield encodeEntries([{ log, change: 'left-out', mark: undefined, reason: toError(error) }], marks, q);
    }
  }
  yield [encode({ kind: 'end' }, marks)];
}

/** The lines of one log from the mark on, in bursts. */
async function* existingEntries(
  log: FollowedLog,
  mark: LogMark | undefined,
  { place, filter, clock, signal }: Omit<ExistingLogs, 'wanted'>,
): AsyncGenerator<readonly Entry[]> {
  const { previous, tail, since } = filter;
  if (tail === 0) return;
  const first = {
    ...(tail !== undefined && { tailLines: tail }),
    ...(since !== undefined && { sinceTime: sinceTime(since, clock) }),
  };
  const position = new LogPosition({ mark, fromEnd: tail !== undefined });
  if (mark !== undefined) position.reopened();
  const part = { previous, ...(mark === undefined ? first : { sinceTime: mark.time }) };
  let entries: Entry[] = [];
  for await (const line of readContainerLog(place.client, log, part, signal)) {
    if (position.isNew(line)) entries.push({ log, line, mark: position.mark });
    if (entries.length < LINES_PER_MESSAGE) continue;
    yield entries;
    entries = [];
  }
  yield entries;
}

type Entry = { readonly log: FollowedLog; readonly mark: LogMark | undefined } & (
  | { readonly line: ReadLine }
  | { readonly change: 'started' | 'ended' | 'left-out'; readonly reason?: 'limit' | Error }
);

/** All lines before this moment count as sent. */
function markBefore(start: string | undefined): LogMark | undefined {
  if (start === undefined) return undefined;
  const before = new Date(Date.parse(start) - 1).toISOString();
  return { time: before.replace('Z', '000000Z'), seen: 0 };
}

function encodeEntries(entries: readonly Entry[], marks: StreamMarks, q: string | undefined): readonly StreamEvent[] {
  const burst: StreamEvent[] = [];
  let lines: LogLine[] = [];
  const flush = (): void => {
    if (lines.length > 0) burst.push(encode({ kind: 'lines', lines }, marks));
    lines = [];
  };
  for (const entry of entries) {
    const { log, mark } = entry;
    const component = podComponent(log.object);
    const source = { pod: log.pod, container: log.container, ...(component !== undefined && { component }) };
    if ('line' in entry) {
      const { time, text } = entry.line;
      if (mark !== undefined) marks.set(log.object, log.container, mark);
      if (q === undefined || text.includes(q)) lines.push({ ...source, time, text: printableText(text) });
      if (lines.length >= LINES_PER_MESSAGE) flush();
      continue;
    }
    flush();
    if (mark !== undefined) marks.set(log.object, log.container, mark);
    if (entry.change === 'ended') marks.delete(log.object, log.container);
    burst.push(encode({ kind: 'container', ...source, change: entry.change, ...reasonText(entry.reason) }, marks));
  }
  flush();
  return burst;
}

function reasonText(reason: 'limit' | Error | undefined) {
  if (reason === undefined) return {};
  const message = reason === 'limit' ? podMessages.tooManyLogs({ most: MAX_LOGS }) : errorMessage(reason);
  return { message: message.message, ...encodeTexts({ message }) };
}

function encode(message: LogMessage, marks: StreamMarks): StreamEvent {
  const data = JSON.stringify(podRoutes.followLogs.response.schema.parse(message));
  return { id: String(marks), event: message.kind, data };
}

/** What was read and is not sent yet. */
class LogQueue {
  #entries: Entry[] = [];
  #characters = 0;
  #closed = false;
  #filled = Promise.withResolvers<void>();
  #emptied = Promise.withResolvers<void>();

  /** Resolves when more may be added. */
  push(entry: Entry): void | Promise<void> {
    if (this.#closed) return;
    this.#entries.push(entry);
    if ('line' in entry) this.#characters += entry.line.text.length;
    this.#filled.resolve();
    const isFull = this.#entries.length >= MAX_WAITING_LINES || this.#characters >= MAX_WAITING_CHARACTERS;
    if (isFull) return this.#emptied.promise;
  }

  /** Everything there is, once there is something; undefined after the end. */
  async take(): Promise<readonly Entry[] | undefined> {
    await this.#filled.promise;
    const entries = this.#entries;
    this.#entries = [];
    this.#characters = 0;
    this.#emptied.resolve();
    this.#emptied = Promise.withResolvers();
    if (!this.#closed) this.#filled = Promise.withResolvers();
    return entries.length === 0 ? undefined : entries;
  }

  close(): void {
    this.#closed = true;
    this.#filled.resolve();
    this.#emptied.resolve();
  }
}
