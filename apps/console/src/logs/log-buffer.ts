import type { Message } from '@kubemin/base/message';
import type { LogLine } from '@kubemin/client';
import { isLevelShown, type LeastLevel, type LogLevel, logLevel, plainLogText } from './log-text.ts';

/** A row of a log: a line of a container, or a remark of the console between them. */
export type LogEntry =
  | {
      readonly kind: 'line';
      readonly number: number;
      readonly line: LogLine;
      /** Without the sequences of terminals. */
      readonly plain: string;
      readonly level: LogLevel;
    }
  | { readonly kind: 'remark'; readonly number: number; readonly message: Message };

/** The newest lines are kept, at least this many; older ones are dropped. */
export const KEPT_LINES = 100_000;
/** How many more there may be, as a share: dropping one by one would move all others each time. */
const SPARE_SHARE = 0.1;

/** Which lines are shown. */
export interface LogFilter {
  /** With the flag `g`. */
  readonly pattern?: RegExp | undefined;
  /** @default all */
  readonly least?: LeastLevel | undefined;
}

export interface LogBufferOptions {
  /** @default KEPT_LINES */
  readonly capacity?: number;
  /** Calls the function once, soon: readers hear of many changes at once. */
  readonly schedule: (notify: () => void) => void;
}

/** The newest lines of a log in bounded memory, and of those the ones that a filter lets through. */
export class LogBuffer {
  readonly #capacity: number;
  readonly #schedule: LogBufferOptions['schedule'];
  readonly #listeners = new Set<() => void>();
  #pending: LogLine[] = [];
  #entries: LogEntry[] = [];
  #shown: LogEntry[] = [];
  #filter: LogFilter = {};
  #lastNumber = 0;
  #shownCount = 0;
  #snapshot: LogSnapshot = { entries: [], shownCount: 0, hasDropped: false };
  #hasDropped = false;
  #isScheduled = false;

  constructor({ capacity = KEPT_LINES, schedule }: LogBufferOptions) {
    this.#capacity = capacity;
    this.#schedule = schedule;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is shown; the same object until readers are notified of a change. */
  readonly snapshot = (): LogSnapshot => this.#snapshot;

  appendLines(lines: readonly LogLine[]): void {
    for (const line of lines) this.#pending.push(line);
    this.#changed();
  }

  appendRemark(message: Message): void {
    this.#flush();
    this.#append({ kind: 'remark', number: this.#nextNumber(), message });
    this.#changed();
  }

  /** Shows only lines that pass the filter; remarks are always shown. */
  setFilter(filter: LogFilter): void {
    this.#flush();
    this.#filter = filter;
    this.#shown = this.#entries.filter((entry) => this.#isShown(entry));
    this.#changed();
  }

  clear(): void {
    this.#pending = [];
    this.#entries = [];
    this.#shown = [];
    this.#hasDropped = false;
    this.#changed();
  }

  /** Logs of several containers come one after another: those that arrive together are put in the order of time. */
  #flush(): void {
    const lines = this.#pending;
    this.#pending = [];
    for (const line of lines.toSorted(compareTimes)) {
      const plain = plainLogText(line.text);
      this.#append({ kind: 'line', number: this.#nextNumber(), line, plain, level: logLevel(plain) });
    }
  }

  #nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  #append(entry: LogEntry): void {
    this.#entries.push(entry);
    if (this.#isShown(entry)) {
      this.#shown.push(entry);
      this.#shownCount += 1;
    }
    if (this.#entries.length <= this.#capacity * (1 + SPARE_SHARE)) return;
    this.#hasDropped = true;
    this.#entries = this.#entries.slice(-this.#capacity);
    const oldest = this.#entries[0]?.number ?? 0;
    const first = this.#shown.findIndex(({ number }) => number >= oldest);
    this.#shown = first === -1 ? [] : this.#shown.slice(first);
  }

  #isShown(entry: LogEntry): boolean {
    if (entry.kind === 'remark') return true;
    const { pattern, least = 'all' } = this.#filter;
    if (!isLevelShown(entry.level, least)) return false;
    if (pattern === undefined) return true;
    pattern.lastIndex = 0;
    return pattern.test(entry.plain);
  }

  #changed(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // Not as a method: browsers refuse to call their own functions, such as queueMicrotask, on another object.
    const schedule = this.#schedule;
    schedule(() => {
      this.#isScheduled = false;
      this.#flush();
      this.#snapshot = {
        entries: this.#shown.slice(),
        shownCount: this.#shownCount,
        hasDropped: this.#hasDropped,
      };
      for (const listener of this.#listeners) listener();
    });
  }
}

/** What a buffer shows at one moment. */
export interface LogSnapshot {
  readonly entries: readonly LogEntry[];
  /** How many entries were shown so far, dropped ones included: the difference of two moments is what is new. */
  readonly shownCount: number;
  readonly hasDropped: boolean;
}

/** Texts of times sort by time; lines without one keep their place. */
function compareTimes(a: LogLine, b: LogLine): number {
  if (a.time === '' || b.time === '' || a.time === b.time) return 0;
  return a.time < b.time ? -1 : 1;
}
