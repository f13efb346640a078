import type { ResourceClient } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import { ProblemError } from '../http/index.ts';
import { apiextMessages } from '../messages/index.ts';
import { matchesFilter } from './field-filter.ts';
import type { FlatObject } from './flat-value.ts';
import type { ListQuery } from './list-query.ts';
import { sortObjects } from './sort-key.ts';

const FETCHED_AT_A_TIME = 500;
/** Filtering and sorting take the whole list; beyond this a label selector has to narrow it first. */
const MAX_LISTED = 10_000;

/** One page of a list. */
export interface ListPage {
  readonly items: readonly FlatObject[];
  /** How many objects meet the filter, on all pages. */
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

/** The page of flat objects that the query selects. */
export function paginate(objects: readonly FlatObject[], query: ListQuery): ListPage {
  const { page, pageSize, filters, sort } = query;
  const chosen = objects.filter((object) => filters.every((filter) => matchesFilter(object, filter)));
  const from = (page - 1) * pageSize;
  return { items: sortObjects(chosen, sort).slice(from, from + pageSize), total: chosen.length, page, pageSize };
}

/** All objects that the selector matches, read at one resource version where the server supports it; a 422 when there are too many. */
export async function listAll(
  client: ResourceClient<KubeObject>,
  labelSelector: string | undefined,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const objects: KubeObject[] = [];
  let next: string | undefined;
  do {
    const page = await client.list({ labelSelector, limit: FETCHED_AT_A_TIME, continue: next, signal });
    objects.push(...page.items);
    next = page.metadata.continue;
    if (objects.length > MAX_LISTED || (objects.length === MAX_LISTED && next !== undefined))
      throw listTooLongError(client);
  } while (next !== undefined);
  return objects;
}

function listTooLongError({ type }: ResourceClient<KubeObject>): ProblemError {
  return new ProblemError(apiextMessages.listTooLong({ limit: MAX_LISTED, plural: type.plural }), {
    status: 422,
    code: 'LIST_TOO_LONG',
  });
}
