import type { Message } from '@kubemin/base/message';
import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { LABEL, objectAppId, type RenderedObject } from '@kubemin/render';
import { deliveryMessages } from '../messages/index.ts';
import type { WorkContext } from '../task/index.ts';
import { resourceClient } from './resource-client.ts';
import { USED_BY, userAppIds } from './sharing.ts';

/** What releasing takes. */
export type ReleaseContext = Pick<WorkContext, 'client' | 'appId' | 'signal' | 'write' | 'shares'>;

/** Takes back that an application uses what others share, for everything it had before and has no more. */
export async function releaseShares(
  context: ReleaseContext,
  before: readonly RenderedObject[],
  now: readonly RenderedObject[],
): Promise<void> {
  const { client, appId, signal } = context;
  const kept = new Set(now.map(shareKey));
  for (const dropped of before) {
    if (dropped.share === undefined || kept.has(shareKey(dropped))) continue;
    const { apiVersion, kind } = dropped.object;
    const resource = resourceClient(client, dropped.object);
    const { items } = await resource.list({ labelSelector: `${LABEL.shareName}=${dropped.share.name}`, signal });
    for (const item of items) {
      if (item.metadata.annotations?.[`${USED_BY}${appId}`] === undefined) continue;
      await releaseObject(context, { ...item, apiVersion, kind });
    }
  }
}

/**
 * Takes back that an application uses an object of another one, and returns what became of it. The last user of what a
 * deleted application has left behind removes it, except for claims.
 */
export async function releaseObject(context: ReleaseContext, object: KubeObject): Promise<Message> {
  const { client, appId, write, shares } = context;
  const name = object.metadata.name ?? '';
  const resource = resourceClient(client, object);
  const body = { metadata: { annotations: { [`${USED_BY}${appId}`]: null } } };
  try {
    const { metadata } = await write((signal) => resource.patch(name, { type: 'merge', body }, { signal }));
    const owner = objectAppId({ metadata });
    // Claims hold data: only their owner may delete them.
    const goes = object.kind !== core.v1.persistentvolumeclaims.kind && userAppIds({ metadata }).length === 0;
    if (!goes || owner === undefined || !(await shares.isAbandoned(owner))) return deliveryMessages.released;
    const { uid, resourceVersion } = metadata;
    // An application that begins to use it at this moment changes its version, which prevents the deletion.
    const preconditions = { uid, resourceVersion };
    await write((signal) => resource.delete(name, { propagationPolicy: 'Background', preconditions, signal }));
    return deliveryMessages.abandonedDeleted({ app: await shares.applicationName(owner) });
  } catch (error) {
    if (isStatusError(error, 'NotFound')) return deliveryMessages.alreadyGone;
    if (isStatusError(error, 'Conflict')) return deliveryMessages.released;
    throw error;
  }
}

function shareKey({ object, share }: RenderedObject): string {
  return `${object.kind}/${object.metadata.namespace ?? ''}/${share?.name ?? ''}`;
}
