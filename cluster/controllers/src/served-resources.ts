import type { KubeClient } from '@kubemin/kube';
import { type ApiResponse, apiVersionOf, isStatusError, type ResourceInfo, type ResourceType } from '@kubemin/kubeapi';
import { resources } from '@kubemin/kubeapi/resources';

/**
 * The known resources that this cluster serves and that can be listed, watched and deleted, by its own discovery. To
 * wait for a cache of one that it does not serve would be to wait for ever.
 */
export async function servedResources(client: KubeClient): Promise<readonly ResourceType[]> {
  const usable = resources.filter(({ verbs }) => ['list', 'watch', 'delete'].every((verb) => verbs.includes(verb)));
  const versions = new Set(usable.map(apiVersionOf));
  const served = new Set<string>();
  for (const version of versions) {
    for (const plural of await pluralsOf(client, version)) served.add(`${version} ${plural}`);
  }
  return usable.filter((info) => served.has(`${apiVersionOf(info)} ${info.plural}`) && !isDuplicate(info, served));
}

async function pluralsOf(client: KubeClient, version: string): Promise<readonly string[]> {
  const path = version.includes('/') ? `/apis/${version}` : `/api/${version}`;
  const headers = { accept: 'application/json' };
  const response = await client
    .handler({ method: 'GET', path, query: new URLSearchParams(), headers })
    .catch(notServed);
  return response?.kind === 'object' && response.status === 200 ? namesIn(response.object) : [];
}

function notServed(error: unknown): ApiResponse | undefined {
  if (isStatusError(error, 'NotFound')) return undefined;
  throw error;
}

function namesIn(list: unknown): readonly string[] {
  if (typeof list !== 'object' || list === null || !('resources' in list) || !Array.isArray(list.resources)) return [];
  return list.resources.flatMap((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'name' in entry && typeof entry.name === 'string'
      ? [entry.name]
      : [],
  );
}

/** The same objects under a second group (events) or version (autoscaling): one look at them is enough. */
function isDuplicate(info: ResourceInfo, served: ReadonlySet<string>): boolean {
  const first = resources.find(
    (other) => other.plural === info.plural && served.has(`${apiVersionOf(other)} ${other.plural}`),
  );
  return first !== undefined && first !== info && first.kind === info.kind;
}
