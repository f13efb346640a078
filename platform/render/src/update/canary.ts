import type { Deployment, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import { updateMessages } from '../messages/index.ts';
import { isDeployment, isStatefulSet, onTrack, type RenderedObject } from '../object/index.ts';
import { statefulSetStrategy } from '../renderer/index.ts';
import { type ComponentUpdate, findRemovedObjects, readyGates, updateParts } from './component-update.ts';
import { rolling } from './rolling.ts';
import { leastCopies } from './starting-copies.ts';
import type { UpdatePhase, UpdatePlan } from './update-plan.ts';
import { watchGates } from './watch-gates.ts';

/**
 * canary: a few copies of the new version beside the old ones, behind the same Service; when they have proved
 * themselves, the rest follows by rolling.
 */
export function canary(update: ComponentUpdate): Omit<UpdatePlan, 'strategy'> | undefined {
  const canaries = canaryObjects(update.next, update.policy.canaryReplicas ?? 1);
  if (canaries === undefined) return undefined;
  const plain = rolling(update);
  const question = updateMessages.promoteCanary;
  const trial: UpdatePhase = {
    name: 'canary',
    apply: [...updateParts(plain.outcome).support, ...canaries],
    gates: [...readyGates(canaries), ...watchGates(update.policy, { approval: 'manual', question })],
    remove: [],
  };
  const extra = findRemovedObjects(canaries, plain.outcome);
  const promote = plain.phases.map((phase) => ({ ...phase, name: 'promote' }));
  const retire: UpdatePhase = { name: 'retire', apply: [], gates: [], remove: extra };
  const withdraw: UpdatePhase = { name: 'withdraw', apply: [], gates: [], remove: extra };
  return {
    ...plain,
    phases: [trial, ...promote, ...(extra.length === 0 ? [] : [retire])],
    abort: [...plain.abort, ...(extra.length === 0 ? [] : [withdraw])],
  };
}

function canaryObjects(objects: readonly RenderedObject[], copies: number): readonly RenderedObject[] | undefined {
  const least = leastCopies(objects);
  const canaries = updateParts(objects).workloads.map((rendered) =>
    toCanary(rendered, { copies, least: least(rendered.object) ?? 1 }),
  );
  const all = canaries.filter((each) => each !== undefined);
  return all.length === canaries.length && all.length > 0 ? all : undefined;
}

interface Counts {
  readonly copies: number;
  /** How many there are at least where the workload has no number. */
  readonly least: number;
}

function toCanary(rendered: RenderedObject, { copies, least }: Counts): RenderedObject | undefined {
  const { object } = rendered;
  if (isDeployment(object) && object.spec !== undefined) {
    const few: Deployment = { ...object, spec: { ...object.spec, replicas: copies } };
    return onTrack([{ ...rendered, object: few }], 'canary')[0];
  }
  if (isStatefulSet(object) && object.spec !== undefined) {
    // The copies with the highest ordinals go first; each has data of its own, so there can be no second set.
    const partition = Math.max(0, (object.spec.replicas ?? least) - copies);
    const set: StatefulSet = { ...object, spec: { ...object.spec, updateStrategy: statefulSetStrategy(partition) } };
    return { ...rendered, object: set };
  }
  return undefined;
}
