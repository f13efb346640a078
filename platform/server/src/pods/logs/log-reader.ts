import type { Clock } from '@kubemin/base';
import { errorMessage, type Message } from '@kubemin/base/message';
import { encodeTexts, type LogFilter, type LogLine, type LogList } from '@kubemin/client';
import { type LogPart, readContainerLog } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { ApiError, withTimeout } from '../../api/index.ts';
import { podMessages } from '../../messages/index.ts';
import { clusterError, type NeededRight, type PodPlace, podComponent, podName } from '../application-pods.ts';
import { findStatus } from '../pod-view.ts';

/** The logs of so many containers are read for one request. */
export const MAX_LOGS = 50;
/** So many of them at the same time. */
const PARALLEL = 5;
/** The text of a response, in characters. */
const MAX_CHARACTERS = 8 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

export const READ_LOGS: NeededRight = { verb: 'get', resource: 'pods/log', setting: 'access.create' };

/** A container whose log is wanted. */
export interface WantedLog {
  readonly pod: Pod;
  readonly container: string;
}

export interface LogReading {
  readonly place: PodPlace;
  readonly wanted: readonly WantedLog[];
  readonly filter: LogFilter;
  readonly clock: Clock;
}

/** Reads the newest lines of several logs, in the order of time. Memory is bounded whatever the logs hold. */
export async function readLogs({ place, wanted, filter, clock }: LogReading): Promise<LogList> {
  const leftOut: LeftOut[] = [];
  const leave = ({ pod, container }: WantedLog, reason: Message): void =>
    void leftOut.push({ pod: podName(pod), container, reason });
  const there = wanted.filter((log) => {
    const missing = missingLog(log, filter.previous);
    if (missing !== undefined) leave(log, missing);
    return missing === undefined;
  });
  for (const log of there.slice(MAX_LOGS)) leave(log, podMessages.tooManyLogs({ most: MAX_LOGS }));
  const newest = new NewestLines(filter.tail);
  const waiting = there.slice(0, MAX_LOGS);
  const readAll = async (signal: AbortSignal): Promise<void> => {
    for (let log = waiting.shift(); log !== undefined; log = waiting.shift()) {
      try {
        newest.merge(await readOne(place, log, filter, { signal, clock }));
      } catch (error) {
        const refused = isStatusError(error, 'BadRequest') || isStatusError(error, 'NotFound');
        if (!refused) throw clusterError(place, READ_LOGS, error);
        leave(log, errorMessage(error));
      }
    }
  };
  try {
    await withTimeout(clock, TIMEOUT_MS, (signal) =>
      Promise.all(Array.from({ length: PARALLEL }, () => readAll(signal))),
    );
  } catch (error) {
    throw clusterError(place, READ_LOGS, error);
  }
  const [first] = leftOut;
  if (first !== undefined && wanted.length === 1) {
    throw new ApiError('LOG_NOT_FOUND', podMessages.noLog({ ...first }));
  }
  return {
    lines: newest.lines,
    truncated: newest.truncated || there.length > MAX_LOGS,
    leftOut: leftOut.map(({ reason, ...log }) => ({ ...log, reason: reason.message, ...encodeTexts({ reason }) })),
  };
}

interface LeftOut {
  readonly pod: string;
  readonly container: string;
  readonly reason: Message;
}

/** Why there is no log; undefined where there is one. */
export function missingLog({ pod, container }: WantedLog, previous: boolean): Message | undefined {
  const status = findStatus(pod, container);
  if (previous) return status?.lastState?.terminated === undefined ? podMessages.notRestarted : undefined;
  const hasStarted = [status?.state, status?.lastState].some(
    (state) => state?.running !== undefined || state?.terminated !== undefined,
  );
  return hasStarted ? undefined : podMessages.notStarted;
}

interface ReadContext {
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

async function readOne(
  { client, namespace }: PodPlace,
  { pod, container }: WantedLog,
  filter: LogFilter,
  { signal, clock }: ReadContext,
): Promise<NewestLines> {
  const { previous, tail, since, until, q } = filter;
  const isSearched = q !== undefined || until !== undefined;
  const part: LogPart = {
    previous,
    ...(since !== undefined && { sinceTime: sinceTime(since, clock) }),
    // One more than is wanted, to know whether there are more.
    ...(!isSearched && { tailLines: tail + 1 }),
  };
  const newest = new NewestLines(tail);
  const component = podComponent(pod);
  const source = { pod: podName(pod), container, ...(component !== undefined && { component }) };
  const end = until === undefined ? undefined : Date.parse(until);
  for await (const { time, text } of readContainerLog(client, { namespace, ...source }, part, signal)) {
    if (end !== undefined && Date.parse(time) >= end) continue;
    if (q === undefined || text.includes(q)) newest.add({ ...source, time, text: printableText(text) });
  }
  return newest;
}

const AGO_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A moment, or how long ago, as a moment. */
export function sinceTime(since: string, clock: Pick<Clock, 'now'>): string {
  const [, amount, unit = ''] = /^(\d+)([smhd])$/.exec(since) ?? [];
  if (amount === undefined) return since;
  return new Date(clock.now() - Number(amount) * (AGO_MS[unit] ?? 0)).toISOString();
}

/** JSON can hold neither half of a surrogate pair, nor every database and terminal a NUL. */
export function printableText(text: string): string {
  const clean = text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
  return clean.isWellFormed() ? clean : clean.toWellFormed();
}

/** The newest lines among all that were added, within bounds of number and size. */
export class NewestLines {
  readonly #most: number;
  #lines: LogLine[] = [];
  #characters = 0;
  #dropped = false;

  constructor(most: number) {
    this.#most = most;
  }

  get lines(): readonly LogLine[] {
    return this.#lines;
  }

  get truncated(): boolean {
    return this.#dropped;
  }

  add(line: LogLine): void {
    this.#lines.push(line);
    this.#characters += line.text.length;
    // Dropping one by one from the front of an array would take too long.
    if (this.#lines.length > 2 * this.#most || this.#characters > 2 * MAX_CHARACTERS) this.#drop();
  }

  merge(other: NewestLines): void {
    other.#drop();
    this.#lines = [...this.#lines, ...other.#lines].sort(byTime);
    this.#characters += other.#characters;
    this.#dropped ||= other.#dropped;
    this.#drop();
  }

  #drop(): void {
    let first = Math.max(0, this.#lines.length - this.#most);
    let characters = this.#lines.slice(first).reduce((sum, { text }) => sum + text.length, 0);
    while (characters > MAX_CHARACTERS) {
      characters -= this.#lines[first]?.text.length ?? 0;
      first += 1;
    }
    this.#dropped ||= first > 0;
    this.#lines = this.#lines.slice(first);
    this.#characters = characters;
  }
}

/** Lines of one moment by pod and container; those of one container stay in their order. */
function byTime(one: LogLine, other: LogLine): number {
  return compare(one.time, other.time) || compare(one.pod, other.pod) || compare(one.container, other.container);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
