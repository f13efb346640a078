import type { Death } from '@kubemin/testing';
import { describeProgress } from './migration-record.ts';
import type { Arrival } from './status-gate.ts';

/** Which writes kill their writer, each place of a migration in turn. */
export class StrikePlan {
  readonly #struck = new Map<string, readonly Death[]>();
  readonly #thorough: boolean;

  /** A thorough plan strikes at both moments of every write; the other at one, and leaves out what a successor repeats. */
  constructor(thorough: boolean) {
    this.#thorough = thorough;
  }

  /** The places at which a process was killed. */
  get places(): readonly string[] {
    return [...this.#struck.keys()];
  }

  /** When to kill the writer of this write, if at all; each call counts as a kill. */
  findMoment({ kind, wanted, stored }: Arrival): Death | undefined {
    if (wanted === undefined) return undefined;
    const place = describeProgress(wanted);
    // A successor stores its claim before it continues.
    const repeated = kind === 'status' && stored !== undefined && describeProgress(stored) === place;
    if (repeated && !this.#thorough) return undefined;
    const label = `${repeated ? 'goes on' : kind} ${place}`;
    const before = this.#struck.get(label) ?? [];
    const left = this.#momentsAt(this.#struck.size, before).filter((moment) => !before.includes(moment));
    const [moment] = left;
    if (moment !== undefined) this.#struck.set(label, [...before, moment]);
    return moment;
  }

  #momentsAt(index: number, before: readonly Death[]): readonly Death[] {
    if (this.#thorough) return ['lost', 'unanswered'];
    if (before.length > 0) return [];
    return [index % 2 === 0 ? 'lost' : 'unanswered'];
  }
}
