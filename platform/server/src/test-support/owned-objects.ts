import { withoutServerFields } from '@kubemin/engine';
import type { KubeClient } from '@kubemin/kube';
import { isStatusError, type JsonObject, type ResourceType } from '@kubemin/kubeapi';
import { resources } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import { maskedObject } from '../api/index.ts';

/** Of several versions of a kind the first, which is the newest. */
const TYPES: readonly ResourceType[] = resources.filter(
  ({ group, kind, verbs }, index) =>
    verbs.includes('list') && resources.findIndex((type) => type.group === group && type.kind === kind) === index,
);

/** What a cluster holds of an application, by kind, namespace and name: without what the cluster sets, and masked. */
export async function ownedObjects(client: KubeClient, appId: string): Promise<Readonly<Record<string, JsonObject>>> {
  const lists = await Promise.all(TYPES.map((type) => listed(client, type, appId)));
  return Object.fromEntries(lists.flat());
}

/** What names an object in such a listing. */
export function ownedKey(object: {
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
}) {
  return `${object.kind}/${object.namespace ?? ''}/${object.name}`;
}

async function listed(client: KubeClient, type: ResourceType, appId: string): Promise<readonly [string, JsonObject][]> {
  try {
    const { items } = await client.resource(type).list({ labelSelector: `${LABEL.appId}=${appId}` });
    return items.map((item) => {
      const { namespace, name = '' } = item.metadata;
      return [ownedKey({ kind: type.kind, namespace, name }), maskedObject(withoutServerFields(item, { made: true }))];
    });
  } catch (error) {
    if (isStatusError(error, 'NotFound')) return [];
    throw error;
  }
}
