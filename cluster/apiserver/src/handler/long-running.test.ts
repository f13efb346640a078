import type { ApiRequest, ApiResponse } from '@kubemin/kubeapi';
import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { withRequestTimeout } from './long-running.ts';

const REQUEST: ApiRequest = { method: 'GET', path: '/api/v1/pods', query: new URLSearchParams(), headers: {} };
const RESPONSE: ApiResponse = { kind: 'text', status: 200, headers: {}, text: 'late' };

test('a request that takes too long gets 504, one before the deadline its own response', async () => {
  const clock = new ManualClock();
  const slow = withRequestTimeout(() => clock.sleep(5_000).then(() => RESPONSE), clock, 1_000);
  const given = slow(REQUEST);
  await clock.advance(1_000);
  expect(await given).toMatchObject({ status: 504, object: { reason: 'Timeout', code: 504 } });
  const fast = withRequestTimeout(() => clock.sleep(500).then(() => RESPONSE), clock, 1_000);
  const responded = fast(REQUEST);
  await clock.advance(500);
  expect(await responded).toBe(RESPONSE);
});

test('watches are let alone', async () => {
  const clock = new ManualClock();
  const handler = withRequestTimeout(() => clock.sleep(5_000).then(() => RESPONSE), clock, 1_000);
  const watch = handler({ ...REQUEST, query: new URLSearchParams('watch=1') });
  await clock.advance(5_000);
  expect(await watch).toBe(RESPONSE);
});

test.each([
  ['/api/v1/namespaces/default/pods/silent/log', true],
  ['/api/v1/namespaces/default/pods/web/exec', true],
  ['/api/v1/namespaces/default/services/http:web:80/proxy/deep/path', true],
  ['/api/v1/nodes/node-1/proxy/', true],
  ['/api/v1/namespaces/default/pods/log', false],
  ['/api/v1/namespaces/log/pods/proxy', false],
  ['/apis/apps/v1/namespaces/default/deployments/log', false],
])('%s is let alone: %s', async (path, alone) => {
  const clock = new ManualClock();
  const handler = withRequestTimeout(() => clock.sleep(5_000).then(() => RESPONSE), clock, 1_000);
  const given = handler({ ...REQUEST, path });
  await clock.advance(5_000);
  expect((await given).status).toBe(alone ? 200 : 504);
});
