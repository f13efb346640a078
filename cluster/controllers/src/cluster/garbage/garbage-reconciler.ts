import type { ControllerContext, Reconciler } from '@kubemin/controller';
import { type ResourceClient, splitKey } from '@kubemin/kube';
import { ignoreNotFound, type KubeObject, type OwnerReference } from '@kubemin/kubeapi';
import type { Dependents } from './dependents.ts';
import { decideGarbage, FOREGROUND, isWaitingForDependents, ORPHAN, type OwnerState } from './garbage-decision.ts';
import type { Items } from './item.ts';

/** What the collector knows and works with. */
export interface GarbageOptions {
  readonly context: ControllerContext;
  readonly items: Items;
  readonly dependents: Dependents;
}

interface Located {
  readonly resource: ResourceClient<KubeObject>;
  readonly name: string;
  readonly object: KubeObject;
}

/** Decides about one object at a time: from the caches as long as the result is "keep", from the API before a deletion. */
export class GarbageReconciler implements Reconciler {
  readonly #options: GarbageOptions;
  readonly #absent = new AbsentOwners();

  constructor(options: GarbageOptions) {
    this.#options = options;
  }

  async reconcile(item: string): Promise<undefined> {
    const found = this.#options.items.find(item);
    const object = found?.informer.get(found.key);
    if (found === undefined || object === undefined) return;
    const { namespace, name } = splitKey(found.key);
    const located = { resource: this.#options.context.client.resource(found.type, namespace), name, object };
    if (object.metadata.deletionTimestamp === undefined) return this.#collect(located);
    if (object.metadata.finalizers?.includes(ORPHAN)) return this.#orphanDependents(located);
    if (isWaitingForDependents(object)) return this.#deleteDependents(located);
  }

  async #collect({ resource, name, object }: Located): Promise<undefined> {
    const cached = await this.#verdict(object);
    if (cached.kind === 'keep') return;
    const live = await resource.find(name);
    if (live === undefined || live.metadata.uid !== object.metadata.uid) return;
    const verdict = await this.#verdict(live);
    if (verdict.kind === 'disown') return this.#patch({ resource, name, object: live }, verdict);
    if (verdict.kind === 'delete' && live.metadata.deletionTimestamp === undefined) {
      const { propagationPolicy } = verdict;
      const { uid, ownerReferences = [] } = live.metadata;
      if (propagationPolicy === 'Foreground' && this.#isInCircle(live)) {
        const unblocked = ownerReferences.map((reference) => ({ ...reference, blockOwnerDeletion: false }));
        await this.#patch({ resource, name, object: live }, { ownerReferences: unblocked });
      }
      await ignoreNotFound(resource.delete(name, { propagationPolicy, preconditions: { uid } }));
    }
  }

