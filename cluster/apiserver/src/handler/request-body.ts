import { toError } from '@kubemin/base';
import {
  type ApiBody,
  type ApiRequest,
  badRequest,
  requestEntityTooLarge,
  unsupportedMediaType,
} from '@kubemin/kubeapi';
import { parse as parseYaml } from 'yaml';

/** Kubernetes' own limit. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024;

type BodyReader = (text: string) => unknown;

const READERS: Readonly<Record<string, BodyReader>> = {
  'application/json': readJson,
  'application/yaml': readYaml,
};

/** The media type of a body without its parameters; JSON when none is given. */
export function mediaTypeOf(request: ApiRequest): string {
  const given = request.body?.contentType ?? request.headers['content-type'] ?? '';
  const [type = ''] = given.split(';');
  return type.trim().toLowerCase() || 'application/json';
}

/** The body as a JSON value, not copied and not checked; undefined when there is none. */
export function readBody(request: ApiRequest): unknown {
  const { body } = request;
  if (body === undefined || isEmpty(body)) return undefined;
  const reader = READERS[mediaTypeOf(request)];
  if (reader === undefined) throw unsupportedMediaType(Object.keys(READERS));
  return body.kind === 'value' ? body.value : reader(textOf(body.bytes));
}

/** The body of a request whose media type the caller has checked: patches. */
export function readBodyAs(request: ApiRequest, format: 'json' | 'yaml'): unknown {
  const { body } = request;
  if (body === undefined || isEmpty(body)) return undefined;
  if (body.kind === 'value') return body.value;
  const text = textOf(body.bytes);
  return format === 'json' ? readJson(text) : readYaml(text);
}

/** The body of a request that cannot do without one. */
export function requireBody(request: ApiRequest): unknown {
  const value = readBody(request);
  if (value === undefined) throw badRequest('the request has no body: send the object');
  return value;
}

function isEmpty(body: ApiBody): boolean {
  return body.kind === 'bytes' && body.bytes.byteLength === 0;
}

function textOf(bytes: Uint8Array): string {
  if (bytes.byteLength > MAX_BODY_BYTES) throw requestEntityTooLarge(`limit is ${MAX_BODY_BYTES}`);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badRequest(`couldn't get version/kind; json parse error: ${toError(error).message}`);
  }
}

/** Aliases are limited: a few lines of YAML can otherwise unfold into gigabytes. */
function readYaml(text: string): unknown {
  try {
    return parseYaml(text, { maxAliasCount: 100, uniqueKeys: true });
  } catch (error) {
    throw badRequest(`error converting YAML to JSON: ${toError(error).message}`);
  }
}
