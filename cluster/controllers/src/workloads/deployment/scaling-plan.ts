import type { ReplicaSetShare } from './replica-set-share.ts';
import type { RolloutState, ShareChange } from './rollout-plan.ts';

/** Whether the Deployment's size was changed since the shares were set. */
export function isScalingEvent({ replicas, current, old }: RolloutState): boolean {
  return allShares(current, old).some((share) => share.replicas > 0 && (share.desired ?? replicas) !== replicas);
}

/**
 * A new size for the Deployment, without moving its rollout on: alone, the active ReplicaSet gets it all; in the middle
 * of a rollout each gets its proportion, so that a bad new version does not grow faster than the good old one.
 */
export function planScaling(state: RolloutState): readonly ShareChange[] {
  const { replicas, current, old, strategy } = state;
  const shares = allShares(current, old);
  const active = shares.filter((share) => share.replicas > 0);
  const [first = current ?? shares.toSorted((a, b) => b.created - a.created)[0], second] = active;
  if (first === undefined) return [];
  if (second === undefined) return resized([first], new Map([[first.name, replicas]]));
  if (current !== undefined && isSaturated(current, replicas)) {
    return old.filter((share) => share.replicas > 0).map(({ name }) => ({ name, replicas: 0 }));
  }
  return strategy === 'RollingUpdate' ? scaleProportionally(state, active) : [];
}

function scaleProportionally(
  { replicas, limits }: RolloutState,
  active: readonly ReplicaSetShare[],
): readonly ShareChange[] {
  const allowed = replicas > 0 ? replicas + limits.maxSurge : 0;
  const toAdd = allowed - active.reduce((sum, share) => sum + share.replicas, 0);
  // Growing favours the newest of the largest, shrinking the oldest.
  const direction = toAdd > 0 ? -1 : 1;
  const ordered = active.toSorted((a, b) => b.replicas - a.replicas || direction * (a.created - b.created));
  const sizes = new Map<string, number>();
  let added = 0;
  for (const share of ordered) {
    const fraction = shareFraction(share, replicas, replicas + limits.maxSurge);
    const left = toAdd - added;
    const part = toAdd > 0 ? Math.max(0, Math.min(fraction, left)) : Math.min(0, Math.max(fraction, left));
    sizes.set(share.name, share.replicas + part);
    added += part;
  }
  const [largest] = ordered;
  if (largest !== undefined) {
    sizes.set(largest.name, Math.max(0, (sizes.get(largest.name) ?? 0) + toAdd - added));
  }
  return resized(active, sizes);
}

function shareFraction(share: ReplicaSetShare, replicas: number, withSurge: number): number {
  if (replicas === 0) return -share.replicas;
  const before = share.max ?? withSurge;
  return before === 0 ? 0 : Math.round((share.replicas * withSurge) / before) - share.replicas;
}

/** Shares of unchanged size are named too when they carry an old mark: setting them again renews it. */
function resized(shares: readonly ReplicaSetShare[], sizes: ReadonlyMap<string, number>): readonly ShareChange[] {
  return shares.map(({ name, replicas }) => ({ name, replicas: sizes.get(name) ?? replicas }));
}

function isSaturated({ replicas, available, desired }: ReplicaSetShare, wanted: number): boolean {
  return replicas === wanted && available === wanted && desired === wanted;
}

function allShares(current: ReplicaSetShare | undefined, old: readonly ReplicaSetShare[]): readonly ReplicaSetShare[] {
  return current === undefined ? old : [...old, current];
}
