import { WakeSignal } from '@kubemin/base';
import type { ResetEvent } from '@kubemin/client';
import type { EventBursts, StreamEvent } from '../api/index.ts';
import { type Cursor, cursorText } from './cursor.ts';
import type { LiveEntry } from './live-entry.ts';
import type { SharedTail } from './shared-tail.ts';
import type { EntryFilter } from './topic-filter.ts';

const BATCH = 200;
const PARTS = ['runs', 'changes'] as const;

/** What one client receives. */
export interface Subscription {
  /** Undefined for a client that was not here before. */
  readonly cursor: Cursor | undefined;
  readonly wants: EntryFilter;
  readonly signal: AbortSignal;
}

/** What happens to runs, components and applications, for any number of clients. */
export class LiveFeed {
  readonly #tails: Readonly<Record<keyof Cursor, SharedTail<LiveEntry>>>;

  constructor(tails: Readonly<Record<keyof Cursor, SharedTail<LiveEntry>>>) {
    this.#tails = tails;
  }

  /** Reads the sources while there are followers, until the signal aborts; resolves then. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(PARTS.map((part) => this.#tails[part].run(signal)));
  }

  /** What follows the cursor and is wanted, as it happens, until the signal aborts. */
  async *follow({ cursor: given, wants, signal }: Subscription): EventBursts {
    const nudge = new WakeSignal();
    const leave = await Promise.all(PARTS.map((part) => this.#tails[part].join(nudge)));
    try {
      let cursor = given ?? this.#now();
      if (given === undefined) yield [resetAt(cursor, 'start')];
      else if (await this.#isAhead(given)) {
        cursor = this.#now();
        yield [resetAt(cursor, 'gone')];
      }
      while (!signal.aborted) {
        let quiet = true;
        for (const part of PARTS) {
          const { entries, complete, next } = await this.#tails[part].after(cursor[part], BATCH);
          if (!complete) {
            cursor = this.#now();
            yield [resetAt(cursor, 'gone')];
            break;
          }
          quiet &&= entries.length === 0;
          const burst = entries.filter(wants).map((entry) => eventAt({ ...cursor, [part]: entry.position }, entry));
          if (burst.length > 0) yield burst;
          cursor = { ...cursor, [part]: next };
        }
        if (quiet) await nudge.wait(signal);
      }
    } finally {
      for (const end of leave) end();
    }
  }

  #now(): Cursor {
    return { runs: this.#tails.runs.place, changes: this.#tails.changes.place };
  }

  /** A cursor from another database, or from one that was restored from a copy. */
  async #isAhead(cursor: Cursor): Promise<boolean> {
    for (const part of PARTS) {
      if (cursor[part] > this.#tails[part].place && cursor[part] > (await this.#tails[part].head())) return true;
    }
    return false;
  }
}

function eventAt(cursor: Cursor, { name, data }: LiveEntry): StreamEvent {
  return { id: cursorText(cursor), event: name, data };
}

function resetAt(cursor: Cursor, reason: ResetEvent['reason']): StreamEvent {
  return { id: cursorText(cursor), event: 'reset', data: JSON.stringify({ kind: 'reset', reason }) };
}
