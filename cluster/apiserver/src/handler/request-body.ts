import {
  type ApiBody,
  type ApiRequest,
  badRequest,
  requestEntityTooLarge,
  unsupportedMediaType,
} from '@kubemin/kubeapi';
import { type BodyDocument, plainDocument, readJsonBody, requireExact } from './body-document.ts';
import { readYamlBody } from './yaml-body.ts';

/** Kubernetes' own limit. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** Bodies of this media type are values by the time they come here: see ProtobufBodies. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

type BodyReader = (bytes: Uint8Array) => BodyDocument;

const READERS: ReadonlyMap<string, BodyReader> = new Map([
  ['application/json', (bytes) => readJsonBody(decodeUtf8(bytes))],
  ['application/yaml', (bytes) => readYamlBody(decodeUtf8(bytes))],
]);

/** The media type of a body without its parameters; JSON when none is given. */
export function requestMediaType(request: ApiRequest): string {
  const given = request.body?.contentType ?? request.headers['content-type'] ?? '';
  const [type = ''] = given.split(';');
  return type.trim().toLowerCase() || 'application/json';
}

/** The body as a JSON value, not copied and not checked; undefined when there is none. */
export function readBody(request: ApiRequest): unknown {
  const document = readDocument(request);
  if (document !== undefined) requireExact(document);
  return document?.value;
}

/** The body of a request that cannot do without one. */
export function requireBody(request: ApiRequest): unknown {
  const document = requireDocument(request);
  requireExact(document);
  return document.value;
}

/** The body with the objections of strict decoding; callers that store its numbers check `inexact`. */
export function requireDocument(request: ApiRequest): BodyDocument {
  const document = readDocument(request);
  if (document === undefined) throw badRequest('the request has no body: send the object');
  return document;
}

/** The body of a request whose media type the caller has checked: patches. */
export function readDocumentAs(request: ApiRequest, format: 'json' | 'yaml'): BodyDocument | undefined {
  const { body } = request;
  if (body === undefined || isEmpty(body)) return undefined;
  if (body.kind === 'value') return plainDocument(body.value);
  const text = decodeUtf8(body.bytes);
  const document = format === 'json' ? readJsonBody(text) : readYamlBody(text);
  requireExact(document);
  return document;
}

function readDocument(request: ApiRequest): BodyDocument | undefined {
  const { body } = request;
  if (body === undefined || isEmpty(body)) return undefined;
  const reader = READERS.get(requestMediaType(request));
  if (reader === undefined) throw unsupportedMediaType([...READERS.keys(), PROTOBUF]);
  return body.kind === 'value' ? plainDocument(body.value) : reader(body.bytes);
}

function isEmpty(body: ApiBody): boolean {
  return body.kind === 'bytes' && body.bytes.byteLength === 0;
}

function decodeUtf8(bytes: Uint8Array): string {
  if (bytes.byteLength > MAX_BODY_BYTES) throw requestEntityTooLarge(`limit is ${MAX_BODY_BYTES}`);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}
