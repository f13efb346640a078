import { jsonLogger, systemClock } from '@kubemin/base';
import { eventually } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { readError, startTestPlatform } from '../test-support/test-platform.ts';

type Line = Readonly<Record<string, unknown>>;

function notes() {
  const lines: Line[] = [];
  const logger = jsonLogger({ clock: systemClock, write: (line) => lines.push(JSON.parse(line)) });
  const requestLine = (path: string): Promise<Line | undefined> =>
    eventually(() => lines.find((line) => line.message === 'Request handled.' && line.path === path));
  return { lines, logger, requestLine };
}

test('each request has a line with who, what, how long and the id that is also in the response', async () => {
  const { logger, requestLine } = notes();
  const platform = await startTestPlatform({ logger });
  const response = await platform.send('GET', '/api/v1/applications/none?secret=s3cret');
  const { requestId } = await readError(response);
  expect(response.headers.get('x-request-id')).toBe(requestId);
  expect(await requestLine('/api/v1/applications/none')).toMatchObject({
    level: 'info',
    requestId,
    method: 'GET',
    route: '/api/v1/applications/:appId',
    status: 400,
    ip: '127.0.0.1',
    user: 'tester',
    ms: expect.any(Number),
  });
});

test('what a query holds, and requests of probes that are well, are in no line', async () => {
  const { lines, logger, requestLine } = notes();
  const platform = await startTestPlatform({ logger });
  await platform.send('GET', '/api/v1/nothing?token=s3cret');
  await platform.send('GET', '/healthz');
  await platform.send('GET', '/readyz');
  // The cluster of this test cannot be reached: that probe is not well.
  expect(await requestLine('/readyz')).toMatchObject({ status: 503 });
  expect(JSON.stringify(lines)).not.toContain('s3cret');
  expect(lines.filter(({ path }) => path === '/healthz')).toEqual([]);
});

test('a request without a token is logged without a user', async () => {
  const { logger, requestLine } = notes();
  const platform = await startTestPlatform({ logger });
  await platform.send('GET', '/api/v1/applications', { headers: { authorization: '' } });
  const line = await requestLine('/api/v1/applications');
  expect(line).toMatchObject({ status: 401 });
  expect(line).not.toHaveProperty('user');
});
