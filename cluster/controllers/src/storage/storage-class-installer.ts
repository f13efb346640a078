import { type Controller, type ControllerModule, createReconcilerController, type Source } from '@kubemin/controller';
import type { KubeClient } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { storage } from '@kubemin/kubeapi/resources';
import type { StorageClass } from '@kubemin/kubeapi/types/storage.v1';
import type { StorageOptions } from './persistent-volume-controller.ts';
import { builtinStorageClass, isReplaced, LOCAL_PATH_CLASS } from './storage-class.ts';

/** Puts the built-in storage classes into the cluster at each start, unless there are classes of their names. */
export function storageClassInstaller({ localPath, standard = 'simulated' }: StorageOptions = {}): ControllerModule {
  return {
    name: 'storage-class-installer',
    setup(context): Controller {
      const classes = context.informers.informer(storage.v1.storageclasses);
      const reconcile = async (): Promise<undefined> => {
        const wanted = [builtinStorageClass(classes.list(), standard), ...(localPath ? [LOCAL_PATH_CLASS] : [])];
        for (const one of wanted) {
          const present = classes.get(one.metadata.name ?? '');
          if (present !== undefined && !isReplaced(present, one)) continue;
          try {
            if (present !== undefined) await remove(context.client, present);
            await context.client.resource(storage.v1.storageclasses).create(one);
          } catch (error) {
            if (!isStatusError(error, 'AlreadyExists')) throw error;
          }
        }
      };
      return createReconcilerController({ context, reconciler: { reconcile }, sources: [once], workers: 1 });
    },
  };
}

async function remove(client: KubeClient, { metadata }: StorageClass): Promise<void> {
  try {
    const preconditions = { uid: metadata.uid };
    await client.resource(storage.v1.storageclasses).delete(metadata.name ?? '', { preconditions });
  } catch (error) {
    if (!isStatusError(error, 'NotFound')) throw error;
  }
}

const once: Source = (enqueue) => {
  enqueue('built-in storage classes');
  return () => undefined;
};
