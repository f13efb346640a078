import { Disposables } from '@kubemin/base';
import { createKubeClient } from '@kubemin/kube';
import { type ApiHandler, type ApiRequest, serviceUnavailable } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster, temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleResources } from '../sample-registry.ts';
import { HubRelay } from '../test-support/hub-relay.ts';
import { serve } from '../test-support/served-samples.ts';
import { type AtStatus, ats } from './at-resource.ts';

const MOMENTS = ['lost', 'unanswered'] as const;
const open = new Disposables();
/** Where and when the process died. */
const deaths: string[] = [];
/** Pods that the server made. */
const made: unknown[] = [];
const phases: (AtStatus['phase'] | undefined)[] = [];
let cluster: TestCluster;
let relay: HubRelay;

beforeAll(async () => {
  cluster = await startTestCluster({ transport: 'http', controllers: false, around: deadly });
  open.add(cluster.close);
  await serve(cluster.client, sampleResources);
  const cache = await temporaryDirectory();
  open.add(cache.remove);
  if (cluster.address === undefined) throw new Error('a cluster over http has an address');
  relay = new HubRelay({ cluster: cluster.address, instances: {}, cacheDirectory: cache.path });
  open.add(() => relay.close());
});
afterAll(() => open.dispose());

/** Each write for an At kills the process twice: before it is stored, and after, before it is answered. */
function deadly(handler: ApiHandler): ApiHandler {
  return async (request) => {
    const write = writeOf(request);
    if (write === undefined) return handler(request);
    const moment = MOMENTS.find((each) => !deaths.includes(`${write} ${each}`));
    if (moment !== undefined) deaths.push(`${write} ${moment}`);
    if (moment === 'lost') {
      await relay.replace();
      throw serviceUnavailable('the writer is gone');
    }
    const response = await handler(request);
    if (request.method === 'POST' && response.status === 201) made.push(response);
    if (request.method === 'PUT' && response.status === 200) phases.push(wantedPhase(request));
    if (moment === 'unanswered') await relay.replace();
    return response;
  };
}

function writeOf(request: ApiRequest): string | undefined {
  if (!request.headers['user-agent']?.startsWith('hub-')) return undefined;
  if (request.method === 'POST' && request.path.endsWith('/pods')) return 'pod';
  return request.method === 'PUT' && request.path.includes('/ats/') ? `status ${wantedPhase(request)}` : undefined;
}

function wantedPhase({ body }: ApiRequest): AtStatus['phase'] | undefined {
  if (body?.kind !== 'bytes') return undefined;
  const { status }: { status?: AtStatus } = JSON.parse(new TextDecoder().decode(body.bytes));
  return status?.phase;
}

test('an At whose process is killed at every write runs its command once and is DONE', async () => {
  const client = createKubeClient(cluster.loopback);
  const objects = client.resource(ats, 'default');
  const pods = client.resource(core.v1.pods, 'default');
  await relay.start();
  // Far enough away for PENDING to be stored first, whatever dies on the way.
  const schedule = new Date(Date.now() + 3_600_000).toISOString();
  const kind = { apiVersion: 'demo.wukong.com/v1', kind: 'At' };
  const at = await objects.create({ ...kind, metadata: { name: 'killed' }, spec: { schedule, command: 'true' } });
  await eventually(() => deaths.length === 2);
  await eventually(async () => (await objects.get(at.metadata.name ?? '')).status?.phase === 'PENDING');
  const due = { spec: { schedule: '2020-01-01T00:00:00Z' } };
  await objects.patch('killed', { type: 'merge', body: due });
  await eventually(async () => (await objects.get('killed')).status?.phase === 'RUNNING');
  const body = { status: { phase: 'Succeeded' } };
  await pods.patch('killed-pod', { type: 'merge', body }, { subresource: 'status' });
  const done = await eventually(() => objects.get('killed'), { until: ({ status }) => status?.phase === 'DONE' });
  await eventually(() => deaths.length === 8);
  expect(deaths).toEqual(
    ['status PENDING', 'pod', 'status RUNNING', 'status DONE'].flatMap((write) =>
      MOMENTS.map((at) => `${write} ${at}`),
    ),
  );
  expect(made).toHaveLength(1);
  expect(phases).toEqual(['PENDING', 'RUNNING', 'DONE']);
  expect(done.status?.message).toBe('the command succeeded');
});
