import type { UpdatePolicy } from '@kubemin/model';
import { isWorkload, type RenderedObject } from '../object/index.ts';
import { type ObjectName, objectKey, objectName } from './object-key.ts';
import type { Gate, UpdatePlan } from './update-plan.ts';

/** What a strategy works with: two renderings of one component, and how to get from one to the other. */
export interface ComponentUpdate {
  readonly previous: readonly RenderedObject[];
  readonly next: readonly RenderedObject[];
  readonly policy: UpdatePolicy;
}

/** Plans an update in one way; undefined when that way cannot be gone with this kind of component. */
export type StrategyPlanner = (update: ComponentUpdate) => Omit<UpdatePlan, 'strategy'> | undefined;

/** What traffic arrives by, and what counts copies by it: it changes when the new version gets traffic, not before. */
const FRONT_KINDS: ReadonlySet<string> = new Set([
  'Service',
  'Ingress',
  'HTTPRoute',
  'VirtualService',
  'HorizontalPodAutoscaler',
]);

/** A component's objects by the part they play in an update. */
export interface UpdateParts {
  readonly workloads: readonly RenderedObject[];
  readonly front: readonly RenderedObject[];
  /** What pods need before they start: claims, accounts, roles. */
  readonly support: readonly RenderedObject[];
}

/** Sorts a component's objects by the part they play. */
export function updateParts(objects: readonly RenderedObject[]): UpdateParts {
  const isFront = ({ object }: RenderedObject) => FRONT_KINDS.has(object.kind);
  return {
    workloads: objects.filter(({ object }) => isWorkload(object)),
    front: objects.filter(isFront),
    support: objects.filter((each) => !isWorkload(each.object) && !isFront(each)),
  };
}

/** Waits until the workloads among these objects run what was applied. */
export function readyGates(objects: readonly RenderedObject[]): readonly Gate[] {
  return updateParts(objects).workloads.map(({ object }) => ({ kind: 'ready', object: objectName(object) }));
}

/** What the first list has and the second has not. Claims are never among it: data outlives what used it. */
export function findRemovedObjects(
  from: readonly RenderedObject[],
  kept: readonly RenderedObject[],
): readonly ObjectName[] {
  const keys = new Set(kept.map(({ object }) => objectKey(object)));
  return from
    .map(({ object }) => objectName(object))
    .filter((name) => name.kind !== 'PersistentVolumeClaim' && !keys.has(objectKey(name)));
}
