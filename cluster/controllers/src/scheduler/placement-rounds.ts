import type { Clock } from '@kubemin/base';
import type { ClusterView } from './cluster-view.ts';
import type { NominatedPods } from './nominated-pods.ts';
import { PlacementRound } from './placement.ts';
import type { SchedulerProfile } from './plugin.ts';

/** What all rounds have in common. */
export interface PlacementRoundsOptions {
  readonly view: ClusterView;
  readonly nominated: NominatedPods;
  readonly clock: Clock;
}

interface Kept {
  readonly round: PlacementRound;
  readonly begunAt: number;
}

/** Scores may depend on measurements, of which the cluster's view knows nothing. */
const LONGEST_MS = 1_000;
const MOST_ROUNDS = 256;

/** The rounds that go on, by kind of pod: pods of many owners that come in turns do not have all nodes judged for each. */
export class PlacementRounds {
  readonly #options: PlacementRoundsOptions;
  readonly #kept = new Map<string, Kept>();
  #turn = 0;

  constructor(options: PlacementRoundsOptions) {
    this.#options = options;
  }

  of(kind: string, profile: SchedulerProfile): PlacementRound {
    const now = this.#options.clock.monotonic();
    const kept = this.#kept.get(kind);
    if (kept?.round.isCurrent && now - kept.begunAt < LONGEST_MS) return kept.round;
    // Whatever made one round stale has most likely made the others stale too.
    if (kept !== undefined || this.#kept.size >= MOST_ROUNDS) this.#kept.clear();
    this.#turn += 1;
    const { view, nominated } = this.#options;
    const round = new PlacementRound({ profile, view, nominated, start: this.#turn });
    this.#kept.set(kind, { round, begunAt: now });
    return round;
  }
}
