import { type ControllerContext, coalesced, ownersOf, type Source } from '@kubemin/controller';
import type { Change, Informer } from '@kubemin/kube';
import type { ResourceType } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isProgress } from '../pod/pod-progress.ts';

/** So long the numbers in an owner's status may be behind. */
const STATUS_PERIOD_MS = 100;

/** Whose pods they are. */
export interface PodOwnersOptions {
  readonly owner: ResourceType;
  /** Which steps of a starting pod change its owner's numbers. @default all */
  readonly matters?: PodStep | undefined;
}

/** Tells something about a pod that came further. */
export type PodStep = (change: Change<Pod>) => boolean;

/**
 * The owners of changed pods: at once where a pod comes, goes, fails or changes hands; in a storm of pods that merely
 * start, each owner only so often, as looking at all pods for each of them would take longer than starting them.
 */
export function podOwners(
  { clock }: ControllerContext,
  pods: Informer<Pod>,
  { owner, matters = () => true }: PodOwnersOptions,
): readonly Source[] {
  const steps = ownersOf(pods, owner, (change) => isProgress(change) && matters(change));
  return [
    ownersOf(pods, owner, (change) => !isProgress(change)),
    coalesced(steps, { clock, periodMs: STATUS_PERIOD_MS }),
  ];
}
