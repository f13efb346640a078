import { type Controller, type ControllerModule, createReconcilerController, type Source } from '@kubemin/controller';
import { isStatusError } from '@kubemin/kubeapi';
import { storage } from '@kubemin/kubeapi/resources';
import type { StorageOptions } from './persistent-volume-controller.ts';
import { builtinStorageClass, LOCAL_PATH_CLASS } from './storage-class.ts';

/** Puts the built-in storage classes into the cluster at each start, unless there are classes of their names. */
export function storageClassInstaller({ localPath }: StorageOptions = {}): ControllerModule {
  return {
    name: 'storage-class-installer',
    setup(context): Controller {
      const classes = context.informers.informer(storage.v1.storageclasses);
      const reconcile = async (): Promise<undefined> => {
        const wanted = [builtinStorageClass(classes.list()), ...(localPath ? [LOCAL_PATH_CLASS] : [])];
        for (const one of wanted) {
          if (classes.get(one.metadata.name ?? '') !== undefined) continue;
          try {
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

const once: Source = (enqueue) => {
  enqueue('built-in storage classes');
  return () => undefined;
};
