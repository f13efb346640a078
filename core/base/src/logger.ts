import type { Clock } from './clock.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, unknown>>;

/** Structured logging. Messages are constant sentences; what varies goes into fields. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds `fields` to every line. */
  child(fields: LogFields): Logger;
}

const SEVERITY: Readonly<Record<LogLevel, number>> = { debug: 10, info: 20, warn: 30, error: 40 };

export interface JsonLoggerOptions {
  readonly clock: Clock;
  readonly write: (line: string) => void;
  /** @default 'info' */
  readonly level?: LogLevel;
  readonly fields?: LogFields;
}

/** One JSON object per line. Errors in fields become their message, code and causes. */
export function jsonLogger(options: JsonLoggerOptions): Logger {
  const { clock, write, level = 'info', fields = {} } = options;
  const at = (lineLevel: LogLevel) => (message: string, extra?: LogFields) => {
    if (SEVERITY[lineLevel] < SEVERITY[level]) return;
    const time = new Date(clock.now()).toISOString();
    write(`${JSON.stringify({ time, level: lineLevel, message, ...fields, ...extra }, plainErrors)}\n`);
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (more) => jsonLogger({ ...options, fields: { ...fields, ...more } }),
  };
}

export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLogger,
};

function plainErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const code = 'code' in value ? { code: value.code } : {};
  return { name: value.name, message: value.message, ...code, stack: value.stack, cause: value.cause };
}
