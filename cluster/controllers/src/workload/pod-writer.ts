import { toError } from '@kubemin/base';
import type { ControllerContext } from '@kubemin/controller';
import { type Informer, objectKey } from '@kubemin/kube';
import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { Expectations } from './expectations.ts';
import { generatedName } from './generated-name.ts';

/** What a writer works with. */
export interface PodWriterOptions {
  readonly context: ControllerContext;
  readonly expectations: Expectations<Pod>;
  readonly pods: Pick<Informer<Pod>, 'get'>;
}

/**
 * Creates and deletes pods for an owner, keeping expectations and telling events: the one way for controllers that
 * make pods by number. A request that broke off may have been carried out all the same, so its name is used again
 * before another one: the second attempt then meets the pod instead of making a surplus one.
 */
export class PodWriter {
  readonly #options: PodWriterOptions;
  /** By owner and base name: names whose fate is unknown. */
  readonly #uncertain = new Map<string, string[]>();

  constructor(options: PodWriterOptions) {
    this.#options = options;
  }

  /** Creates a pod that has a `generateName` (without its dash) instead of a name. */
  async create(ownerKey: string, owner: KubeObject, pod: Pod): Promise<void> {
    const base = pod.metadata.generateName ?? owner.metadata.name ?? '';
    const place = `${ownerKey} ${base}`;
    const repeated = this.#takeUncertain(place, pod);
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
      if (isUncertain(error)) this.#uncertain.set(place, [...(this.#uncertain.get(place) ?? []), name]);
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
      expectations.drop(key);
      if (isStatusError(error, 'NotFound')) return;
      const message = `Error deleting: ${toError(error).message}`;
      context.events.record(owner, { type: 'Warning', reason: 'FailedDelete', message });
      throw error;
    }
  }

  /** A name whose pod nobody has seen; those that were seen are settled and forgotten. */
  #takeUncertain(place: string, pod: Pod): string | undefined {
    const names = this.#uncertain.get(place) ?? [];
    const unseen = names.filter((name) => {
      const named: Pod = { ...pod, metadata: { ...pod.metadata, name } };
      return this.#options.pods.get(objectKey(named)) === undefined;
    });
    const [next, ...rest] = unseen;
    if (rest.length > 0) this.#uncertain.set(place, rest);
    else this.#uncertain.delete(place);
    return next;
  }
}

/** Only a refusal is certain: after a cut line or a server's own failure the pod may be there. */
function isUncertain(error: unknown): boolean {
  return !isStatusError(error) || error.httpCode >= 500;
}
