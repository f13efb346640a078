import {
  type ApiResponse,
  deepFreeze,
  expired,
  formatApiVersion,
  type KubeList,
  type KubeObject,
  StatusError,
} from '@kubemin/kubeapi';
import {
  convertList,
  createResourceReader,
  objectResponse,
  parseSelection,
  type ResourceCall,
  type ResourceReader,
  type Selection,
  type ServerParts,
} from '../../registry/index.ts';
import { formatContinue } from './continue-token.ts';
import { type ListPage, listOptions } from './list-options.ts';
import { awaitFreshness } from './resource-version.ts';

const TOKEN_EXPIRED =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';

/** GET of a collection. */
export async function listObjects(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  const { resource } = call;
  const options = listOptions(call.request.query);
  const selection = parseSelection(resource, call.request.query);
  await awaitFreshness(server, options.notOlderThan);
  const collection = createResourceReader(server.cache, resource);
  const revision = options.at ?? server.cache.revision;
  checkKept(collection, options, revision);
  const listing = { namespace: call.namespace, selection, page: options, revision };
  const objects =
    resource.conversion?.remote === undefined
      ? objectsAt(collection, listing)
      : await convertList(resource, [...storedObjectsAt(server, call, listing)]);
  const behind = ({ metadata: { namespace = '', name = '' } }: KubeObject) =>
    collection.countAt(revision, call.namespace, { namespace, name });
  const list: KubeList = {
    kind: resource.listKind,
    apiVersion: formatApiVersion(resource.info),
    ...takePage(objects, listing, behind),
  };
  return objectResponse(200, deepFreeze(list));
}

interface Listing {
  readonly namespace: string | undefined;
  readonly selection: Selection;
  readonly page: ListPage;
  readonly revision: number;
}

function objectsAt(collection: ResourceReader, listing: Listing): Iterable<KubeObject> {
  const { namespace, selection, page, revision } = listing;
  const isNow = collection.history.after(revision).length === 0;
  if (selection.name !== undefined && namespace !== undefined && isNow) {
    const only = collection.get(namespace, selection.name);
    return only === undefined ? [] : [only];
  }
  if (selection.interest !== undefined && page.after === undefined && isNow) {
    const found = collection.having(selection.interest, namespace);
    if (found !== undefined) return found;
  }
  return collection.listAt(revision, namespace, page.after);
}

/** As they are stored: which of them are selected is only known after their conversion. */
function storedObjectsAt(
  { cache }: ServerParts,
  { resource }: ResourceCall,
  { namespace, page, revision }: Listing,
): Iterable<KubeObject> {
  return cache.collection(resource.collection).listAt(revision, namespace, page.after);
}

function takePage(
  objects: Iterable<KubeObject>,
  { selection, page, revision }: Listing,
  behind: (object: KubeObject) => number | undefined,
): Pick<KubeList, 'metadata' | 'items'> {
  const items: KubeObject[] = [];
  let remaining = 0;
  for (const object of objects) {
    if (!selection.matches(object)) continue;
    if (page.limit === 0 || items.length < page.limit) {
      items.push(object);
      continue;
    }
    remaining += 1;
    // With a selector the count would cost a look at everything; one more is enough to know there are more.
    if (!selection.everything) break;
    const rest = remaining === 1 ? behind(object) : undefined;
    if (rest === undefined) continue;
    remaining += rest;
    break;
  }
  const resourceVersion = String(revision);
  const last = items.at(-1)?.metadata;
  if (remaining === 0 || last === undefined) return { metadata: { resourceVersion }, items };
  const token = formatContinue({ revision, namespace: last.namespace ?? '', name: last.name ?? '' });
  const metadata = {
    resourceVersion,
    continue: token,
    ...(selection.everything && { remainingItemCount: remaining }),
  };
  return { metadata, items };
}

function checkKept(collection: ResourceReader, page: ListPage, revision: number): void {
  if (revision >= collection.history.start) return;
  if (page.after === undefined) {
    throw expired(`The resourceVersion for the provided list is too old: ${revision} (${collection.history.start})`);
  }
  const { status } = expired(TOKEN_EXPIRED);
  throw new StatusError({ ...status, metadata: { continue: formatContinue({ revision: -1, ...page.after }) } });
}
