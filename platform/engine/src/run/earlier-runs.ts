import type { Vault } from '@kubemin/base';
import type { ClaimedTask, DeliveredTask } from '../store/index.ts';
import type { RunStore } from './run-store.ts';

/**
 * What there was of an application before one of its runs. Each is asked for once: while the task is claimed, no other of
 * its application begins or completes.
 */
export class EarlierRuns {
  readonly #store: RunStore;
  readonly #vault: Vault;
  readonly #claimed: ClaimedTask;
  #isFirst: boolean | undefined;
  #last: { readonly delivered: DeliveredTask | undefined } | undefined;

  constructor(store: RunStore, vault: Vault, claimed: ClaimedTask) {
    this.#store = store;
    this.#vault = vault;
    this.#claimed = claimed;
  }

  /**
   * Whether what the run writes is probably the first of its application in the cluster: no run of it has begun, this
   * one included. Of one that was restored or taken along from another platform there may be runs that are not on record.
   */
  async isFirst(): Promise<boolean> {
    this.#isFirst ??= await this.#lookWhetherFirst();
    return this.#isFirst;
  }

  /** What the last one that completed had delivered; nothing when there was none, or it deleted all. */
  async lastDelivered(): Promise<DeliveredTask | undefined> {
    this.#last ??= { delivered: await this.#lookForLast() };
    return this.#last.delivered;
  }

  async #lookWhetherFirst(): Promise<boolean> {
    const { task, before } = this.#claimed;
    if (task.startedAt !== undefined || before?.delivered !== undefined) return false;
    return !(await this.#store.hasEverBegun());
  }

  async #lookForLast(): Promise<DeliveredTask | undefined> {
    const {
      task,
      before = { delivered: (await this.isFirst()) ? undefined : await this.#store.lastCompleted(task.appId) },
    } = this.#claimed;
    const { delivered } = before;
    return delivered && { ...delivered, request: this.#vault.open(delivered.request) };
  }
}
