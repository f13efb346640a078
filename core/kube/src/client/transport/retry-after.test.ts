import { type ApiResponse, internal, tooManyRequests } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { ManualClock } from '@kubemin/testing';
import { beforeEach, expect, test } from 'vitest';
import { fixedRandom } from '../../test-support/informer-harness.ts';
import { MemoryApi } from '../../test-support/memory-api.ts';
import { createKubeClient } from '../resource/kube-client.ts';
import { retryingHandler } from './retry-after.ts';

let api: MemoryApi;
let clock: ManualClock;

beforeEach(() => {
  api = new MemoryApi();
  clock = new ManualClock();
});

function configMaps(maxRetries?: number) {
  const handler = retryingHandler(api.handler, { clock, random: fixedRandom(1), maxRetries });
  return createKubeClient(handler).resource(core.v1.configmaps, 'default');
}

function busy(status: number, seconds: string): ApiResponse {
  return { kind: 'text', status, headers: { 'retry-after': seconds }, text: 'busy' };
}

test('a server that sends Retry-After gets the request again then, and not before', async () => {
  api.injectFault({ kind: 'refuse', error: tooManyRequests('slow down', 4) });
  api.injectFault({ kind: 'respond', response: busy(503, '2') });
  const writing = configMaps().create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
  await clock.advance(4_999);
  expect(api.requests).toHaveLength(1);
  await clock.advance(1);
  expect(api.requests).toHaveLength(2);
  await clock.advance(2_500);
  expect(await writing).toMatchObject({ metadata: { name: 'a' } });
});

test('a server that never has time is given up after so many attempts, with its own words', async () => {
  for (let index = 0; index < 5; index++) api.injectFault({ kind: 'refuse', error: tooManyRequests('slow down', 1) });
  const listing = configMaps(3)
    .list()
    .catch((error: unknown) => error);
  await clock.advance(60_000);
  expect(await listing).toMatchObject({ httpCode: 429, message: 'slow down' });
  expect(api.requests).toHaveLength(4);
});

test('a failure without a time is returned at once', async () => {
  api.injectFault({ kind: 'refuse', error: internal(new Error('down')) });
  await expect(configMaps().list()).rejects.toMatchObject({ httpCode: 500 });
  api.injectFault({ kind: 'respond', response: busy(503, 'Wed, 21 Oct 2026 07:28:00 GMT') });
  await expect(configMaps().list()).rejects.toMatchObject({ httpCode: 503 });
  api.injectFault({ kind: 'respond', response: busy(404, '1') });
  await expect(configMaps().list()).rejects.toMatchObject({ httpCode: 404 });
  expect(api.requests).toHaveLength(3);
});

test('aborting ends the wait with the reason, and nothing more is sent', async () => {
  api.injectFault({ kind: 'refuse', error: tooManyRequests('slow down', 1000) });
  const abort = new AbortController();
  const listing = configMaps().list({ signal: abort.signal });
  await clock.advance(1);
  const reason = new Error('changed my mind');
  abort.abort(reason);
  await expect(listing).rejects.toBe(reason);
  expect(api.requests).toHaveLength(1);
});
