import type { KubeClient } from '@kubemin/kube';
import { ignoreNotFound, type KubeObject, type LabelSelector, type ResourceType } from '@kubemin/kubeapi';
import { adoptionPatch, planClaim, releasePatch } from './claim.ts';

/** Who adopts whom. */
export interface AdoptionOptions<O extends KubeObject, T extends KubeObject> {
  readonly client: KubeClient;
  readonly ownerType: ResourceType<O>;
  readonly childType: ResourceType<T>;
  /** Put on what is adopted, and taken off what is let go. */
  readonly finalizer?: string;
}

/** Makes children that match an owner's selector its own, and lets go those that no longer do. */
export class Adoption<O extends KubeObject, T extends KubeObject> {
  readonly #options: AdoptionOptions<O, T>;

  constructor(options: AdoptionOptions<O, T>) {
    this.#options = options;
  }

  /** The owner's children once adoption and release are done. */
  async settle(owner: O, selector: Pick<LabelSelector, 'matches'>, candidates: readonly T[]): Promise<readonly T[]> {
    const { owned, adopt, release } = planClaim(owner, selector, candidates);
    const { client, childType, finalizer } = this.#options;
    const children = client.resource(childType, owner.metadata.namespace);
    for (const child of release) {
      const patch = { type: 'merge', body: releasePatch(owner, child, finalizer) } as const;
      await ignoreNotFound(children.patch(child.metadata.name ?? '', patch));
    }
    if (adopt.length === 0 || !(await this.#stillThere(owner))) return owned;
    const adopted: T[] = [];
    for (const child of adopt) {
      const patch = { type: 'merge', body: adoptionPatch(owner, child, finalizer) } as const;
      const patched = await ignoreNotFound(children.patch(child.metadata.name ?? '', patch));
      if (patched !== undefined) adopted.push(patched);
    }
    return [...owned, ...adopted];
  }

  /** Read from the API: a cache that is behind would let a deleted owner adopt. */
  async #stillThere(owner: O): Promise<boolean> {
    const { client, ownerType } = this.#options;
    const live = await client.resource(ownerType, owner.metadata.namespace).find(owner.metadata.name ?? '');
    return live?.metadata.uid === owner.metadata.uid && live?.metadata.deletionTimestamp === undefined;
  }
}
