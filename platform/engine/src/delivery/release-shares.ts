import { isStatusError } from '@kubemin/kubeapi';
import { LABEL, type RenderedObject } from '@kubemin/render';
import type { WorkContext } from '../job-type.ts';
import { resourceOf } from './resource-of.ts';
import { USED_BY } from './sharing.ts';

/** Takes back that an application uses what others share, for everything it had before and has no more. */
export async function releaseShares(
  { client, appId, signal, write }: Pick<WorkContext, 'client' | 'appId' | 'signal' | 'write'>,
  before: readonly RenderedObject[],
  now: readonly RenderedObject[],
): Promise<void> {
  const kept = new Set(now.map(shareKey));
  const key = `${USED_BY}${appId}`;
  for (const dropped of before) {
    if (dropped.share === undefined || kept.has(shareKey(dropped))) continue;
    const resource = resourceOf(client, dropped.object);
    const { items } = await resource.list({ labelSelector: `${LABEL.shareName}=${dropped.share.name}`, signal });
    for (const { metadata } of items) {
      if (metadata.annotations?.[key] === undefined) continue;
      const body = { metadata: { annotations: { [key]: null } } };
      try {
        await write((hurry) => resource.patch(metadata.name ?? '', { type: 'merge', body }, { signal: hurry }));
      } catch (error) {
        if (!isStatusError(error, 'NotFound')) throw error;
      }
    }
  }
}

function shareKey({ object, share }: RenderedObject): string {
  return `${object.kind}/${object.metadata.namespace ?? ''}/${share?.name ?? ''}`;
}
