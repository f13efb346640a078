import { currentTrack, onTrack } from '../object/index.ts';
import { type ComponentUpdate, findRemovedObjects, readyGates } from './component-update.ts';
import type { UpdatePhase, UpdatePlan } from './update-plan.ts';

/** rolling: the workload replaces its pods itself, a few at a time. */
export function rolling({ previous, next }: ComponentUpdate): Omit<UpdatePlan, 'strategy'> {
  const track = currentTrack(previous);
  const outcome = onTrack(next, track);
  const phases: readonly UpdatePhase[] = [
    { name: 'update', apply: outcome, gates: readyGates(outcome), remove: findRemovedObjects(previous, outcome) },
  ];
  const abort: readonly UpdatePhase[] = [
    { name: 'restore', apply: previous, gates: readyGates(previous), remove: findRemovedObjects(outcome, previous) },
  ];
  return { phases, abort, outcome, track };
}
