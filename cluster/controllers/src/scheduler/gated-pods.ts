import { toError } from '@kubemin/base';
import type { ControllerContext } from '@kubemin/controller';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { PodStatusReports } from './pod-status-reports.ts';
import type { PodWrites } from './pod-writes.ts';
import type { SchedulerMetrics } from './scheduler-metrics.ts';

const GATED = 'Scheduling is blocked due to non-empty scheduling gates';

/** Dependencies of gated pods. */
export interface GatedPodsOptions {
  readonly context: ControllerContext;
  readonly notices: PodStatusReports;
  readonly writes: PodWrites;
  readonly metrics: SchedulerMetrics;
}

/** The pods with scheduling gates. */
export class GatedPods {
  readonly #options: GatedPodsOptions;
  readonly #keys = new Set<string>();

  constructor(options: GatedPodsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#keys.size;
  }

  /** Reports in the pod's status why it waits; a failure is only logged. */
  hold(key: string, pod: Pod): void {
    const { context, notices, writes, metrics } = this.#options;
    if (!this.#keys.has(key)) metrics.incoming('PodAdd', 'gated');
    this.#keys.add(key);
    if (writes.has(key)) return;
    writes.beginAside(key, async () => {
      try {
        await notices.reportUnscheduled(pod, { reason: 'SchedulingGated', message: GATED });
      } catch (thrown) {
        context.logger.warn('could not write the status of a gated pod', { key, error: toError(thrown) });
      }
    });
  }

  release(key: string): void {
    this.#keys.delete(key);
  }
}
