import { type KubeClient, openPodLog, type PodLogOptions } from '../client/index.ts';

/** Whose log is read. */
export interface ContainerName {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** Which part of it. */
export type LogPart = Pick<
  PodLogOptions,
  'follow' | 'previous' | 'tailLines' | 'sinceSeconds' | 'sinceTime' | 'limitBytes'
>;

/** A line of a log. */
export interface LogLine {
  /** When it was written: RFC 3339 in UTC with nine digits of the second, so that texts sort by time. Empty: not known. */
  readonly time: string;
  readonly text: string;
}

/** A longer line is cut. */
const MAX_LINE_CHARACTERS = 64 * 1024;

/** The lines of a log, until it ends; leaving the loop ends it. Throws StatusError where there is no log. */
export async function* readContainerLog(
  client: KubeClient,
  name: ContainerName,
  part: LogPart,
  signal: AbortSignal,
): AsyncGenerator<LogLine> {
  const log = await openPodLog(client, { ...name, ...part, timestamps: true, signal });
  for await (const line of splitLines(log)) yield parseLine(line);
}

/** Whole lines from bytes in any pieces; what ends without a line break is a line, too. Lines without an end are cut. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARACTERS);
    for (const line of lines) yield line.length > MAX_LINE_CHARACTERS ? line.slice(0, MAX_LINE_CHARACTERS) : line;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;
const COMMON_LENGTH = '2026-01-01T00:00:00.000000000Z'.length;

function parseLine(line: string): LogLine {
  const end = line.indexOf(' ');
  const time = sortableTime(end === -1 ? line : line.slice(0, end));
  if (time === undefined) return { time: '', text: line };
  return { time, text: end === -1 ? '' : line.slice(end + 1) };
}

/** Nodes write the time in their own zone, and some leave out zeros at its end. */
function sortableTime(text: string): string | undefined {
  const [, seconds, fraction = '', zone] = TIME.exec(text) ?? [];
  if (seconds === undefined) return undefined;
  if (zone === 'Z' && text.length === COMMON_LENGTH) return text;
  const utc = zone === 'Z' ? seconds : new Date(`${seconds}${zone}`).toISOString().slice(0, seconds.length);
  return `${utc}.${fraction.padEnd(9, '0')}Z`;
}
