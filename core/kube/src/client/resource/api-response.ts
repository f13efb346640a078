import type { Duplex } from 'node:stream';
import { isRecord, TerminalError } from '@kubemin/base';
import { type Message, verbatim } from '@kubemin/base/message';
import {
  type ApiResponse,
  deepFreeze,
  formatApiVersion,
  internal,
  type KubeList,
  type KubeObject,
  type ResourceType,
  StatusError,
  statusErrorFromResponse,
  type WatchEvent,
} from '@kubemin/kubeapi';
import { connectionMessages } from '../../messages/index.ts';
import { retryAfterSeconds } from '../transport/retry-after.ts';

/** The object of a successful response. Throws the StatusError of a failed one, for every transport. */
export function responseObject(response: ApiResponse, request: string): unknown {
  throwFailure(response);
  if (response.kind === 'object') return response.object;
  throw unexpectedResponse(request, connectionMessages.jsonObject, responseKind(response));
}

/** The event stream of a successful watch. */
export function responseEvents(response: ApiResponse, request: string): AsyncIterable<readonly WatchEvent[]> {
  throwFailure(response);
  if (response.kind === 'watch') return response.events;
  throw unexpectedResponse(request, connectionMessages.watch, responseKind(response));
}

/** The bytes of a successful response, as they arrive. */
export function responseBytes(response: ApiResponse, request: string): AsyncIterable<Uint8Array> {
  throwFailure(response);
  if (response.kind === 'stream') return response.body;
  if (response.kind === 'text') return singleChunk(Buffer.from(response.text));
  throw unexpectedResponse(request, connectionMessages.bytes, responseKind(response));
}

/** The connection of a successful upgrade, and its subprotocol. */
export function upgradedConnection(
  response: ApiResponse,
  request: string,
): { readonly socket: Duplex; readonly protocol: string } {
  if (response.kind !== 'upgrade') {
    throwFailure(response);
    throw unexpectedResponse(request, connectionMessages.connection, responseKind(response));
  }
  const chosen = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'sec-websocket-protocol');
  return { socket: response.socket, protocol: String(chosen?.[1] ?? '') };
}

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Checks that a response is an object of the requested resource. */
export function expectObject<T extends KubeObject>(type: ResourceType<T>, value: unknown, request: string): T {
  if (isObjectForType(type, value)) return value;
  throw unexpectedResponse(request, verbatim(`${formatApiVersion(type)} ${type.kind}`), describeValue(value));
}

/**
 * Checks that a response is a list of the requested resource. API servers leave apiVersion and kind out
 * of the items of built-in lists; they are put back, so that an object looks the same wherever it came from.
 */
export function expectList<T extends KubeObject>(type: ResourceType<T>, value: unknown, request: string): KubeList<T> {
  if (!isRecord(value) || !isRecord(value.metadata)) {
    throw unexpectedResponse(request, connectionMessages.listOf({ plural: type.plural }), describeValue(value));
  }
  const { resourceVersion, continue: next, remainingItemCount } = value.metadata;
  // An empty list written by Go may have `items: null`.
  const items = Array.isArray(value.items) ? value.items : [];
  return Object.freeze({
    apiVersion: formatApiVersion(type),
    kind: `${type.kind}List`,
    metadata: Object.freeze({
      ...(typeof resourceVersion === 'string' && { resourceVersion }),
      ...(typeof next === 'string' && next !== '' && { continue: next }),
      ...(typeof remainingItemCount === 'number' && { remainingItemCount }),
    }),
    items: Object.freeze(items.map((item: unknown) => expectObject(type, withKind(type, item), request))),
  });
}

/** Whether every event of a batch carries what a watch of this resource may carry. */
export function isBatchForType<T extends KubeObject>(
  type: ResourceType<T>,
  batch: readonly WatchEvent[],
): batch is readonly WatchEvent<T>[] {
  return batch.every(
    (event) => event.type === 'ERROR' || event.type === 'BOOKMARK' || isObjectForType(type, event.object),
  );
}

function isObjectForType<T extends KubeObject>(type: ResourceType<T>, value: unknown): value is T {
  return (
    isRecord(value) &&
    value.kind === type.kind &&
    value.apiVersion === formatApiVersion(type) &&
    isRecord(value.metadata)
  );
}

function withKind(type: ResourceType, item: unknown): unknown {
  if (!isRecord(item) || item.kind !== undefined) return item;
  return Object.freeze({ apiVersion: formatApiVersion(type), kind: type.kind, ...item });
}

function throwFailure(response: ApiResponse): void {
  if (response.status >= 200 && response.status < 300) return;
  const error = statusErrorFromResponse(response.status, responseBody(response));
  const retryAfter = retryAfterSeconds(response);
  if (retryAfter === undefined || error.status.details?.retryAfterSeconds !== undefined) throw error;
  // Proxies before an API server send the time only in a header.
  throw new StatusError({ ...error.status, details: { ...error.status.details, retryAfterSeconds: retryAfter } });
}

function responseBody(response: ApiResponse): unknown {
  if (response.kind === 'object') return response.object;
  return response.kind === 'text' ? response.text : undefined;
}

function describeValue(value: unknown): Message {
  if (isRecord(value)) return verbatim(`${String(value.apiVersion)} ${String(value.kind)}`);
  if (value === null) return verbatim('null');
  return Array.isArray(value) ? connectionMessages.array : connectionMessages.aKind({ kind: typeof value });
}

function responseKind({ kind }: ApiResponse): Message {
  return connectionMessages.aKind({ kind });
}

function unexpectedResponse(request: string, expected: Message, found: Message): TerminalError {
  return new TerminalError(connectionMessages.unexpected({ request, expected, found }), { code: 'UNEXPECTED_ANSWER' });
}

/** The ERROR event that ends a stream that cannot be parsed: watches never throw. */
export function watchErrorEvent(message: string): WatchEvent {
  return deepFreeze({ type: 'ERROR', object: internal(message).status });
}