  /** Whether a dependent waits for its own dependents: its owner may wait for the object, and so nothing would go. */
  #isInCircle({ metadata }: KubeObject): boolean {
    const { items, dependents } = this.#options;
    return dependents.of(metadata.uid ?? '').some((item) => {
      const found = items.find(item);
      const dependent = found?.informer.get(found.key);
      return dependent !== undefined && isWaitingForDependents(dependent);
    });
  }

  async #verdict(object: KubeObject) {
    const states: OwnerState[] = [];
    for (const reference of object.metadata.ownerReferences ?? [])
      states.push(await this.#ownerState(object, reference));
    return decideGarbage(object, states, this.#options.dependents.has(object.metadata.uid ?? ''));
  }

  /** An owner of a kind that is not watched counts as present: better to keep too much than to delete what is in use. */
  async #ownerState(dependent: KubeObject, reference: OwnerReference): Promise<OwnerState> {
    const { items, context } = this.#options;
    const owner = items.ownerKey(dependent, reference);
    const found = owner === undefined ? undefined : items.find(owner);
    if (owner === undefined || found === undefined) return 'present';
    const cached = found.informer.get(found.key);
    if (cached?.metadata.uid !== reference.uid && this.#absent.has(owner, reference.uid)) return 'absent';
    const { namespace, name } = splitKey(found.key);
    const known =
      cached?.metadata.uid === reference.uid ? cached : await context.client.resource(found.type, namespace).find(name);
    if (known?.metadata.uid !== reference.uid) {
      this.#absent.add(owner, reference.uid);
      if (found.informer.list().some(({ metadata }) => metadata.uid === reference.uid))
        this.#warn(dependent, reference);
      return 'absent';
    }
    return isWaitingForDependents(known) ? 'waiting' : 'present';
  }

  /** Owners are looked for beside what they own: one in another namespace is none. */
  #warn(dependent: KubeObject, { apiVersion, kind, name, uid }: OwnerReference): void {
    const { namespace = '' } = dependent.metadata;
    const owner = `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
    const message = `ownerRef ${owner} does not exist in namespace "${namespace}"`;
    this.#options.context.events.record(dependent, { type: 'Warning', reason: 'OwnerRefInvalidNamespace', message });
  }

  async #deleteDependents(located: Located): Promise<undefined> {
    const { items, dependents } = this.#options;
    const { uid = '' } = located.object.metadata;
    let blocking = 0;
    for (const item of dependents.of(uid)) {
      const found = items.find(item);
      const dependent = found?.informer.get(found.key);
      if (found === undefined || dependent === undefined) continue;
      const reference = dependent.metadata.ownerReferences?.find((one) => one.uid === uid);
      if (reference?.blockOwnerDeletion === true) blocking += 1;
      if (dependent.metadata.deletionTimestamp !== undefined) continue;
      const { namespace, name } = splitKey(found.key);
      const resource = this.#options.context.client.resource(found.type, namespace);
      await this.#collect({ resource, name, object: dependent });
    }
    // Each dependent that goes brings its owner back here.
    if (blocking === 0) await this.#removeFinalizer(located, FOREGROUND);
  }

  async #orphanDependents(located: Located): Promise<undefined> {
    const { items, dependents, context } = this.#options;
    const { uid = '' } = located.object.metadata;
    for (const item of dependents.of(uid)) {
      const found = items.find(item);
      const dependent = found?.informer.get(found.key);
      if (found === undefined || dependent === undefined) continue;
      const { namespace, name } = splitKey(found.key);
      const resource = context.client.resource(found.type, namespace);
      const ownerReferences = (dependent.metadata.ownerReferences ?? []).filter((one) => one.uid !== uid);
      await this.#patch({ resource, name, object: dependent }, { ownerReferences });
    }
    await this.#removeFinalizer(located, ORPHAN);
  }

  async #removeFinalizer({ resource, name, object }: Located, finalizer: string): Promise<void> {
    const finalizers = (object.metadata.finalizers ?? []).filter((one) => one !== finalizer);
    await this.#patch({ resource, name, object }, { finalizers });
  }

  async #patch(
    { resource, name, object }: Located,
    change: { readonly ownerReferences?: readonly OwnerReference[]; readonly finalizers?: readonly string[] },
  ): Promise<undefined> {
    const { ownerReferences, finalizers } = change;
    const { uid, resourceVersion } = object.metadata;
    const body = {
      metadata: {
        uid,
        resourceVersion,
        ...(ownerReferences && { ownerReferences }),
        ...(finalizers && { finalizers }),
      },
    };
    await ignoreNotFound(resource.patch(name, { type: 'merge', body }));
  }
}

/** Of so many owners is remembered that they are gone. */
const MAX_ABSENT_OWNERS = 10_000;

/**
 * Owners that the API itself reported as missing. A uid never comes back, so one request is enough for the
 * thousands of things they owned. By place, too: an owner is not where a reference looks for it when it is elsewhere.
 */
class AbsentOwners {
  readonly #known = new Set<string>();

  has(owner: string, uid: string): boolean {
    return this.#known.has(`${owner} ${uid}`);
  }

  add(owner: string, uid: string): void {
    this.#known.add(`${owner} ${uid}`);
    for (const oldest of this.#known) {
      if (this.#known.size <= MAX_ABSENT_OWNERS) return;
      this.#known.delete(oldest);
    }
  }
}
