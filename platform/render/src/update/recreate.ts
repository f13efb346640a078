import type { DaemonSet, Deployment, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import { isDaemonSet, isDeployment, isStatefulSet, type RenderedObject } from '../object/index.ts';
import { daemonSetStrategy, deploymentStrategy } from '../renderer/index.ts';
import { type ComponentUpdate, readyGates, updateParts } from './component-update.ts';
import { rolling } from './rolling.ts';
import { startingCopies } from './starting-copies.ts';
import type { UpdatePhase, UpdatePlan } from './update-plan.ts';

/** recreate: nothing of the old version runs any more when the new one starts. The one strategy with a gap in service. */
export function recreate(update: ComponentUpdate): Omit<UpdatePlan, 'strategy'> {
  const plain = rolling(update);
  const stopped = updateParts(update.previous).workloads.flatMap(scaledToNothing);
  const stop: UpdatePhase = { name: 'stop', apply: stopped, gates: readyGates(stopped), remove: [] };
  const swapped = plain.outcome.map(recreating);
  const started = stopped.length === 0 ? swapped : startingCopies(swapped);
  const start: UpdatePhase = { name: 'start', apply: started, gates: readyGates(started), remove: [] };
  // Ends as the document has it, which may be another strategy: this update was asked to be different.
  const settle = plain.phases.map((phase) => ({ ...phase, name: 'settle' }));
  if (stopped.length === 0) return { ...plain, phases: [start, ...settle] };
  const abort = plain.abort.map((phase) => ({ ...phase, apply: startingCopies(phase.apply) }));
  return { ...plain, phases: [stop, start, ...settle], abort };
}

/** A StatefulSet cannot do it alone. */
function scaledToNothing(rendered: RenderedObject): readonly RenderedObject[] {
  const { object } = rendered;
  if (!isStatefulSet(object) || object.spec === undefined) return [];
  const set: StatefulSet = { ...object, spec: { ...object.spec, replicas: 0 } };
  return [{ ...rendered, object: set }];
}

function recreating(rendered: RenderedObject): RenderedObject {
  const { object } = rendered;
  const policy = { strategy: 'recreate' } as const;
  if (isDeployment(object) && object.spec !== undefined) {
    const deployment: Deployment = { ...object, spec: { ...object.spec, strategy: deploymentStrategy(policy) } };
    return { ...rendered, object: deployment };
  }
  if (isDaemonSet(object) && object.spec !== undefined) {
    const set: DaemonSet = { ...object, spec: { ...object.spec, updateStrategy: daemonSetStrategy(policy) } };
    return { ...rendered, object: set };
  }
  return rendered;
}
