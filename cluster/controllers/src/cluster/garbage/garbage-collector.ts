import { type Controller, type ControllerModule, createReconcilerController, type Source } from '@kubemin/controller';
import type { Change } from '@kubemin/kube';
import { deepEqual, type KubeObject, type OwnerReference } from '@kubemin/kubeapi';
import { apiextensions } from '@kubemin/kubeapi/resources';
import { servedResources } from '../../pod-owner/index.ts';
import { CustomKinds } from './custom-kinds.ts';
import { Dependents } from './dependents.ts';
import { isWaitingForDependents, ORPHAN } from './garbage-decision.ts';
import { GarbageReconciler } from './garbage-reconciler.ts';
import { Items, type WatchedType } from './item.ts';

const DEFINITIONS = apiextensions.v1.customresourcedefinitions;

/** Deletes objects without remaining owners, and carries out foreground and orphaning deletion. */
export const garbageCollector: ControllerModule = {
  name: 'garbage-collector',
  async setup(context): Promise<Controller> {
    // Events have no owners, and there are many of them.
    const types = (await servedResources(context.client)).filter(({ plural }) => plural !== 'events');
    const items = new Items(context.informers, types);
    const dependents = new Dependents();
    const reconciler = new GarbageReconciler({ context, items, dependents });
    const concernedBy = (watched: WatchedType): Source => affectedKeys(watched, items, dependents);
    const sources = [...items.types()].map(concernedBy);
    if (types.some(({ plural, group }) => plural === DEFINITIONS.plural && group === DEFINITIONS.group)) {
      const definitions = context.informers.informer(DEFINITIONS);
      sources.push(new CustomKinds({ context, definitions, items, dependents, concerned: concernedBy }).source);
    }
    return createReconcilerController({ context, reconciler, sources, workers: 16 });
  },
};

/** The items whose fate a change may decide. */
function affectedKeys({ informer }: WatchedType, items: Items, dependents: Dependents): Source {
  return (enqueue) =>
    informer.onChange((change) => {
      const { type, object, old } = change;
      const item = items.itemKey(object);
      dependents.follow(item, old, type === 'deleted' ? undefined : object);
      if (type === 'deleted') {
        for (const dependent of dependents.of(object.metadata.uid ?? '')) enqueue(dependent);
        for (const owner of waitingOwners(object, items)) enqueue(owner);
        return;
      }
      if (needsLook(change)) enqueue(item);
      // One that blocks its owner no longer may have been the last.
      if (isReleased(change)) for (const owner of waitingOwners(object, items)) enqueue(owner);
    });
}

function needsLook({ type, object, old }: Change<KubeObject>): boolean {
  const { metadata } = object;
  if (metadata.deletionTimestamp !== undefined) {
    return isWaitingForDependents(object) || metadata.finalizers?.includes(ORPHAN) === true;
  }
  const owners = metadata.ownerReferences ?? [];
  return owners.length > 0 && (type === 'added' || !deepEqual(owners, old?.metadata.ownerReferences ?? []));
}

function isReleased({ object, old }: Change<KubeObject>): boolean {
  const countBlocked = (owners: readonly OwnerReference[] = []): number =>
    owners.filter(({ blockOwnerDeletion }) => blockOwnerDeletion === true).length;
  return countBlocked(object.metadata.ownerReferences) < countBlocked(old?.metadata.ownerReferences);
}

function waitingOwners(object: KubeObject, items: Items): readonly string[] {
  return (object.metadata.ownerReferences ?? [])
    .map((reference) => items.ownerKey(object, reference))
    .filter((owner) => owner !== undefined);
}
