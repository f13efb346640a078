import { formatApiVersion, isStatusError, type JsonObject, type KubeObject } from '@kubemin/kubeapi';
import { emptyReply, type HttpReply, jsonBody, jsonReply, type RoutedRequest, type Routes } from '../http/index.ts';
import type { CallerClients } from './caller-transports.ts';
import { type FlatInput, labelsWithoutNulls, parseFlatInput } from './flat-input.ts';
import { toFlatObject } from './flat-object.ts';
import { listAll, paginate } from './list-page.ts';
import { parseListQuery } from './list-query.ts';
import type { ResourceAddress } from './resource-address.ts';
import { resourceClient } from './served-resource.ts';

const FIELD_MANAGER = 'kubemin-apiext';
/** Unknown fields are errors: warnings of the server do not reach the caller. */
const STRICT = { fieldManager: FIELD_MANAGER, fieldValidation: 'Strict' } as const;
const MAX_TRIES = 3;

/** What the routes of resources need. */
export interface ResourceRouteOptions {
  readonly address: ResourceAddress;
  readonly clients: CallerClients;
}

/** Adds list, get, create, update, patch and delete of every resource; all act as the caller. */
export function addResourceRoutes(routes: Routes, options: ResourceRouteOptions): void {
  const { address, clients } = options;
  const COLLECTION = '/:kind/:version/:namespace';
  const OBJECT = `${COLLECTION}/:name`;
  routes
    .add('GET', COLLECTION, async (request) => {
      const place = address.collection(request);
      const { shape, machine } = place.served;
      const query = parseListQuery(request.query, shape.fields);
      const client = resourceClient(await clients.for(request), place);
      const objects = await listAll(client, query.labelSelector, request.signal);
      return jsonReply(
        200,
        paginate(
          objects.map((object) => toFlatObject(object, machine)),
          query,
        ),
      );
    })
    .add('POST', COLLECTION, (request) => create(request, options))
    .add('GET', OBJECT, async (request) => {
      const place = address.object(request);
      const client = resourceClient(await clients.for(request), place);
      return jsonReply(
        200,
        toFlatObject(await client.get(place.name, { signal: request.signal }), place.served.machine),
      );
    })
    .add('PUT', OBJECT, (request) => update(request, options))
    .add('PATCH', OBJECT, (request) => patch(request, options))
    .add('DELETE', OBJECT, async (request) => {
      const place = address.object(request);
      const client = resourceClient(await clients.for(request), place);
      await client.delete(place.name, { signal: request.signal });
      return emptyReply();
    });
}

async function create(request: RoutedRequest, { address, clients }: ResourceRouteOptions): Promise<HttpReply> {
  const place = address.collection(request);
  address.requireNamespace(place);
  const { namespace, served } = place;
  const input = parseFlatInput(await jsonBody(request), { namespace, readOnly: 'ignore' });
  const client = resourceClient(await clients.for(request), place);
  const object = {
    apiVersion: formatApiVersion(served.resource),
    kind: served.resource.kind,
    metadata: {
      ...(input.name === undefined ? { generateName: `${served.resource.singular}-` } : { name: input.name }),
      ...(namespace !== undefined && { namespace }),
      ...(input.labels !== undefined && { labels: labelsWithoutNulls(input.labels) }),
    },
    spec: input.spec,
  };
  const created = await client.create(object, { ...STRICT, signal: request.signal });
  const location = `${request.path}/${encodeURIComponent(created.metadata.name ?? '')}`;
  return jsonReply(201, toFlatObject(created, served.machine), { location });
}

/** Replaces the fields. Without a resourceVersion in the input, the current version is replaced. */
async function update(request: RoutedRequest, { address, clients }: ResourceRouteOptions): Promise<HttpReply> {
  const place = address.object(request);
  const { namespace, name, served } = place;
  const input = parseFlatInput(await jsonBody(request), { namespace, name, readOnly: 'ignore' });
  const client = resourceClient(await clients.for(request), place);
  const { signal } = request;
  for (let tries = 1; ; tries++) {
    const changed = replaceFields(await client.get(name, { signal }), input);
    try {
      return jsonReply(200, toFlatObject(await client.update(changed, { ...STRICT, signal }), served.machine));
    } catch (error) {
      const again = input.resourceVersion === undefined && tries < MAX_TRIES;
      if (!again || !isStatusError(error, 'Conflict')) throw error;
    }
  }
}

async function patch(request: RoutedRequest, { address, clients }: ResourceRouteOptions): Promise<HttpReply> {
  const place = address.object(request);
  const { namespace, name, served } = place;
  const input = parseFlatInput(await jsonBody(request), { namespace, name, readOnly: 'reject' });
  const { labels, resourceVersion, spec } = input;
  const metadata = { ...(labels && { labels }), ...(resourceVersion !== undefined && { resourceVersion }) };
  const body = { metadata, spec };
  const client = resourceClient(await clients.for(request), place);
  const patched = await client.patch(name, { type: 'merge', body }, { ...STRICT, signal: request.signal });
  return jsonReply(200, toFlatObject(patched, served.machine));
}

/** Labels are replaced when they are given; the rest of the metadata and the status are kept. */
function replaceFields(current: KubeObject, { spec, labels, resourceVersion }: FlatInput): KubeObject {
  const metadata = {
    ...current.metadata,
    ...(labels !== undefined && { labels: labelsWithoutNulls(labels) }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
  const changed: KubeObject & { readonly spec: JsonObject } = { ...current, metadata, spec };
  return changed;
}
