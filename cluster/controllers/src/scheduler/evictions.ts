import type { ControllerContext } from '@kubemin/controller';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { Demand } from './demand.ts';
import type { PodStatusReports } from './pod-status-reports.ts';

/** Who leaves for whom. */
export interface Eviction {
  readonly preemptor: Pod;
  /** Why the preemptor has no node yet. */
  readonly message: string;
  readonly node: string;
  readonly victims: readonly Demand[];
}

/** Makes pods leave for more important ones. */
export class Evictions {
  readonly #context: ControllerContext;
  readonly #notices: PodStatusReports;
  /** Pods whose deletion was requested, by uid: they count as leaving before the API server reports it. */
  readonly #asked = new Set<string>();

  constructor(context: ControllerContext, notices: PodStatusReports) {
    this.#context = context;
    this.#notices = notices;
  }

  readonly isLeaving = ({ terminating, pod }: Demand): boolean =>
    terminating || this.#asked.has(pod.metadata.uid ?? '');

  /** From now on these pods count as leaving; `evict` has to follow. */
  announce(victims: readonly Demand[]): void {
    for (const { pod } of victims) this.#asked.add(pod.metadata.uid ?? '');
  }

  /** To be called for each pod that is gone. */
  forget(pod: Pod): void {
    this.#asked.delete(pod.metadata.uid ?? '');
  }

  /**
   * Stores the nominated node of the preemptor, then deletes the pods one by one. Should a step fail, the pods that
   * were not deleted count as staying again.
   */
  async evict({ preemptor, message, node, victims }: Eviction): Promise<void> {
    const left = new Set(victims.map(({ pod }) => pod));
    try {
      await this.#notices.reportUnscheduled(preemptor, { reason: 'Unschedulable', message, nominatedNode: node });
      for (const pod of [...left]) {
        await this.#evictOne(preemptor, node, pod);
        left.delete(pod);
      }
    } finally {
      for (const pod of left) this.forget(pod);
    }
  }

  async #evictOne(preemptor: Pod, node: string, pod: Pod): Promise<void> {
    // The current leader decides again: the victims of two leaders would be more than needed.
    this.#context.leadership.assertHeld();
    await this.#notices.reportDisrupted(pod, preemptor);
    await this.#delete(pod);
    this.#notices.reportPreempted(pod, preemptor, node);
  }

  async #delete({ metadata }: Pod): Promise<void> {
    const { name = '', namespace, uid } = metadata;
    try {
      await this.#context.client.resource(core.v1.pods, namespace).delete(name, { preconditions: { uid } });
    } catch (error) {
      if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
    }
  }
}
