/** A number of replicas at some moment (ms). */
export interface TimedValue {
  readonly at: number;
  readonly replicas: number;
}

/** What an autoscaler has recommended and done of late; a restart begins with nothing. */
export interface ScaleHistory {
  readonly recommendations: readonly TimedValue[];
  /** How many replicas were added, and when. */
  readonly added: readonly TimedValue[];
  /** How many were taken away. */
  readonly removed: readonly TimedValue[];
}

/** The longest window that rules may speak of. */
const MEMORY_MS = 3_600_000;

/** The history at the start: the current number counts as recommended, for as long as recommendations are kept. */
export function newHistory(current: number, now: number): ScaleHistory {
  return { recommendations: [{ at: now, replicas: current }], added: [], removed: [] };
}

/** The history with one recommendation more, and without what no rule can ask for any longer. */
export function withRecommendation(history: ScaleHistory, replicas: number, now: number): ScaleHistory {
  const recent = ({ at }: TimedValue): boolean => now - at <= MEMORY_MS;
  return {
    recommendations: [...history.recommendations.filter(recent), { at: now, replicas }],
    added: history.added.filter(recent),
    removed: history.removed.filter(recent),
  };
}

/** The history after replicas were changed. */
export function withChange(history: ScaleHistory, change: number, now: number): ScaleHistory {
  if (change === 0) return history;
  const event = { at: now, replicas: Math.abs(change) };
  return change > 0
    ? { ...history, added: [...history.added, event] }
    : { ...history, removed: [...history.removed, event] };
}

/** The sum of what happened in a period. */
export function sumSince(events: readonly TimedValue[], since: number): number {
  return events.reduce((sum, { at, replicas }) => (at > since ? sum + replicas : sum), 0);
}
