import { silentLogger } from '@kubemin/base';
import { core } from '@kubemin/kubeapi/resources';
import { ManualClock } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKubeClient } from '../client/resource/kube-client.ts';
import { fixedRandom } from '../test-support/informer-harness.ts';
import { isList, MemoryApi } from '../test-support/memory-api.ts';
import { createInformerFactory, type InformerFactory } from './informer-factory.ts';

const TYPE = core.v1.configmaps;
let api: MemoryApi;
let factory: InformerFactory;
let abort: AbortController;

beforeEach(() => {
  api = new MemoryApi();
  api.put('a', { n: '1' });
  abort = new AbortController();
  factory = createInformerFactory({
    client: createKubeClient(api.handler),
    clock: new ManualClock(),
    random: fixedRandom(0.5),
    logger: silentLogger,
  });
});

afterEach(() => abort.abort());

test('all who ask for the same objects share one informer and one list', async () => {
  const first = factory.informer(TYPE);
  const second = factory.informer(TYPE, { indexers: { n: ({ data }) => [data?.n ?? ''] } });
  expect(second).toBe(first);
  factory.start(abort.signal);
  await factory.synced();
  expect(first.byIndex('n', '1')).toHaveLength(1);
  expect(api.requests.filter(isList)).toHaveLength(1);
});

test('another namespace, selector or resource is another informer', () => {
  const informers = [
    factory.informer(TYPE),
    factory.informer(TYPE, { namespace: 'default' }),
    factory.informer(TYPE, { labelSelector: 'a=b' }),
    factory.informer(TYPE, { fieldSelector: 'a=b' }),
    factory.informer(core.v1.secrets),
  ];
  expect(new Set<unknown>(informers).size).toBe(5);
});

test('the scope reaches the requests', async () => {
  factory.start(abort.signal);
  await factory.informer(TYPE, { namespace: 'default', labelSelector: 'a=b', fieldSelector: 'c=d' }).synced;
  const list = api.requests.find(isList);
  expect(list?.path).toBe('/api/v1/namespaces/default/configmaps');
  expect(list?.query.get('labelSelector')).toBe('a=b');
  expect(list?.query.get('fieldSelector')).toBe('c=d');
});

test('an informer asked for after the start runs, too', async () => {
  factory.start(abort.signal);
  const late = factory.informer(TYPE);
  await factory.synced();
  expect(late.get('default/a')).toMatchObject({ data: { n: '1' } });
});

test('stopping before the first list rejects the wait for the sync', async () => {
  api.injectFault({ kind: 'hang' });
  factory.informer(TYPE);
  factory.start(abort.signal);
  abort.abort();
  await expect(factory.synced()).rejects.toMatchObject({ code: 'INFORMER_STOPPED' });
});

test('a second start is refused', () => {
  factory.start(abort.signal);
  expect(() => factory.start(abort.signal)).toThrow(expect.objectContaining({ code: 'INFORMER_STARTED_TWICE' }));
});
