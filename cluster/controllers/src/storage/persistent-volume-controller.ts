import {
  type Controller,
  type ControllerModule,
  changedObjects,
  createReconcilerController,
  mappedChanges,
  type Reconciler,
  type Source,
} from '@kubemin/controller';
import { type Change, objectKey } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core, storage } from '@kubemin/kubeapi/resources';
import type { PersistentVolume } from '@kubemin/kubeapi/types/core.v1';
import { isFinished } from '../pod/pod-state.ts';
import { ClaimReconciler, claimsOf, type StorageCaches } from './claim-reconciler.ts';
import { builtinStorageClass } from './storage-class.ts';
import { VolumeReconciler } from './volume-reconciler.ts';

/** Gives claims their volumes: fitting ones that exist, else simulated ones of the built-in storage class. */
export const persistentVolumeController: ControllerModule = {
  name: 'persistentvolume-controller',
  setup(context): Controller {
    const { client, informers } = context;
    const caches: StorageCaches = {
      claims: informers.informer(core.v1.persistentvolumeclaims),
      volumes: informers.informer(core.v1.persistentvolumes),
      classes: informers.informer(storage.v1.storageclasses),
      pods: informers.informer(core.v1.pods),
    };
    const { claims, volumes, classes, pods } = caches;
    const pending = (): readonly string[] =>
      claims.list().flatMap((claim) => (claim.status?.phase === 'Bound' ? [] : [objectKey(claim)]));
    const binding = createReconcilerController({
      context,
      reconciler: new ClaimReconciler(context, caches),
      sources: [
        changedObjects(claims),
        mappedChanges(volumes, (change) => claimOf(change) ?? pending()),
        mappedChanges(classes, pending),
        mappedChanges(pods, ({ type, object }) => (type === 'deleted' || isFinished(object) ? claimsOf(object) : [])),
      ],
    });
    const reclaiming = createReconcilerController({
      context,
      reconciler: new VolumeReconciler(context, caches),
      sources: [
        changedObjects(volumes),
        mappedChanges(claims, ({ object }) => (object.spec?.volumeName ? [object.spec.volumeName] : [])),
      ],
    });
    const builtinClass: Reconciler = {
      async reconcile(): Promise<undefined> {
        const wanted = builtinStorageClass(classes.list());
        if (classes.get(wanted.metadata.name ?? '') !== undefined) return;
        try {
          await client.resource(storage.v1.storageclasses).create(wanted);
        } catch (error) {
          if (!isStatusError(error, 'AlreadyExists')) throw error;
        }
      },
    };
    const starting = createReconcilerController({ context, reconciler: builtinClass, sources: [once], workers: 1 });
    return {
      async run(signal) {
        await Promise.all([binding, reclaiming, starting].map((part) => part.run(signal)));
      },
    };
  },
};

const once: Source = (enqueue) => {
  enqueue('built-in storage class');
  return () => undefined;
};

function claimOf({ object }: Change<PersistentVolume>): readonly string[] | undefined {
  const reference = object.spec?.claimRef;
  return reference === undefined ? undefined : [`${reference.namespace}/${reference.name}`];
}
