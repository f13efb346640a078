import type { LogFields, Logger } from '@kubemin/base';

/** A logged line, with the fields of parent loggers. */
export interface LoggedLine {
  readonly level: string;
  readonly message: string;
  readonly fields: LogFields;
}

/** A logger that keeps its lines and those of its children. */
export class MemoryLogger implements Logger {
  readonly lines: LoggedLine[];
  readonly #fields: LogFields;

  constructor(lines: LoggedLine[] = [], fields: LogFields = {}) {
    this.lines = lines;
    this.#fields = fields;
  }

  debug(message: string, fields?: LogFields): void {
    this.#keep('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#keep('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#keep('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#keep('error', message, fields);
  }

  child(fields: LogFields): Logger {
    return new MemoryLogger(this.lines, { ...this.#fields, ...fields });
  }

  /** The messages of one level. */
  at(level: string): readonly string[] {
    return this.lines.filter((line) => line.level === level).map(({ message }) => message);
  }

  #keep(level: string, message: string, fields: LogFields = {}): void {
    this.lines.push({ level, message, fields: { ...this.#fields, ...fields } });
  }
}
