import { WakeSignal } from '@kubemin/base';
import { objectKey, type ResourceClient } from '@kubemin/kube';
import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { deliveryMessages } from '../messages/index.ts';
import { managedInformer, raceWithAbort, type WorkContext } from '../task/index.ts';
import { resourceClient } from './resource-client.ts';

/** What deleting takes. */
type DeleteContext = Pick<WorkContext, 'client' | 'write' | 'signal' | 'informers' | 'report'>;

/** Deletes an object of the application and waits until it is gone. What it owns goes in the background, or stays. */
export async function deleteObject(
  context: DeleteContext,
  live: KubeObject,
  propagationPolicy: 'Background' | 'Orphan' = 'Background',
): Promise<void> {
  const resource = resourceClient(context.client, live);
  if (live.metadata.deletionTimestamp === undefined) await remove(context, resource, live, propagationPolicy);
  await waitUntilDeleted(context, resource, live);
}

async function remove(
  context: DeleteContext,
  resource: ResourceClient<KubeObject>,
  { metadata: { name = '', uid } }: KubeObject,
  propagationPolicy: 'Background' | 'Orphan',
): Promise<void> {
  try {
    await context.write((signal) =>
      // The uid keeps the deletion from a namesake that replaced the object after we looked at its owner.
      resource.delete(name, { propagationPolicy, preconditions: { uid }, signal }),
    );
  } catch (error) {
    if (!isStatusError(error, 'NotFound')) throw error;
  }
}

/** Most objects are gone with the request; those with finalizers once these are removed. */
async function waitUntilDeleted(
  context: DeleteContext,
  resource: ResourceClient<KubeObject>,
  doomed: KubeObject,
): Promise<void> {
  const { signal } = context;
  const { name = '', uid } = doomed.metadata;
  const rest = async (): Promise<KubeObject | undefined> => {
    const found = await resource.find(name, { signal });
    return found?.metadata.uid === uid ? found : undefined;
  };
  if ((await rest()) === undefined) return;
  const nudge = new WakeSignal();
  const informer = managedInformer(context.informers, resource.type);
  await raceWithAbort(informer.synced, signal);
  const unsubscribe = informer.onChange(() => nudge.notify(), { key: objectKey(doomed) });
  try {
    for (let found = await rest(); found !== undefined; found = await rest()) {
      const { finalizers = [] } = found.metadata;
      await context.report(
        finalizers.length === 0 ? deliveryMessages.deleting : deliveryMessages.deletingHeld({ finalizers }),
      );
      await nudge.wait(signal);
      signal.throwIfAborted();
    }
  } finally {
    unsubscribe();
  }
}
