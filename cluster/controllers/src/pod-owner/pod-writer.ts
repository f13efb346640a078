import { RetryableError, toError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { ControllerContext } from '@kubemin/controller';
import { type Informer, objectKey } from '@kubemin/kube';
import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { Expectations } from './expectations.ts';
import { generatedName } from './pod-from-template.ts';

/** What a writer works with. */
export interface PodWriterOptions {
  readonly context: ControllerContext;
  readonly expectations: Expectations<Pod>;
  readonly pods: Pick<Informer<Pod>, 'get'>;
}

/** A pod that was requested, and may or may not have been created. */
interface UncertainPod {
  /** The uid of whom it was asked for. */
  readonly owner: string | undefined;
  readonly base: string;
  readonly name: string;
  /** In the cache, once it is there. */
  readonly key: string;
}

/**
 * Creates and deletes pods for an owner, keeping expectations and recording events: the one way for controllers that
 * make pods by number. A request that broke off may have been carried out all the same, so its name is used again
 * before another one: the second attempt then meets the pod instead of making a surplus one.
 */
export class PodWriter {
  readonly #options: PodWriterOptions;
  readonly #doubtful = new Map<string, readonly UncertainPod[]>();

  constructor(options: PodWriterOptions) {
    this.#options = options;
  }

  /**
   * Whether the cache shows everything that was done for the owner. To be asked before the pods are read that the next
   * decision is made from: what appears in between is then noticed by `create`.
   */
  settled(ownerKey: string): boolean {
    const { pods, expectations } = this.#options;
    const unseen = this.#uncertainPods(ownerKey).filter(({ key }) => pods.get(key) === undefined);
    this.#setUncertain(ownerKey, unseen);
    return expectations.satisfied(ownerKey);
  }

  /** When an owner that is not settled has to look again, whatever it hears until then. */
  timeToExpiryMs(ownerKey: string): number | undefined {
    return this.#options.expectations.timeToExpiryMs(ownerKey);
  }

  /** To be called when the owner is gone. */
  forget(ownerKey: string): void {
    this.#doubtful.delete(ownerKey);
  }

  /** Creates a pod that has a `generateName` (without its dash) instead of a name. */
  async create(ownerKey: string, owner: KubeObject, pod: Pod): Promise<void> {
    const base = pod.metadata.generateName ?? owner.metadata.name ?? '';
    const repeated = this.#takeUncertain(ownerKey, owner.metadata.uid, base)?.name;
    const name = repeated ?? generatedName(base, this.#options.context.random);
    const { generateName: _base, ...metadata } = pod.metadata;
    const named: Pod = { ...pod, metadata: { ...metadata, name } };
    const key = objectKey(named);
    const { context, expectations } = this.#options;
    expectations.expectCreation(ownerKey, key);
    try {
      await context.client.resource(core.v1.pods, owner.metadata.namespace).create(named);
      context.events.record(owner, { type: 'Normal', reason: 'SuccessfulCreate', message: `Created pod: ${name}` });
    } catch (error) {
      // Our own earlier attempt; if the cache does not show it yet, the expectation waits for it.
      if (repeated !== undefined && isStatusError(error, 'AlreadyExists')) {
        if (this.#options.pods.get(key) !== undefined) expectations.drop(key);
        return;
      }
      expectations.drop(key);
      if (isUncertain(error)) {
        const { uid } = owner.metadata;
        this.#setUncertain(ownerKey, [...this.#uncertainPods(ownerKey), { owner: uid, base, name, key }]);
      }
      const message = `Error creating: ${toError(error).message}`;
      context.events.record(owner, { type: 'Warning', reason: 'FailedCreate', message });
      throw error;
    }
  }

  /** Deletes this very pod; one that is gone already is as good. */
  async remove(ownerKey: string, owner: KubeObject, pod: Pod): Promise<void> {
    const { context, expectations } = this.#options;
    const { name = '', uid } = pod.metadata;
    const key = objectKey(pod);
    expectations.expectDeletion(ownerKey, key);
    try {
      await context.client.resource(core.v1.pods, owner.metadata.namespace).delete(name, { preconditions: { uid } });
      context.events.record(owner, { type: 'Normal', reason: 'SuccessfulDelete', message: `Deleted pod: ${name}` });
    } catch (error) {
      if (isUncertain(error) && (await this.#isLeaving(owner, pod))) {
        // Done all the same: another one in its place would be one too many.
        if (!isExpected(this.#options.pods.get(key), uid)) expectations.drop(key);
        return;
      }
      expectations.drop(key);
      if (isStatusError(error, 'NotFound')) return;
      const message = `Error deleting: ${toError(error).message}`;
      context.events.record(owner, { type: 'Warning', reason: 'FailedDelete', message });
      throw error;
    }
  }

  /** Read from the API, which may be as hard to reach as a moment ago: then the result stays unknown. */
  async #isLeaving(owner: KubeObject, { metadata }: Pod): Promise<boolean> {
    try {
      const live = await this.#options.context.client
        .resource(core.v1.pods, owner.metadata.namespace)
        .find(metadata.name ?? '');
      return live?.metadata.uid !== metadata.uid || live?.metadata.deletionTimestamp !== undefined;
    } catch {
      return false;
    }
  }

  /**
   * An uncertain pod to be requested again. One that has appeared since the owner's pods were read was not counted: the
   * owner has to decide again. Pods of an earlier owner of the same name do not belong to this one.
   */
  #takeUncertain(ownerKey: string, uid: string | undefined, base: string): UncertainPod | undefined {
    const doubtful = this.#uncertainPods(ownerKey).filter(({ owner }) => owner === uid);
    const next = doubtful.find((one) => one.base === base);
    if (next === undefined) return undefined;
    this.#setUncertain(
      ownerKey,
      doubtful.filter((one) => one !== next),
    );
    if (this.#options.pods.get(next.key) === undefined) return next;
    throw new RetryableError(
      verbatim(`pod ${next.key} exists, although its creation failed; the missing pods are counted again`),
      {
        code: 'POD_APPEARED',
      },
    );
  }

  #uncertainPods(ownerKey: string): readonly UncertainPod[] {
    return this.#doubtful.get(ownerKey) ?? [];
  }

  #setUncertain(ownerKey: string, uncertain: readonly UncertainPod[]): void {
    if (uncertain.length > 0) this.#doubtful.set(ownerKey, uncertain);
    else this.#doubtful.delete(ownerKey);
  }
}

/** Whether the cache still shows the pod as not being deleted. */
function isExpected(cached: Pod | undefined, uid: string | undefined): boolean {
  return cached?.metadata.uid === uid && cached?.metadata.deletionTimestamp === undefined;
}

/** Only a refusal is certain: after a cut line or a server's own failure the pod may be there. */
function isUncertain(error: unknown): boolean {
  return !isStatusError(error) || error.httpCode >= 500;
}
