import type { ControllerContext, EventOrigin } from '@kubemin/controller';
import { isStatusError, timestamp } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod, PodCondition } from '@kubemin/kubeapi/types/core.v1';
import { findCondition } from '../pod-owner/index.ts';
import { DEFAULT_SCHEDULER } from './profile-table.ts';

/** Why a pod has no node. */
export interface Unscheduled {
  readonly reason: 'Unschedulable' | 'SchedulingGated';
  readonly message: string;
  /** Where room is being made for it; null when no longer. */
  readonly nominatedNode?: string | null;
}

/** Reports results in the pod's status and in events. */
export class PodStatusReports {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  reportScheduled(pod: Pod, node: string): void {
    const message = `Successfully assigned ${pod.metadata.namespace}/${pod.metadata.name} to ${node}`;
    this.#context.events.record(pod, { type: 'Normal', reason: 'Scheduled', message, source: eventOrigin(pod) });
  }

  /** Writes only what is not written already. */
  async reportUnscheduled(pod: Pod, { reason, message, nominatedNode }: Unscheduled): Promise<void> {
    const known = findCondition(pod.status?.conditions, 'PodScheduled');
    const isReported = known?.status === 'False' && known.reason === reason && known.message === message;
    const nominated = nominatedNode === undefined || (nominatedNode ?? undefined) === pod.status?.nominatedNodeName;
    if (isReported && nominated) return;
    if (!isReported && reason === 'Unschedulable') {
      this.#context.events.record(pod, {
        type: 'Warning',
        reason: 'FailedScheduling',
        message,
        source: eventOrigin(pod),
      });
    }
    const since = known?.status === 'False' ? known.lastTransitionTime : undefined;
    const condition = this.#condition({ type: 'PodScheduled', status: 'False', reason, message }, since);
    const place = nominated ? {} : { nominatedNodeName: nominatedNode };
    await this.#patch(pod, { conditions: [condition], ...place });
  }

  reportPreempted(pod: Pod, preemptor: Pod, node: string): void {
    const message = `Preempted by pod ${preemptor.metadata.uid} on node ${node}`;
    this.#context.events.record(pod, { type: 'Normal', reason: 'Preempted', message, source: eventOrigin(preemptor) });
  }

  /** Reports on a pod that it is preempted, and why. */
  async reportDisrupted(pod: Pod, preemptor: Pod): Promise<void> {
    const message = `${eventOrigin(preemptor).component}: preempting to accommodate a higher priority pod`;
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
      // The pod is gone, or another one has its name: there is nothing to update.
      if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
    }
  }
}

/** A scheduler speaks under the name by which pods ask for it. */
function eventOrigin({ spec }: Pod): EventOrigin {
  return { component: spec?.schedulerName ?? DEFAULT_SCHEDULER };
}
