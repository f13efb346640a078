import { nanoTimestamp } from '@kubemin/kubeapi';
import type { LogFormat } from '../runtime/index.ts';

const NEW_LINE = 10;
const SPACE = 32;
const PARTIAL = 'P';

/**
 * Log files of the Container Runtime Interface: each line is a time, a stream, `F` or `P` and what was written. After `P` the line goes on with the
 * next one of the file. What is no such line is passed on as it is.
 */
export const criLog: LogFormat = async (_file, _handle, { timestamps, sinceMs }) => {
  /** The line before has not ended, and whether it is wanted. */
  let before: { readonly isWanted: boolean } | undefined;
  return (lines) => {
    const out: Buffer[] = [];
    let at = 0;
    while (at < lines.length) {
      const end = lines.indexOf(NEW_LINE, at);
      const next = end === -1 ? lines.length : end + 1;
      const line = parseLine(lines.subarray(at, next));
      const isWanted = before?.isWanted ?? (sinceMs === undefined || line.time >= sinceMs);
      if (isWanted) {
        if (timestamps && before === undefined && line.stamp !== '') out.push(Buffer.from(`${line.stamp} `));
        out.push(line.text);
      }
      before = line.isPartial ? { isWanted } : undefined;
      at = next;
    }
    return Buffer.concat(out);
  };
};

interface LogLine {
  readonly stamp: string;
  readonly time: number;
  readonly isPartial: boolean;
  /** With its line end, unless it is partial. */
  readonly text: Buffer;
}

function parseLine(line: Buffer): LogLine {
  const first = line.indexOf(SPACE);
  const second = line.indexOf(SPACE, first + 1);
  const third = line.indexOf(SPACE, second + 1);
  const time = first === -1 ? Number.NaN : Date.parse(line.toString('latin1', 0, first));
  if (third === -1 || Number.isNaN(time)) return { stamp: '', time: 0, isPartial: false, text: line };
  const stamp = line.toString('latin1', 0, first);
  const isPartial = line.toString('latin1', second + 1, third) === PARTIAL;
  const text = line.subarray(third + 1);
  return {
    stamp: formatStamp(stamp, time),
    time,
    isPartial,
    text: isPartial && text.at(-1) === NEW_LINE ? text.subarray(0, -1) : text,
  };
}

/** With nine digits, as the kubelet writes it; the file has no zeros at the end. */
function formatStamp(stamp: string, time: number): string {
  const [, seconds = '', digits = ''] = /^([^.Z]+)(?:\.(\d{1,9}))?Z$/.exec(stamp) ?? [];
  return seconds === '' ? nanoTimestamp(time) : `${seconds}.${digits.padEnd(9, '0')}Z`;
}
