import type { Clock, Logger } from '@kubemin/base';
import { toError } from '@kubemin/base';
import { MissingReferences } from '@kubemin/engine';
import type { KubeClient } from '@kubemin/kube';
import type { ComponentRow } from '../../api/index.ts';
import { statusMessages } from '../../messages/index.ts';
import type { ComponentState } from './component-state.ts';
import type { SeenState } from './status-watch.ts';

export interface MissingObjectsOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long an object may be missing before its component counts as failed. */
  readonly missingGraceMs: number;
  /** Looks at an application's components again. */
  readonly refresh: (appId: string) => void;
}

/** A component as it is stored, and as the cluster has it now. */
export interface SeenComponent {
  readonly row: ComponentRow;
  readonly seen: SeenState;
}

const RETRY_MS = 30_000;

/**
 * Fails components whose pods wait for a Secret, ConfigMap or claim that is not in the cluster, after the same grace and with
 * the same message as the run that delivered them. No informer watches those objects, so they are looked up again while
 * pods wait.
 */
export class MissingObjects {
  readonly #options: MissingObjectsOptions;
  /** By application and component; only of those whose pods wait. */
  readonly #waits = new Map<string, MissingReferences>();
  readonly #timers = new Map<string, () => void>();

  constructor(options: MissingObjectsOptions) {
    this.#options = options;
  }

  /** The state with what is missing; undefined when it is to stay as it is stored, because nothing was looked up yet. */
  async judge({ row, seen }: SeenComponent, signal: AbortSignal): Promise<ComponentState | undefined> {
    const { state, pods = [] } = seen;
    const key = `${row.app_id}/${row.name}`;
    this.#timers.get(key)?.();
    this.#timers.delete(key);
    if (state.status !== 'Pending' || pods.length === 0) {
      this.#waits.delete(key);
      return state;
    }
    const { client, clock, missingGraceMs: graceMs, logger } = this.#options;
    const known = this.#waits.get(key);
    const wait = known ?? new MissingReferences({ client, clock, signal, graceMs });
    this.#waits.set(key, wait);
    // Another instance, or this one before it was started again, has waited for the grace.
    const wasMissing = row.reason === 'ReferenceMissing';
    try {
      const { message, overdue, nextMs } = await wait.look(pods);
      if (nextMs !== undefined) this.#lookAgain(key, row.app_id, nextMs);
      if (message === undefined) return known === undefined && wasMissing && nextMs !== undefined ? undefined : state;
      if (overdue || wasMissing) return { ...state, status: 'Failed', reason: 'ReferenceMissing', message };
      return { ...state, message: statusMessages.andMissing({ state: state.message, missing: message }) };
    } catch (thrown) {
      signal.throwIfAborted();
      logger.warn('objects that pods wait for could not be looked up', { key, error: toError(thrown) });
      this.#lookAgain(key, row.app_id, RETRY_MS);
      return state;
    }
  }

  #lookAgain(key: string, appId: string, ms: number): void {
    const { clock, refresh } = this.#options;
    this.#timers.set(
      key,
      clock.after(ms, () => refresh(appId)),
    );
  }
}
