import { type Clock, type Logger, runPeriodically, toError } from '@kubemin/base';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { TaskStore } from '../store/index.ts';
import { type DeliveryClusters, type EngineSettings, isTaskFinished, SANDBOX_LABEL } from '../task/index.ts';

const FAILURE = 'pods of ended runs could not be removed';

/** What sweeping takes. */
export interface PodSweepOptions {
  readonly clusters: Pick<DeliveryClusters, 'get' | 'names'>;
  readonly tasks: Pick<TaskStore, 'task'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: Pick<EngineSettings, 'retentionIntervalMs'>;
}

/**
 * Removes the pods of jobs whose run is over: those that have ended, and those of a run that was cancelled while no
 * executor was there to end them. Pods of runs that are not in this database belong to another platform.
 */
export class PodSweep {
  readonly #options: PodSweepOptions;

  constructor(options: PodSweepOptions) {
    this.#options = options;
  }

  /** Works until the signal aborts; resolves then. */
  run(signal: AbortSignal): Promise<void> {
    const { clock, logger, settings } = this.#options;
    const work = (): Promise<void> => this.sweep(signal);
    return runPeriodically({ clock, logger, everyMs: settings.retentionIntervalMs, failure: FAILURE, work }, signal);
  }

  /** A cluster that does not respond does not keep pods of others from being removed. */
  async sweep(signal: AbortSignal): Promise<void> {
    const { clusters, logger } = this.#options;
    for (const name of await clusters.names()) {
      try {
        await this.#sweep(name, signal);
      } catch (thrown) {
        if (!signal.aborted) logger.warn(FAILURE, { cluster: name, error: toError(thrown) });
      }
    }
  }

  async #sweep(cluster: string, signal: AbortSignal): Promise<void> {
    const { clusters, tasks } = this.#options;
    const { client } = await clusters.get(cluster);
    const { items } = await client.resource(core.v1.pods).list({ labelSelector: SANDBOX_LABEL.task, signal });
    for (const { metadata } of items) {
      const task = await tasks.task(metadata.labels?.[SANDBOX_LABEL.task] ?? '');
      if (task === undefined || !isTaskFinished(task.status) || metadata.deletionTimestamp !== undefined) continue;
      const { name = '', namespace, uid } = metadata;
      try {
        await client.resource(core.v1.pods, namespace).delete(name, { preconditions: { uid }, signal });
      } catch (error) {
        if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
      }
    }
  }
}
