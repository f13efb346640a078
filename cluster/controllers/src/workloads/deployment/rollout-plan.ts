import type { ReplicaSetShare } from './replica-set-share.ts';
import type { RolloutLimits } from './rollout-limits.ts';
import { isScalingEvent, planScaling } from './scaling-plan.ts';

/** A rollout in numbers, at one moment. */
export interface RolloutState {
  readonly strategy: 'RollingUpdate' | 'Recreate';
  readonly replicas: number;
  readonly limits: RolloutLimits;
  readonly paused: boolean;
  /** The ReplicaSet of the current template, once it exists. */
  readonly current?: ReplicaSetShare | undefined;
  readonly old: readonly ReplicaSetShare[];
  /** Pods of old templates that have not ended yet, deleted ones included. */
  readonly oldPods: number;
}

/** A new size for one ReplicaSet. */
export interface ShareChange {
  readonly name: string;
  readonly replicas: number;
}

/** The next step: which ReplicaSets get another size now. Nothing to change means: done, or waiting for pods. */
export function planRollout(state: RolloutState): readonly ShareChange[] {
  if (state.paused || isScalingEvent(state)) return planScaling(state);
  return state.strategy === 'Recreate' ? planRecreate(state) : planRollingUpdate(state);
}

/** How many pods a ReplicaSet may start with that is created for a new template. */
export function initialReplicas(state: RolloutState): number {
  return state.strategy === 'Recreate' ? state.replicas : grownSize(state, 0);
}

/** Whether a ReplicaSet for a new template may be created now. */
export function mayCreateCurrent(state: RolloutState): boolean {
  if (state.paused) return false;
  return state.strategy !== 'Recreate' || (state.oldPods === 0 && total(state.old) === 0);
}

function planRecreate({ replicas, current, old, oldPods }: RolloutState): readonly ShareChange[] {
  const toStop = old.filter((share) => share.replicas > 0).map(({ name }) => ({ name, replicas: 0 }));
  if (toStop.length > 0) return toStop;
  if (oldPods > 0 || current === undefined || current.replicas === replicas) return [];
  return [{ name: current.name, replicas }];
}

function planRollingUpdate(state: RolloutState): readonly ShareChange[] {
  const { replicas, current, old } = state;
  if (current === undefined) return [];
  const size = current.replicas > replicas ? replicas : grownSize(state, current.replicas);
  if (size !== current.replicas) return [{ name: current.name, replicas: size }];
  return total(old) === 0 ? [] : shrinkOld(state, current);
}

/** Pods that are given up and still there take room: otherwise there would be more than the surge allows, if not for long. */
function grownSize({ replicas, limits, current, old }: RolloutState, size: number): number {
  const taken = [...old, ...(current ? [current] : [])].reduce((sum, share) => sum + pods(share), 0);
  const room = replicas + limits.maxSurge - taken;
  return room <= 0 ? size : size + Math.min(room, replicas - size);
}

/**
 * Old pods go in two rounds: first the unavailable ones, then as many of the available ones as may be missing.
 * New pods that are not available yet count as missing already.
 */
function shrinkOld({ replicas, limits, old }: RolloutState, current: ReplicaSetShare): readonly ShareChange[] {
  const minAvailable = replicas - limits.maxUnavailable;
  const all = total(old) + current.replicas;
  let budget = all - minAvailable - (current.replicas - current.available);
  if (budget <= 0) return [];
  const sizes = new Map(old.map((share) => [share.name, share.replicas]));
  const oldestFirst = old.toSorted((a, b) => a.created - b.created);
  const shrink = (share: ReplicaSetShare, by: number): void => {
    sizes.set(share.name, (sizes.get(share.name) ?? 0) - by);
  };
  for (const share of oldestFirst) {
    const unhealthy = Math.min(Math.max(0, share.replicas - share.available), budget);
    shrink(share, unhealthy);
    budget -= unhealthy;
  }
  let spare = Math.min(budget, old.reduce((sum, { available }) => sum + available, current.available) - minAvailable);
  for (const share of oldestFirst) {
    const healthy = Math.max(0, Math.min(sizes.get(share.name) ?? 0, share.available, spare));
    shrink(share, healthy);
    spare -= healthy;
  }
  return old
    .filter((share) => sizes.get(share.name) !== share.replicas)
    .map(({ name }) => ({ name, replicas: sizes.get(name) ?? 0 }));
}

function total(shares: readonly ReplicaSetShare[]): number {
  return shares.reduce((sum, { replicas }) => sum + replicas, 0);
}

function pods({ replicas, existing = replicas }: ReplicaSetShare): number {
  return Math.max(replicas, existing);
}
