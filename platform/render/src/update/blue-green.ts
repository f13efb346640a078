import { updateMessages } from '../messages/index.ts';
import {
  currentTrack,
  isDeployment,
  isService,
  onTrack,
  otherTrack,
  pinned,
  type RenderedObject,
  type Track,
} from '../object/index.ts';
import { type ComponentUpdate, findRemovedObjects, readyGates, updateParts } from './component-update.ts';
import { startingCopies } from './starting-copies.ts';
import type { Gate, UpdatePhase, UpdatePlan } from './update-plan.ts';
import { watchGates } from './watch-gates.ts';

const DEFAULT_GRACE_SECONDS = 30;

/**
 * blue-green: the new version comes up whole beside the old one, without traffic; then all traffic goes over at once,
 * and the old version stays for a while in case it must go back.
 */
export function blueGreen({ previous, next, policy }: ComponentUpdate): Omit<UpdatePlan, 'strategy'> | undefined {
  if (!updateParts(next).workloads.every(({ object }) => isDeployment(object))) return undefined;
  const from = currentTrack(previous);
  const track = otherTrack(from);
  const outcome = onTrack(next, track);
  const [old, coming] = [updateParts(previous), updateParts(outcome)];
  const arriving = [...coming.support, ...updateParts(startingCopies(outcome)).workloads];
  const question = updateMessages.switchOver;
  const graceSeconds = policy.graceSeconds ?? DEFAULT_GRACE_SECONDS;
  const grace: readonly Gate[] = graceSeconds === 0 ? [] : [{ kind: 'pause', seconds: graceSeconds }];
  const phases: readonly UpdatePhase[] = [
    // Services select by component, and so would serve the new pods as soon as they are ready.
    { name: 'pin', apply: old.front.map(held(from)), gates: [], remove: [] },
    {
      name: 'bring-up',
      apply: arriving,
      gates: [...readyGates(arriving), ...watchGates(policy, { approval: 'automatic', question })],
      remove: [],
    },
    { name: 'switch', apply: coming.front.map(held(track)), gates: grace, remove: [] },
    { name: 'retire', apply: [], gates: [], remove: findRemovedObjects(previous, outcome) },
    { name: 'settle', apply: coming.front, gates: [], remove: [] },
  ];
  const returning = [...old.support, ...old.workloads];
  const abort: readonly UpdatePhase[] = [
    { name: 'bring-back', apply: returning, gates: readyGates(returning), remove: [] },
    { name: 'switch-back', apply: old.front.map(held(from)), gates: [], remove: findRemovedObjects(outcome, previous) },
    { name: 'restore', apply: old.front, gates: [], remove: [] },
  ];
  return { phases, abort, outcome, track };
}

function held(track: Track): (rendered: RenderedObject) => RenderedObject {
  return (rendered) =>
    isService(rendered.object) ? { ...rendered, object: pinned(rendered.object, track) } : rendered;
}
