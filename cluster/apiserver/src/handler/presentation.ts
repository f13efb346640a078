import { type ApiResponse, isStatus, type KubeList, type KubeObject, type WatchEvent } from '@kubemin/kubeapi';
import { partialList, partialObject, type ResourceCall, type ServerParts, TableWriter } from '../registry/index.ts';

/** Turns objects into what the client wants to see of them. */
interface Presenter {
  object(object: KubeObject): unknown;
  list(list: KubeList): unknown;
  /** For one watch: may depend on what was shown before. */
  event(event: WatchEvent): WatchEvent;
}

/** The response in the form the client asks for; responses without objects stay unchanged. */
export function presentResponse(server: ServerParts, call: ResourceCall, response: ApiResponse): ApiResponse {
  const { form } = call;
  if (form === 'plain' || (response.kind !== 'object' && response.kind !== 'watch')) return response;
  const presenter = form === 'partial' ? PARTIAL : tablePresenter(server, call);
  if (response.kind === 'watch') return { ...response, events: mapEvents(response.events, presenter) };
  const { object } = response;
  if (isStatus(object)) return response;
  if (isList(object)) return { ...response, object: presenter.list(object) };
  return isKubeObject(object) ? { ...response, object: presenter.object(object) } : response;
}

const PARTIAL: Presenter = {
  object: partialObject,
  list: partialList,
  event: (event) => (event.type === 'ERROR' ? event : { type: event.type, object: partialObject(event.object) }),
};

function tablePresenter(server: ServerParts, call: ResourceCall): Presenter {
  const include = call.request.query.get('includeObject') ?? 'Metadata';
  const { resource, subresource } = call;
  const writer = new TableWriter({ resource, subresource, include, now: () => server.clock.now() });
  return {
    object: (object) => writer.table([object], { resourceVersion: object.metadata.resourceVersion ?? '' }),
    list: (list) => writer.table(list.items, list.metadata),
    event: (event) => (event.type === 'ERROR' ? event : { type: event.type, object: writer.eventTable(event.object) }),
  };
}

async function* mapEvents(
  batches: AsyncIterable<readonly WatchEvent[]>,
  presenter: Presenter,
): AsyncGenerator<readonly WatchEvent[]> {
  for await (const batch of batches) yield batch.map((event) => presenter.event(event));
}

function isList(value: unknown): value is KubeList {
  return typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items);
}

function isKubeObject(value: unknown): value is KubeObject {
  return typeof value === 'object' && value !== null && 'metadata' in value && 'kind' in value;
}
