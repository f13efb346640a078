import { type AnyDocument, UPDATE_STRATEGIES, type UpdatePolicy } from '@kubemin/model';
import { planUpdate, type RenderedObject, type Track, type UpdatePlan } from '@kubemin/render';

/** The track of each component that is on another than the stable one, by name. */
export type Tracks = Readonly<Record<string, Track>>;

/** How the components of an application get from what it has to what its document asks for. */
export interface Rollouts {
  /** What the cluster holds when all is done. */
  readonly rendered: readonly RenderedObject[];
  /** The components whose update goes in phases. */
  readonly phased: ReadonlyMap<string, UpdatePlan>;
  readonly tracks: Tracks;
}

/** Plans how each component is updated. `previous` is what there is, on its tracks, `next` is for the stable one. */
export function planRollouts(
  document: Pick<AnyDocument, 'component'>,
  previous: readonly RenderedObject[],
  next: readonly RenderedObject[],
): Rollouts {
  const [before, after] = [previous, next].map((all) => Map.groupBy(all, ({ component }) => component));
  const plans = document.component.map(({ name, properties }) => {
    const policy = parseUpdatePolicy(properties);
    return { name, plan: planUpdate(before?.get(name) ?? [], after?.get(name) ?? [], policy) };
  });
  return {
    rendered: plans.flatMap(({ plan }) => plan.outcome),
    phased: new Map(plans.flatMap(({ name, plan }) => (plan.strategy === 'rolling' ? [] : [[name, plan]]))),
    tracks: Object.fromEntries(
      plans.flatMap(({ name, plan }) => (plan.track === 'stable' ? [] : [[name, plan.track]])),
    ),
  };
}

/** Whether any component is to be updated in another way than by rolling. */
export function hasPhases(document: Pick<AnyDocument, 'component'>): boolean {
  return document.component.some(({ properties }) => parseUpdatePolicy(properties).strategy !== 'rolling');
}

function parseUpdatePolicy(properties: unknown): UpdatePolicy {
  const update = isRecord(properties) ? properties.update : undefined;
  return isPolicy(update) ? update : { strategy: 'rolling' };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The model has checked the rest. */
function isPolicy(value: unknown): value is UpdatePolicy {
  return isRecord(value) && UPDATE_STRATEGIES.some((strategy) => strategy === value.strategy);
}
