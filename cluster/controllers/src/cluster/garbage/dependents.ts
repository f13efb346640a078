import type { KubeObject } from '@kubemin/kubeapi';

/** Who depends on whom, by the owners' uids, following every change. */
export class Dependents {
  readonly #byOwner = new Map<string, Set<string>>();

  /** The items that name the owner in their ownerReferences. */
  of(ownerUid: string): readonly string[] {
    return [...(this.#byOwner.get(ownerUid) ?? [])];
  }

  /** Whether any item names the owner. */
  has(ownerUid: string): boolean {
    return this.#byOwner.has(ownerUid);
  }

  /** To be called for each change of an item, with what it was and what it is. */
  follow(item: string, before: KubeObject | undefined, after: KubeObject | undefined): void {
    for (const { uid } of before?.metadata.ownerReferences ?? []) {
      const items = this.#byOwner.get(uid);
      if (items?.delete(item) && items.size === 0) this.#byOwner.delete(uid);
    }
    for (const { uid } of after?.metadata.ownerReferences ?? []) {
      const items = this.#byOwner.get(uid);
      if (items === undefined) this.#byOwner.set(uid, new Set([item]));
      else items.add(item);
    }
  }
}
