/** The content of one log line. */
export interface LogRecord {
  readonly time: string;
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Writes a record down, with the end of the line. */
export type LogFormat = (record: LogRecord) => string;

/** One JSON object per line: for programs. Errors become their message, code and causes. */
export const jsonLine: LogFormat = ({ time, level, message, fields }) =>
  `${JSON.stringify({ time, level, message, ...fields }, errorsToObjects)}\n`;

/** For people at a terminal: the time of day, the level, the message and what belongs to it. */
export const textLine: LogFormat = ({ time, level, message, fields }) => {
  const shown = Object.entries(fields).filter(([, value]) => value !== undefined);
  const words = shown.map(([name, value]) => ` ${name}=${formatValue(value)}`).join('');
  return `${time.slice(11, 23)} ${level.toUpperCase().padEnd(5)} ${message}${words}\n`;
};

/** On one line, whatever it holds: a value with a line break in it must not look like a line of the log. */
function formatValue(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(value.message);
  if (typeof value === 'string') return /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);
  return JSON.stringify(value, errorsToObjects) ?? String(value);
}

function errorsToObjects(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const code = 'code' in value ? { code: value.code } : {};
  return { name: value.name, message: value.message, ...code, stack: value.stack, cause: value.cause };
}
