import type { Clock } from './clock.ts';
import { jsonLine, type LogFormat } from './log-line.ts';

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
  /** @default one JSON object per line */
  readonly format?: LogFormat;
}

/** One line per message: a JSON object, unless another format is given. */
export function jsonLogger(options: JsonLoggerOptions): Logger {
  const { clock, write, level = 'info', fields = {}, format = jsonLine } = options;
  const at = (lineLevel: LogLevel) => (message: string, extra?: LogFields) => {
    if (SEVERITY[lineLevel] < SEVERITY[level]) return;
    const time = new Date(clock.now()).toISOString();
    write(format({ time, level: lineLevel, message, fields: { ...fields, ...extra } }));
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
