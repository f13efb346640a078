import { memo } from 'react';
import { useLanguage } from '../language/index.ts';
import type { LogEntry } from './log-buffer.ts';
import { type LogPiece, type LogSegment, markFound, parseLogText, parseStructured } from './log-text.ts';
import styles from './logs.module.css';

/** How the times of lines are shown. */
export type LogTimes = 'local' | 'utc' | 'none';

/** How rows look. */
export interface RowOptions {
  /** What is marked in them. */
  readonly pattern: RegExp | undefined;
  readonly times: LogTimes;
  readonly showsPods: boolean;
  /** Lines of JSON as their message and fields. */
  readonly hasFields: boolean;
}

interface LogRowProps extends RowOptions {
  readonly entry: LogEntry;
}

/** One row of a log. What containers wrote is text: never markup, and never a link. */
export const LogRow = memo(function LogRow({ entry, pattern, times, showsPods, hasFields }: LogRowProps) {
  const { t } = useLanguage();
  if (entry.kind === 'remark') return <div className={styles.remark}>— {t(entry.message)} —</div>;
  const { line, level } = entry;
  return (
    <div className={[styles.row, level !== 'other' && styles[level]].filter(Boolean).join(' ')}>
      {times !== 'none' && (
        <time className={styles.time} dateTime={line.time} title={line.time}>
          {times === 'utc' ? line.time.slice(11, 23) : localTime(line.time)}
        </time>
      )}
      {showsPods && (
        <span className={styles.pod} title={`${line.pod}/${line.container}`}>
          {shortPodName(line.pod, line.component)}
        </span>
      )}
      <span className={styles.text}>
        {markFound(hasFields ? lineSegments(entry.plain, line.text) : parseLogText(line.text), pattern).map((piece) => (
          <Piece key={piece.at} piece={piece} />
        ))}
      </span>
    </div>
  );
});

/** A line of JSON as its message and, less prominent, its fields. */
function lineSegments(plain: string, text: string): readonly LogSegment[] {
  const line = parseStructured(plain);
  if (line === undefined) return parseLogText(text);
  return [
    ...(line.message === '' ? [] : [{ text: line.message }]),
    ...line.fields.flatMap(({ name, value }) => [
      { text: ` ${name}=`, faint: true },
      { text: value, colour: 'cyan' as const },
    ]),
  ];
}

function Piece({ piece }: { readonly piece: LogPiece }) {
  const { text, colour, bold, faint, italic, underlined, isFound } = piece;
  const classes = [
    colour !== undefined && styles[colour],
    bold && styles.bold,
    faint && styles.faint,
    italic && styles.italic,
    underlined && styles.underlined,
  ].filter(Boolean);
  if (isFound) return <mark className={[styles.found, ...classes].join(' ')}>{text}</mark>;
  return classes.length === 0 ? text : <span className={classes.join(' ')}>{text}</span>;
}

/** The time of a line to the millisecond, in UTC, as it is downloaded. */
export function rowTime(time: string): string {
  return time === '' ? '-' : `${time.slice(0, 23)}Z`;
}

/** The time of day of the reader, to the millisecond. */
function localTime(time: string): string {
  const moment = new Date(time);
  if (Number.isNaN(moment.getTime())) return '';
  const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');
  return `${pad(moment.getHours(), 2)}:${pad(moment.getMinutes(), 2)}:${pad(moment.getSeconds(), 2)}.${pad(moment.getMilliseconds(), 3)}`;
}

/** The component and the end of the name, which differs between its pods. */
function shortPodName(pod: string, component: string | undefined): string {
  const end = pod.slice(pod.lastIndexOf('-') + 1);
  return component === undefined ? pod : `${component} ${end}`;
}
