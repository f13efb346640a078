import type { Death, Fate, SeededRandom } from '@kubemin/testing';
import type { Arrival } from './write-gate.ts';

/** A write at which the controllers die, and when. */
export interface CrashPoint {
  /** Counted from 1. */
  readonly write: number;
  readonly moment: Death;
}

/** What is to go wrong in one scenario run. */
export interface CrashOptions {
  /** In the order of their writes. */
  readonly deadly: readonly CrashPoint[];
  /** This write is stored, and its response is lost for the processes that live on. */
  readonly unheard: number;
}

/** Draws what goes wrong among so many writes: the controllers die at as many of them as there are moments. */
export function randomCrash(random: SeededRandom, writes: number, moments: readonly Death[]): CrashOptions {
  const numbers = moments.map(() => 1 + random.below(writes)).toSorted((a, b) => a - b);
  const deadly = moments.map((moment, index) => ({ moment, write: numbers[index] ?? writes }));
  return { deadly, unheard: 1 + random.below(writes) };
}

/** Counts the writes of one scenario run and decides which of them go wrong. */
export class CrashPlan {
  readonly #wishes: CrashOptions | undefined;
  readonly #kill: (identity: string) => Promise<boolean>;
  /** What went wrong, in the order it did. */
  readonly happened: string[] = [];
  writes = 0;
  #deaths = 0;

  constructor(wishes: CrashOptions | undefined, kill: (identity: string) => Promise<boolean>) {
    this.#wishes = wishes;
    this.#kill = kill;
  }

  decide({ by, what }: Arrival): Fate {
    this.writes += 1;
    const next = this.#wishes?.deadly[this.#deaths];
    // Also later: this one may come from a process that was dead already.
    if (next !== undefined && this.writes >= next.write) {
      this.#deaths += 1;
      this.happened.push(`write ${this.writes} ${next.moment}: ${what}`);
      return { kind: next.moment, strike: () => this.#strike(by) };
    }
    if (this.writes !== this.#wishes?.unheard) return { kind: 'pass' };
    this.happened.push(`write ${this.writes} unheard: ${what}`);
    return { kind: 'unheard' };
  }

  /** Who has died of something else meanwhile does not die of this: the next one does. */
  async #strike(identity: string): Promise<void> {
    if (!(await this.#kill(identity))) this.#deaths -= 1;
  }
}
