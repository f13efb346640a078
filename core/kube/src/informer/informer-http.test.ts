import { silentLogger } from '@kubemin/base';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, ManualClock } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKubeClient } from '../client/resource/kube-client.ts';
import { type HttpTransport, httpTransport } from '../client/transport/http-transport.ts';
import { type HttpAdapter, serveHandler } from '../test-support/http-adapter.ts';
import { FoldedView, fixedRandom } from '../test-support/informer-harness.ts';
import { MemoryApi } from '../test-support/memory-api.ts';
import { createInformer } from './informer.ts';

let api: MemoryApi;
let server: HttpAdapter;
let transport: HttpTransport;
const abort = new AbortController();

beforeEach(async () => {
  api = new MemoryApi();
  server = await serveHandler(api.handler);
  transport = httpTransport({ server: server.url });
});

afterEach(async () => {
  abort.abort();
  transport.close();
  await server.close();
});

test('over a network whose connections keep breaking, nothing is lost and nothing is seen twice', async () => {
  const clock = new ManualClock();
  const client = createKubeClient(transport.handler).resource(core.v1.configmaps, 'default');
  const informer = createInformer({ client, clock, random: fixedRandom(0.5), logger: silentLogger });
  const view = new FoldedView();
  informer.onChange(view.handler);
  api.put('counter', { n: '0' });
  informer.start(abort.signal);
  await informer.synced;
  for (let n = 1; n <= 20; n++) {
    server.cutConnections();
    api.put('counter', { n: String(n) });
    api.put(`object-${n}`, {});
    if (n % 5 === 0) api.compact();
    if (n % 3 === 0) api.remove(`object-${n - 1}`);
    await eventually(async () => {
      await clock.advance(1_000);
      return informer.get('default/counter')?.data?.n === String(n);
    });
  }
  await eventually(() => informer.list().length === api.objects.size);
  expect(new Set(informer.list())).toEqual(new Set(api.objects.values()));
  expect(new Set(view.objects.values())).toEqual(new Set(informer.list()));
});
