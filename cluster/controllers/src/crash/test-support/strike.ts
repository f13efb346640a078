import type { Death, Fate, SeededRandom } from '@kubemin/testing';
import type { Arrival } from './write-gate.ts';

/** What is to go wrong in one performance: the numbers of writes, counted from 1. */
export interface StrikeWishes {
  readonly moment: Death;
  readonly deadly: number;
  /** This write is stored, and its answer is lost on the way to those who live on. */
  readonly unheard: number;
}

/** Draws what goes wrong among so many writes. */
export function drawStrike(random: SeededRandom, writes: number, moment: Death): StrikeWishes {
  return { moment, deadly: 1 + random.below(writes), unheard: 1 + random.below(writes) };
}

/** Counts the writes of one performance and decides which of them go wrong. */
export class Strike {
  readonly #wishes: StrikeWishes | undefined;
  readonly #kill: (identity: string) => Promise<void>;
  /** What went wrong, in the order it did. */
  readonly happened: string[] = [];
  writes = 0;
  #dead = false;

  constructor(wishes: StrikeWishes | undefined, kill: (identity: string) => Promise<void>) {
    this.#wishes = wishes;
    this.#kill = kill;
  }

  decide({ by, what }: Arrival): Fate {
    this.writes += 1;
    const { deadly, unheard, moment } = this.#wishes ?? {};
    // Also later: the one it was meant for may have come from somebody who was dead already.
    if (moment !== undefined && deadly !== undefined && this.writes >= deadly && !this.#dead) {
      this.#dead = true;
      this.happened.push(`write ${this.writes} ${moment}: ${what}`);
      return { kind: moment, strike: () => this.#kill(by) };
    }
    if (this.writes !== unheard) return { kind: 'pass' };
    this.happened.push(`write ${this.writes} unheard: ${what}`);
    return { kind: 'unheard' };
  }
}
