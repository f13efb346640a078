import { RetryableError, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { requestMessages } from '../messages/requests.ts';
import { errorResponse } from './error-response.ts';

test('a refusal is returned with its name, its codes and its problems', () => {
  const problems = [{ path: 'name', code: 'X', message: 'wrong', severity: 'error' }] as const;
  expect(errorResponse(new ApiError('VALIDATION_FAILED', requestMessages.removeField, { problems }))).toEqual({
    status: 400,
    body: {
      code: 10020,
      error: 'VALIDATION_FAILED',
      message: 'remove it',
      problems,
      texts: { message: { code: 'server.request.removeField' } },
    },
    blame: 'request',
  });
});

test('something that may pass is 503, and its own words stay inside', () => {
  const response = errorResponse(new RetryableError(verbatim('password=hunter2 refused'), { code: 'SQL_BUSY' }));
  expect(response).toMatchObject({ status: 503, body: { code: 503, error: 'UNAVAILABLE' }, blame: 'fault' });
  expect(response.body.message).not.toContain('hunter2');
});

test('everything else is 500, and its own words stay inside', () => {
  for (const thrown of [
    new TerminalError(verbatim('hunter2'), { code: 'X' }),
    new TypeError('hunter2'),
    'hunter2',
    undefined,
  ]) {
    const response = errorResponse(thrown);
    expect(response).toMatchObject({ status: 500, body: { code: 500, error: 'INTERNAL' }, blame: 'fault' });
    expect(response.body.message).not.toContain('hunter2');
  }
});
