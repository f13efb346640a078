import { apiVersionOf, isStatusError, type JsonObject, type KubeObject } from '@kubemin/kubeapi';
import { emptyReply, jsonReply } from '../http/http-reply.ts';
import type { HttpReply } from '../http/http-request.ts';
import type { RoutedRequest, Routes } from '../http/http-router.ts';
import { jsonBody } from '../http/request-body.ts';
import type { CallerClients } from './caller-transports.ts';
import { type FlatInput, flatInput, wholeLabels } from './flat-input.ts';
import { flatObject } from './flat-object.ts';
import { listed, pageOf } from './list-page.ts';
import { parseListQuery } from './list-query.ts';
import type { ResourceAddress } from './resource-address.ts';
import { clientAt } from './served-resource.ts';

const FIELD_MANAGER = 'kubemin-apiext';
/** A field that is not known is a mistake here: nobody sees a warning. */
const STRICT = { fieldManager: FIELD_MANAGER, fieldValidation: 'Strict' } as const;
const MAX_TRIES = 3;

/** What routes of resources are made with. */
export interface ResourceRouteOptions {
  readonly address: ResourceAddress;
  readonly clients: CallerClients;
}

/** Adds list, get, create, update, patch and delete of every resource; all of them as the caller. */
export function addResourceRoutes(routes: Routes, options: ResourceRouteOptions): void {
  const { address, clients } = options;
  const COLLECTION = '/:kind/:version/:namespace';
  const OBJECT = `${COLLECTION}/:name`;
  routes
    .add('GET', COLLECTION, async (request) => {
      const place = address.collection(request);
      const { shape, machine } = place.served;
      const query = parseListQuery(request.query, shape.fields);
      const client = clientAt(await clients.for(request), place);
      const objects = await listed(client, query.labelSelector, request.signal);
      return jsonReply(
        200,
        pageOf(
          objects.map((object) => flatObject(object, machine)),
          query,
        ),
      );
    })
    .add('POST', COLLECTION, (request) => create(request, options))
    .add('GET', OBJECT, async (request) => {
      const place = address.object(request);
      const client = clientAt(await clients.for(request), place);
      return jsonReply(200, flatObject(await client.get(place.name, { signal: request.signal }), place.served.machine));
    })
    .add('PUT', OBJECT, (request) => update(request, options))
    .add('PATCH', OBJECT, (request) => patch(request, options))
    .add('DELETE', OBJECT, async (request) => {
      const place = address.object(request);
      const client = clientAt(await clients.for(request), place);
      await client.delete(place.name, { signal: request.signal });
      return emptyReply();
    });
}

async function create(request: RoutedRequest, { address, clients }: ResourceRouteOptions): Promise<HttpReply> {
  const place = address.collection(request);
  address.requireNamespace(place);
  const { namespace, served } = place;
  const input = flatInput(await jsonBody(request), { namespace, readOnly: 'pass over' });
  const client = clientAt(await clients.for(request), place);
  const object = {
    apiVersion: apiVersionOf(served.resource),
    kind: served.resource.kind,
    metadata: {
      ...(input.name === undefined ? { generateName: `${served.resource.singular}-` } : { name: input.name }),
      ...(namespace !== undefined && { namespace }),
      ...(input.labels !== undefined && { labels: wholeLabels(input.labels) }),
    },
    spec: input.spec,
  };
  const created = await client.create(object, { ...STRICT, signal: request.signal });
  const location = `${request.path}/${encodeURIComponent(created.metadata.name ?? '')}`;
  return jsonReply(201, flatObject(created, served.machine), { location });
}

/** Replaces the fields. Callers who do not say which version they saw mean whichever there is. */
async function update(request: RoutedRequest, { address, clients }: ResourceRouteOptions): Promise<HttpReply> {
  const place = address.object(request);
  const { namespace, name, served } = place;
  const input = flatInput(await jsonBody(request), { namespace, name, readOnly: 'pass over' });
  const client = clientAt(await clients.for(request), place);
  const { signal } = request;
  for (let tries = 1; ; tries++) {
    const changed = replaced(await client.get(name, { signal }), input);
    try {
      return jsonReply(200, flatObject(await client.update(changed, { ...STRICT, signal }), served.machine));
    } catch (error) {
      const again = input.resourceVersion === undefined && tries < MAX_TRIES;
      if (!again || !isStatusError(error, 'Conflict')) throw error;
    }
  }
}

async function patch(request: RoutedRequest, { address, clients }: ResourceRouteOptions): Promise<HttpReply> {
  const place = address.object(request);
  const { namespace, name, served } = place;
  const input = flatInput(await jsonBody(request), { namespace, name, readOnly: 'refuse' });
  const { labels, resourceVersion, spec } = input;
  const metadata = { ...(labels && { labels }), ...(resourceVersion !== undefined && { resourceVersion }) };
  const body = { metadata, spec };
  const client = clientAt(await clients.for(request), place);
  const patched = await client.patch(name, { type: 'merge', body }, { ...STRICT, signal: request.signal });
  return jsonReply(200, flatObject(patched, served.machine));
}

/** Labels are replaced when they are given; the rest of the metadata and the status are not the caller's to change here. */
function replaced(current: KubeObject, { spec, labels, resourceVersion }: FlatInput): KubeObject {
  const metadata = {
    ...current.metadata,
    ...(labels !== undefined && { labels: wholeLabels(labels) }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
  const changed: KubeObject & { readonly spec: JsonObject } = { ...current, metadata, spec };
  return changed;
}
