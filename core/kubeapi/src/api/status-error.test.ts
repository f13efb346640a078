import { RetryableError, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { describe, expect, test } from 'vitest';
import { apps, core } from '../generated/resources.gen.ts';
import { fieldError } from '../object/field-error.ts';
import { isRetryable, isStatusError } from './status-error.ts';
import {
  alreadyExists,
  applyConflict,
  badRequest,
  conflict,
  expired,
  forbidden,
  internal,
  invalid,
  methodNotAllowed,
  notFound,
  timeout,
  tooLargeResourceVersion,
  tooManyRequests,
  unauthorized,
  unsupportedMediaType,
} from './status-errors.ts';
import { statusErrorFromResponse } from './status-response.ts';

const { pods } = core.v1;
const { deployments } = apps.v1;

describe('the Status of the server', () => {
  test('a missing object: whole Status, group left out for core', () => {
    expect(notFound(pods, 'web').status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'pods "web" not found',
      reason: 'NotFound',
      details: { name: 'web', kind: 'pods' },
      code: 404,
    });
    expect(notFound(deployments, 'web').status).toMatchObject({
      message: 'deployments.apps "web" not found',
      details: { name: 'web', group: 'apps', kind: 'deployments' },
    });
  });

  test.each([
    [alreadyExists(deployments, 'web'), 409, 'AlreadyExists', 'deployments.apps "web" already exists'],
    [
      conflict(pods, 'web'),
      409,
      'Conflict',
      'Operation cannot be fulfilled on pods "web": the object has been modified; please apply your changes to the latest version and try again',
    ],
    [conflict(pods, 'web', 'uid differs'), 409, 'Conflict', 'Operation cannot be fulfilled on pods "web": uid differs'],
    [badRequest('no'), 400, 'BadRequest', 'no'],
    [unauthorized(), 401, 'Unauthorized', 'Unauthorized'],
    [forbidden('why'), 403, 'Forbidden', 'forbidden: why'],
    [forbidden('why', pods), 403, 'Forbidden', 'pods is forbidden: why'],
    [forbidden('why', { ...deployments, name: 'web' }), 403, 'Forbidden', 'deployments.apps "web" is forbidden: why'],
    [methodNotAllowed(pods, 'patch'), 405, 'MethodNotAllowed', 'patch is not supported on resources of kind "pods"'],
    [expired('too old resource version: 1 (9)'), 410, 'Expired', 'too old resource version: 1 (9)'],
    [timeout('slow'), 504, 'Timeout', 'Timeout: slow'],
    [tooLargeResourceVersion('9', '5'), 504, 'Timeout', 'Timeout: Too large resource version: 9, current: 5'],
    [internal(new Error('boom')), 500, 'InternalError', 'Internal error occurred: boom'],
    [
      unsupportedMediaType(['application/json']),
      415,
      'UnsupportedMediaType',
      'the body of the request was in an unknown format - accepted media types include: application/json',
    ],
  ])('%s', (error, code, reason, message) => {
    expect([error.httpCode, error.reason, error.message]).toEqual([code, reason, message]);
    expect(error.status).toMatchObject({ code, reason, message });
  });

  test('one broken field stands alone, several in brackets, repeated ones once; details name the Kind', () => {
    const port = fieldError.required('spec.port', 'must be set');
    expect(invalid(deployments, 'web', [port]).status).toMatchObject({
      message: 'Deployment.apps "web" is invalid: spec.port: Required value: must be set',
      details: {
        name: 'web',
        group: 'apps',
        kind: 'Deployment',
        causes: [{ reason: 'FieldValueRequired', message: 'Required value: must be set', field: 'spec.port' }],
      },
    });
    const two = invalid(pods, 'web', [port, fieldError.invalid('spec.x', 3, 'is odd'), port]);
    expect(two.message).toBe(
      'Pod "web" is invalid: [spec.port: Required value: must be set, spec.x: Invalid value: 3: is odd]',
    );
    expect(two.status.details?.causes).toHaveLength(3);
  });

  test.each([
    [fieldError.invalid('f', 'x', 'bad'), 'Invalid value: "x": bad'],
    [fieldError.invalid('f', null, 'bad'), 'Invalid value: "null": bad'],
    [fieldError.notSupported('f', 'X', ['A', 'B']), 'Unsupported value: "X": supported values: "A", "B"'],
    [fieldError.duplicate('f', 'x'), 'Duplicate value: "x"'],
    [fieldError.tooLong('f', 63), 'Too long: may not be more than 63 bytes'],
    [fieldError.tooMany('f', 3, 2), 'Too many: 3: must have at most 2 items'],
    [fieldError.forbidden('f', 'may not change once set'), 'Forbidden: may not change once set'],
  ])('field error %#', (error, message) => {
    expect(error.message).toBe(message);
  });
});

describe('what the client makes of it', () => {
  test('reasons are distinguished, and foreign errors are not status errors', () => {
    expect(isStatusError(notFound(pods, 'a'))).toBe(true);
    expect(isStatusError(notFound(pods, 'a'), 'NotFound')).toBe(true);
    expect(isStatusError(notFound(pods, 'a'), 'Conflict')).toBe(false);
    expect(isStatusError(new Error('not found'), 'NotFound')).toBe(false);
  });

  test('errors carry a stable code', () => {
    expect(alreadyExists(pods, 'a').code).toBe('KUBE_ALREADY_EXISTS');
  });

  test('only what may succeed later is retryable', () => {
    const again = [
      tooManyRequests('busy', 1),
      internal('x'),
      timeout('x'),
      conflict(pods, 'a'),
      new RetryableError(verbatim('x'), { code: 'X' }),
    ];
    const never = [
      notFound(pods, 'a'),
      alreadyExists(pods, 'a'),
      badRequest('x'),
      invalid(pods, 'a', []),
      expired('x'),
      applyConflict('x', [{ reason: 'FieldManagerConflict', message: 'x', field: '.spec' }]),
      new TerminalError(verbatim('x'), { code: 'X' }),
      new Error('x'),
    ];
    expect(again.map(isRetryable)).toEqual(again.map(() => true));
    expect(never.map(isRetryable)).toEqual(never.map(() => false));
  });

  test('a response without a Status still becomes an error of the right reason', () => {
    expect(statusErrorFromResponse(503, '<html>upstream down</html>')).toMatchObject({
      reason: 'ServiceUnavailable',
      retryable: true,
      message: 'the server responded with HTTP 503 and no Kubernetes Status: <html>upstream down</html>',
    });
    expect(statusErrorFromResponse(418, undefined).reason).toBe('Unknown');
    expect(statusErrorFromResponse(409, conflict(pods, 'a').status).status).toEqual(conflict(pods, 'a').status);
  });
});
