import { toError } from '@kubemin/base';
import type { ControllerContext } from '@kubemin/controller';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { PodNotices } from './pod-notices.ts';
import type { PodWrites } from './pod-writes.ts';
import type { SchedulerMetrics } from './scheduler-metrics.ts';

const GATED = 'Scheduling is blocked due to non-empty scheduling gates';

/** What gated pods are told with. */
export interface GatedPodsOptions {
  readonly context: ControllerContext;
  readonly notices: PodNotices;
  readonly writes: PodWrites;
  readonly metrics: SchedulerMetrics;
}

/** The pods that somebody holds back. */
export class GatedPods {
  readonly #options: GatedPodsOptions;
  readonly #keys = new Set<string>();

  constructor(options: GatedPodsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#keys.size;
  }

  /** Tells the pod why it waits, as well as that can be done. */
  hold(key: string, pod: Pod): void {
    const { context, notices, writes, metrics } = this.#options;
    if (!this.#keys.has(key)) metrics.incoming('PodAdd', 'gated');
    this.#keys.add(key);
    if (writes.has(key)) return;
    writes.beginAside(key, async () => {
      try {
        await notices.unscheduled(pod, { reason: 'SchedulingGated', message: GATED });
      } catch (thrown) {
        context.logger.warn('a gated pod could not be told so', { key, error: toError(thrown) });
      }
    });
  }

  release(key: string): void {
    this.#keys.delete(key);
  }
}
