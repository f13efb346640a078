import type { ControllerContext, EventOrigin } from '@kubemin/controller';
import { isStatusError, timestamp } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod, PodCondition } from '@kubemin/kubeapi/types/core.v1';
import { findCondition } from '../condition.ts';
import { DEFAULT_SCHEDULER } from './profile-table.ts';

/** Why a pod has no node. */
export interface Unscheduled {
  readonly reason: 'Unschedulable' | 'SchedulingGated';
  readonly message: string;
  /** Where room is being made for it; null when no longer. */
  readonly nominatedNode?: string | null;
}

/** Tells people, in the pod's status and in events, what became of it. */
export class PodNotices {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  scheduled(pod: Pod, node: string): void {
    const message = `Successfully assigned ${pod.metadata.namespace}/${pod.metadata.name} to ${node}`;
    this.#context.events.record(pod, { type: 'Normal', reason: 'Scheduled', message, source: sourceOf(pod) });
  }

  /** Writes only what is not written already. */
  async unscheduled(pod: Pod, { reason, message, nominatedNode }: Unscheduled): Promise<void> {
    const known = findCondition(pod.status?.conditions, 'PodScheduled');
    const told = known?.status === 'False' && known.reason === reason && known.message === message;
    const nominated = nominatedNode === undefined || (nominatedNode ?? undefined) === pod.status?.nominatedNodeName;
    if (told && nominated) return;
    if (!told && reason === 'Unschedulable') {
      this.#context.events.record(pod, { type: 'Warning', reason: 'FailedScheduling', message, source: sourceOf(pod) });
    }
    const since = known?.status === 'False' ? known.lastTransitionTime : undefined;
    const condition = this.#condition({ type: 'PodScheduled', status: 'False', reason, message }, since);
    const place = nominated ? {} : { nominatedNodeName: nominatedNode };
    await this.#patch(pod, { conditions: [condition], ...place });
  }

  preempted(pod: Pod, preemptor: Pod, node: string): void {
    const message = `Preempted by pod ${preemptor.metadata.uid} on node ${node}`;
    this.#context.events.record(pod, { type: 'Normal', reason: 'Preempted', message, source: sourceOf(preemptor) });
  }

  /** Says on a pod that it has to leave for another one, and why. */
  async disrupted(pod: Pod, preemptor: Pod): Promise<void> {
    const message = `${sourceOf(preemptor).component}: preempting to accommodate a higher priority pod`;
    const reason = 'PreemptionByScheduler';
    await this.#patch(pod, {
      conditions: [this.#condition({ type: 'DisruptionTarget', status: 'True', reason, message })],
    });
  }

  #condition(condition: PodCondition, since?: string): PodCondition {
    return { ...condition, lastTransitionTime: since ?? timestamp(this.#context.clock.now()) };
  }

  async #patch({ metadata }: Pod, status: object): Promise<void> {
    const { name = '', namespace, uid } = metadata;
    const pods = this.#context.client.resource(core.v1.pods, namespace);
    try {
      const body = { metadata: { uid }, status };
      await pods.patch(name, { type: 'strategic', body }, { subresource: 'status' });
    } catch (error) {
      // The pod is gone, or another one has its name: nobody is left to be told.
      if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
    }
  }
}

/** A scheduler speaks under the name by which pods ask for it. */
function sourceOf({ spec }: Pod): EventOrigin {
  return { component: spec?.schedulerName ?? DEFAULT_SCHEDULER };
}
