import { RetryableError } from '@kubemin/base';
import { isStatusError, type KubeList, type KubeObject } from '@kubemin/kubeapi';
import { followMessages } from '../../messages/index.ts';
import type { ListOptions, ResourceClient } from './resource-client.ts';

/** What kubectl and other clients ask for at a time. */
export const PAGE_SIZE = 500;

/** Everything there was at one version. */
export interface CompleteList<T extends KubeObject> {
  readonly objects: readonly T[];
  readonly resourceVersion: string;
}

/**
 * All objects as of one version, fetched page by page. When the server forgets that version before the last page, or
 * goes on with another one, everything is asked for in one piece: paging again could lose the same race for ever.
 */
export async function listAllPages<T extends KubeObject>(
  client: ResourceClient<T>,
  { limit = PAGE_SIZE, ...options }: Omit<ListOptions, 'continue'>,
): Promise<CompleteList<T>> {
  const objects: T[] = [];
  let page = await client.list({ ...options, limit });
  const { resourceVersion } = page.metadata;
  objects.push(...page.items);
  while (page.metadata.continue !== undefined) {
    const next = await nextPage(client, { ...options, limit, continue: page.metadata.continue });
    if (next === undefined || next.metadata.resourceVersion !== resourceVersion) {
      const whole = await client.list(options);
      return completeList(whole.items, whole.metadata.resourceVersion, client.type.plural);
    }
    page = next;
    objects.push(...page.items);
  }
  return completeList(objects, resourceVersion, client.type.plural);
}

async function nextPage<T extends KubeObject>(
  client: ResourceClient<T>,
  options: ListOptions,
): Promise<KubeList<T> | undefined> {
  try {
    return await client.list(options);
  } catch (error) {
    if (isStatusError(error) && error.httpCode === 410) return undefined;
    throw error;
  }
}

function completeList<T extends KubeObject>(
  objects: readonly T[],
  resourceVersion: string | undefined,
  resource: string,
): CompleteList<T> {
  if (resourceVersion) return { objects, resourceVersion };
  throw new RetryableError(followMessages.noVersion({ resource }), { code: 'LIST_WITHOUT_VERSION' });
}
