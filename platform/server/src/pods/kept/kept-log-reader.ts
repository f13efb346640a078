import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@kubemin/base';
import type { LogFilter, LogList } from '@kubemin/client';
import { NewestLines, sinceTime } from '../logs/log-reader.ts';
import type { KeptLogQuery, KeptLogRow, KeptLogRows } from './kept-log-rows.ts';

export interface KeptLogReading {
  readonly rows: KeptLogRows;
  readonly appId: string;
  readonly filter: LogFilter;
  readonly clock: Pick<Clock, 'now'>;
  /** Ends the search: what was found until then is returned as truncated. */
  readonly signal: AbortSignal;
  /** Older logs are not searched when so many characters have been. @default 64 Mi */
  readonly mostCharacters?: number;
}

const MOST_CHARACTERS = 64 * 1024 * 1024;

/** The newest lines of the logs of pods that are gone, in the order of time. The cluster is not asked. */
export async function readKeptLogs(reading: KeptLogReading): Promise<LogList> {
  const { rows, appId, filter, clock, signal, mostCharacters = MOST_CHARACTERS } = reading;
  const { tail, q, component, pod } = filter;
  const since = filter.since === undefined ? undefined : Date.parse(sinceTime(filter.since, clock));
  const until = filter.until === undefined ? undefined : Date.parse(filter.until);
  const found = await rows.list({ appId, component, pod, container: wantedContainer(filter), since, until });
  const newest = new NewestLines(tail);
  let isCut = false;
  let searched = 0;
  for (const row of found) {
    // Other requests are handled between two logs.
    await setImmediate();
    // They come with the newest first: what ends before all lines that are returned cannot add one.
    const oldest = newest.lines.length < tail ? undefined : newest.lines[0];
    const isFull = oldest !== undefined && row.last_time < Date.parse(oldest.time);
    if (isFull || searched >= mostCharacters || signal.aborted) {
      isCut = true;
      break;
    }
    isCut ||= row.truncated === 1;
    const own = new NewestLines(tail);
    for (const { time, text } of (await rows.lines(row.id)) ?? []) {
      searched += time.length + text.length;
      const at = time === '' ? row.last_time : Date.parse(time);
      const isMeant = (since === undefined || at >= since) && (until === undefined || at < until);
      if (isMeant && (q === undefined || text.includes(q))) own.add({ ...source(row), time, text });
    }
    newest.merge(own);
  }
  return { lines: newest.lines, truncated: isCut || newest.truncated, leftOut: [] };
}

function source({ pod, container, component }: KeptLogRow) {
  return { pod, container, ...(component !== null && { component }) };
}

function wantedContainer({ container, allContainers }: LogFilter): KeptLogQuery['container'] {
  if (allContainers) return 'all';
  return container === undefined ? 'default' : { name: container };
}
