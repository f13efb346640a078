import { type ControllerContext, coalesced, ownersOf, type Source } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import type { ResourceType } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isProgress } from '../pod/pod-progress.ts';

/** So long the numbers in an owner's status may be behind. */
const STATUS_PERIOD_MS = 100;

/**
 * The owners of changed pods: at once where a pod comes, goes, fails or changes hands; in a storm of pods that merely
 * start, each owner only so often, as looking at all pods for each of them would take longer than starting them.
 */
export function podOwners({ clock }: ControllerContext, pods: Informer<Pod>, owner: ResourceType): readonly Source[] {
  return [
    ownersOf(pods, owner, (change) => !isProgress(change)),
    coalesced(ownersOf(pods, owner, isProgress), { clock, periodMs: STATUS_PERIOD_MS }),
  ];
}
