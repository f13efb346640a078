import { toError } from '@kubemin/base';
import type { Status, StatusCause, StatusDetails } from '../generated/types/meta.v1.gen.ts';
import { type FieldError, qualifiedName, type ResourceInfo } from '../object/index.ts';
import { StatusError, type StatusReason } from './status-error.ts';

// The texts are Kubernetes' own: clients and tests match on them.

type ResourceName = Pick<ResourceInfo, 'group' | 'plural'>;
type KindName = Pick<ResourceInfo, 'group' | 'kind'>;

/** A small request can break a rule a hundred thousand times, in a hundred words each. */
const MAX_FIELD_ERRORS = 1000;

const HTTP_CODES: Readonly<Record<Exclude<StatusReason, 'Unknown'>, number>> = {
  AlreadyExists: 409,
  BadRequest: 400,
  Conflict: 409,
  Expired: 410,
  Forbidden: 403,
  Gone: 410,
  InternalError: 500,
  Invalid: 422,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  NotFound: 404,
  RequestEntityTooLarge: 413,
  ServerTimeout: 500,
  ServiceUnavailable: 503,
  Timeout: 504,
  TooManyRequests: 429,
  Unauthorized: 401,
  UnsupportedMediaType: 415,
};

/** 404 for an object that is not there. */
export function notFound(info: ResourceName, name: string): StatusError {
  return failure('NotFound', `${qualifiedName(info)} "${name}" not found`, statusDetails(info, name));
}

/** 404 for a path that leads nowhere. */
export function pathNotFound(): StatusError {
  return failure('NotFound', 'the server could not find the requested resource', {});
}

/** 409 for a name that is taken. */
export function alreadyExists(info: ResourceName, name: string): StatusError {
  return failure('AlreadyExists', `${qualifiedName(info)} "${name}" already exists`, statusDetails(info, name));
}

/** 409 for a write that was based on an old state; `why` replaces the usual explanation. */
export function conflict(info: ResourceName, name: string, why?: string): StatusError {
  const reason = why ?? 'the object has been modified; please apply your changes to the latest version and try again';
  const message = `Operation cannot be fulfilled on ${qualifiedName(info)} "${name}": ${reason}`;
  return failure('Conflict', message, statusDetails(info, name));
}

/** 409 for an apply of fields that others own; one cause per field. */
export function applyConflict(message: string, causes: readonly StatusCause[]): StatusError {
  return failure('Conflict', message, { causes });
}

/** 422 for an object that breaks the rules of its kind: every problem at once, up to a thousand. */
export function invalid(kind: KindName, name: string, found: readonly FieldError[]): StatusError {
  const errors = found.slice(0, MAX_FIELD_ERRORS);
  const subject = `${kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`} "${name}" is invalid`;
  const texts = [...new Set(errors.map((error) => `${error.field}: ${error.message}`))];
  if (found.length > errors.length) texts.push(`and ${found.length - errors.length} more`);
  const list = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  const message = texts.length === 0 ? subject : `${subject}: ${list}`;
  const causes = errors.map(({ reason, message, field }) => ({ reason, message, field }));
  return failure('Invalid', message, { ...statusDetails({ group: kind.group, plural: kind.kind }, name), causes });
}

/** 400 for a request that cannot be understood. */
export function badRequest(message: string): StatusError {
  return failure('BadRequest', message);
}

/** 401 for a caller whose identity is not established. */
export function unauthorized(message = 'Unauthorized'): StatusError {
  return failure('Unauthorized', message);
}

/** 403; with `at`, the message names the resource (and object) that was refused. */
export function forbidden(why: string, at?: ResourceName & { readonly name?: string }): StatusError {
  if (at === undefined) return failure('Forbidden', `forbidden: ${why}`, {});
  const subject = at.name === undefined ? qualifiedName(at) : `${qualifiedName(at)} "${at.name}"`;
  return failure('Forbidden', `${subject} is forbidden: ${why}`, statusDetails(at, at.name));
}

/** 405 for a verb the resource does not have. */
export function methodNotAllowed(info: ResourceName, action: string): StatusError {
  const message = `${action} is not supported on resources of kind "${qualifiedName(info)}"`;
  return failure('MethodNotAllowed', message, statusDetails(info));
}

/** 406 when nothing the client accepts can be produced. */
export function notAcceptable(produced: readonly string[]): StatusError {
  return failure('NotAcceptable', `only the following media types are accepted: ${produced.join(', ')}`);
}

/** 413 for a body over the limit. */
export function requestEntityTooLarge(why: string): StatusError {
  return failure('RequestEntityTooLarge', `Request entity too large: ${why}`);
}

/** 415 for a body in a format that is not read here. */
export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const message = 'the body of the request was in an unknown format - accepted media types include';
  return failure('UnsupportedMediaType', `${message}: ${accepted.join(', ')}`);
}

/** 410 for a resource version or continue token that history no longer covers. */
export function expired(message: string): StatusError {
  return failure('Expired', message);
}

/** 429: come back after `retryAfterSeconds`. */
export function tooManyRequests(message: string, retryAfterSeconds: number): StatusError {
  return failure('TooManyRequests', message, { retryAfterSeconds });
}

/** 504 for work that did not finish before its deadline; it may have happened. */
export function timeout(why: string, retryAfterSeconds = 0): StatusError {
  return failure('Timeout', `Timeout: ${why}`, retryAfterSeconds === 0 ? {} : { retryAfterSeconds });
}

/** 504 for a resource version that lies in the future. */
export function tooLargeResourceVersion(asked: string, current: string): StatusError {
  const cause = { reason: 'ResourceVersionTooLarge', message: 'Too large resource version' };
  const message = `Timeout: Too large resource version: ${asked}, current: ${current}`;
  return failure('Timeout', message, { retryAfterSeconds: 1, causes: [cause] });
}

/** 503 while the server cannot serve. */
export function serviceUnavailable(message: string): StatusError {
  return failure('ServiceUnavailable', message);
}

/** 500 around a failure of the server itself. */
export function internal(thrown: unknown): StatusError {
  const { message } = toError(thrown);
  return failure('InternalError', `Internal error occurred: ${message}`, { causes: [{ message }] }, thrown);
}

function statusDetails(info: ResourceName, name?: string): StatusDetails {
  const group = info.group === '' ? {} : { group: info.group };
  return { ...(name === undefined ? {} : { name }), ...group, kind: info.plural };
}

function failure(
  reason: keyof typeof HTTP_CODES,
  message: string,
  details?: StatusDetails,
  cause?: unknown,
): StatusError {
  const status: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    ...(details === undefined ? {} : { details }),
    code: HTTP_CODES[reason],
  };
  return new StatusError(status, cause);
}
