import type { Status } from '../generated/types/meta.v1.gen.ts';
import { StatusError } from './status-error.ts';

const REASONS: ReadonlyMap<number, string> = new Map([
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [405, 'MethodNotAllowed'],
  [406, 'NotAcceptable'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [413, 'RequestEntityTooLarge'],
  [415, 'UnsupportedMediaType'],
  [422, 'Invalid'],
  [429, 'TooManyRequests'],
  [500, 'InternalError'],
  [503, 'ServiceUnavailable'],
  [504, 'Timeout'],
]);

/**
 * The error behind a response that is not a success. A Kubernetes API sends a Status; what stands in front of it (a
 * proxy, a load balancer) sends anything, so the HTTP code alone has to do then.
 */
export function statusErrorFromResponse(httpCode: number, body: unknown): StatusError {
  if (isStatus(body)) return new StatusError(body.code === undefined ? { ...body, code: httpCode } : body);
  const text = typeof body === 'string' && body.trim() !== '' ? `: ${body.trim().slice(0, 512)}` : '';
  return new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `the server responded with HTTP ${httpCode} and no Kubernetes Status${text}`,
    reason: REASONS.get(httpCode) ?? 'Unknown',
    code: httpCode,
  });
}

/** Whether a value is a Kubernetes Status, such as the object of a watch's ERROR event. */
export function isStatus(value: unknown): value is Status {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Status';
}
