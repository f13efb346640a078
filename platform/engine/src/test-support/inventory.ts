import type { KubeClient } from '@kubemin/kube';
import { isStatusError, type ResourceType } from '@kubemin/kubeapi';
import { resources } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';

/** Resources that clusters write without a request. */
const RESTLESS = ['events', 'leases', 'nodes'];

const TYPES: readonly ResourceType[] = resources.filter(
  ({ plural, verbs }) => verbs.includes('list') && !RESTLESS.includes(plural),
);

/** Everything in a cluster, by kind, namespace and name, with its version. */
export async function inventory(client: KubeClient): Promise<Readonly<Record<string, string | undefined>>> {
  const lists = await Promise.all(TYPES.map((type) => listed(client, type)));
  return Object.fromEntries(lists.flat());
}

/** The same, once nothing has changed for two looks in a row. */
export async function settledInventory(client: KubeClient): Promise<Readonly<Record<string, string | undefined>>> {
  let last = '';
  return eventually(() => inventory(client), {
    until: (now) => {
      const text = JSON.stringify(now);
      const same = text === last;
      last = text;
      return same;
    },
  });
}

async function listed(client: KubeClient, type: ResourceType): Promise<readonly [string, string | undefined][]> {
  try {
    const { items } = await client.resource(type).list();
    return items.map(({ metadata: { namespace = '', name, resourceVersion } }) => [
      `${type.kind}/${namespace}/${name}`,
      resourceVersion,
    ]);
  } catch (error) {
    if (isStatusError(error, 'NotFound')) return [];
    throw error;
  }
}
