import type { LogLine } from './container-log.ts';

/** How far a log has been read. */
export interface LogMark {
  /** Of the last line. */
  readonly time: string;
  /** How many lines of that time have been read; 0 where that is not known, and all of them count as read. */
  readonly seen: number;
}

/**
 * Drops lines that were read before. Logs can be opened at a time, and not at a line: one that is opened again at the
 * time of its last line begins with lines of that time that are known.
 */
export class LogPosition {
  #time: string;
  #seen: number;
  /** Whether `#seen` counts all lines of `#time`: of a log that was opened by its last lines, some may be left out. */
  #exact: boolean;
  #skipping = 0;

  /** `fromEnd`: the log is opened by its last lines. */
  constructor({ mark, fromEnd = false }: { readonly mark?: LogMark | undefined; readonly fromEnd?: boolean } = {}) {
    this.#time = mark?.time ?? '';
    this.#seen = mark?.seen ?? 0;
    this.#exact = mark === undefined ? !fromEnd : mark.seen > 0;
  }

  /** Undefined before the first line. */
  get mark(): LogMark | undefined {
    return this.#time === '' ? undefined : { time: this.#time, seen: this.#exact ? this.#seen : 0 };
  }

  /** The log begins again at the time of the mark. */
  reopened(): void {
    this.#skipping = this.#exact ? this.#seen : Number.POSITIVE_INFINITY;
  }

  isNew({ time }: Pick<LogLine, 'time'>): boolean {
    // Nothing is known about when it was written; it cannot be recognised, either.
    if (time === '') return true;
    if (time < this.#time) return false;
    if (time > this.#time) {
      this.#exact ||= this.#time !== '';
      this.#time = time;
      this.#seen = 1;
      this.#skipping = 0;
      return true;
    }
    if (this.#skipping > 0) {
      this.#skipping -= 1;
      return false;
    }
    this.#seen += 1;
    return true;
  }

  /** Counts everything up to the line as read, whether it was or not. */
  skipTo({ time }: Pick<LogLine, 'time'>): void {
    if (time === '') return;
    this.#time = time;
    this.#exact = false;
  }
}
