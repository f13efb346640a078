import { type Signal, type Threshold, thresholdAmount } from '../kubelet-configuration/index.ts';

/** What was read of a signal. */
export interface Reading {
  readonly available: number;
  readonly capacity: number;
}

/** Signals that cannot be read are left out. */
export type Readings = ReadonlyMap<Signal, Reading>;

export type PressureCondition = 'MemoryPressure' | 'DiskPressure' | 'PIDPressure';

/** What runs out, and what Kubernetes calls it. */
export interface SignalInfo {
  readonly condition: PressureCondition;
  /** As events and statuses name it. */
  readonly resource: string;
  /** What pods are compared by. */
  readonly usage: 'memory' | 'disk' | 'processes';
  /** Whether amounts are counted in bytes. */
  readonly isBytes: boolean;
}

const DISK = { condition: 'DiskPressure', usage: 'disk' } as const;

export const SIGNAL_INFO: Readonly<Record<Signal, SignalInfo>> = {
  'memory.available': { condition: 'MemoryPressure', resource: 'memory', usage: 'memory', isBytes: true },
  'nodefs.available': { ...DISK, resource: 'ephemeral-storage', isBytes: true },
  'nodefs.inodesFree': { ...DISK, resource: 'inodes', isBytes: false },
  'imagefs.available': { ...DISK, resource: 'ephemeral-storage', isBytes: true },
  'imagefs.inodesFree': { ...DISK, resource: 'inodes', isBytes: false },
  'pid.available': { condition: 'PIDPressure', resource: 'pids', usage: 'processes', isBytes: false },
};

/** Memory first, as it runs out fastest. */
const URGENCY: readonly PressureCondition[] = ['MemoryPressure', 'DiskPressure', 'PIDPressure'];

export interface PressureState {
  readonly conditions: ReadonlySet<PressureCondition>;
  /** Thresholds that were passed for their grace period, the most urgent first. */
  readonly due: readonly Threshold[];
}

/**
 * Follows thresholds over time: since when each is passed, and until when its condition stays. A threshold that was passed
 * stays so until its minimum reclaim is free as well. Has no clock: the caller passes the time.
 */
export class PressureTracker {
  readonly #thresholds: readonly Threshold[];
  readonly #transitionMs: number;
  readonly #passedSince = new Map<Threshold, number>();
  readonly #lastSeen = new Map<PressureCondition, number>();

  constructor(thresholds: readonly Threshold[], transitionMs: number) {
    this.#thresholds = thresholds;
    this.#transitionMs = transitionMs;
  }

  observe(readings: Readings, now: number): PressureState {
    for (const threshold of this.#thresholds) {
      if (!isPassed(threshold, readings, this.#passedSince.has(threshold))) this.#passedSince.delete(threshold);
      else if (!this.#passedSince.has(threshold)) this.#passedSince.set(threshold, now);
    }
    for (const { signal } of this.#passedSince.keys()) this.#lastSeen.set(SIGNAL_INFO[signal].condition, now);
    const conditions = [...this.#lastSeen].filter(([, at]) => at === now || now - at < this.#transitionMs);
    const due = this.#thresholds.filter((threshold) => {
      const since = this.#passedSince.get(threshold);
      return since !== undefined && now - since >= threshold.graceMs;
    });
    return { conditions: new Set(conditions.map(([condition]) => condition)), due: due.toSorted(byUrgency) };
  }
}

/** Whether a threshold is passed; one that was before, whether what it wants to be reclaimed is not yet free. */
export function isPassed(threshold: Threshold, readings: Readings, wasPassed: boolean): boolean {
  const reading = readings.get(threshold.signal);
  if (reading === undefined) return wasPassed;
  const { available, capacity } = reading;
  const reclaim = wasPassed ? thresholdAmount(threshold.minimumReclaim, capacity) : 0;
  return available < thresholdAmount(threshold.value, capacity) + reclaim;
}

function byUrgency(one: Threshold, other: Threshold): number {
  const rank = ({ signal }: Threshold): number => URGENCY.indexOf(SIGNAL_INFO[signal].condition);
  if (one.isHard !== other.isHard && rank(one) === rank(other)) return one.isHard ? -1 : 1;
  return rank(one) - rank(other);
}
