import { deepEqual } from '@kubemin/kubeapi';
import type { UpdatePolicy, UpdateStrategy } from '@kubemin/model';
import { updateMessages } from '../messages/index.ts';
import { currentTrack, isWorkload, onTrack, RenderError, type RenderedObject } from '../object/index.ts';
import { blueGreen } from './blue-green.ts';
import { canary } from './canary.ts';
import { type StrategyPlanner, updateParts } from './component-update.ts';
import { recreate } from './recreate.ts';
import { rolling } from './rolling.ts';
import type { UpdatePlan } from './update-plan.ts';

const PLANNERS: Readonly<Record<UpdateStrategy, StrategyPlanner>> = {
  rolling,
  recreate,
  canary,
  'blue-green': blueGreen,
};

/**
 * Plans how one component gets from what the cluster has of it to its next version. `previous` is the rendering it has
 * now (with the track it is on; empty when it is new), `next` the wanted one, rendered for the stable track. Pure.
 * Throws RenderError when the component cannot be updated in that way.
 */
export function planUpdate(
  previous: readonly RenderedObject[],
  next: readonly RenderedObject[],
  policy: UpdatePolicy,
): UpdatePlan {
  const update = { previous, next, policy };
  // With no pods to replace there is nothing to try out or to switch.
  if (!replacesPods(previous, next)) return { strategy: 'rolling', ...rolling(update) };
  const plan = PLANNERS[policy.strategy](update);
  if (plan !== undefined) return { strategy: policy.strategy, ...plan };
  const kinds = updateParts(next).workloads.map(({ object }) => object.kind);
  throw new RenderError(updateMessages.strategyUnsupported({ strategy: policy.strategy, kinds }), {
    path: [next[0]?.component ?? ''],
    code: 'UPDATE_STRATEGY_UNSUPPORTED',
  });
}

function replacesPods(previous: readonly RenderedObject[], next: readonly RenderedObject[]): boolean {
  const before = podTemplates(previous);
  return before.length > 0 && !deepEqual(before, podTemplates(onTrack(next, currentTrack(previous))));
}

function podTemplates(objects: readonly RenderedObject[]): readonly unknown[] {
  return objects.flatMap(({ object }) => (isWorkload(object) ? [object.spec?.template] : []));
}
