import { Disposables } from '@kubemin/base';
import { createKubeClient } from '@kubemin/kube';
import type { ApiRequest, ApiResponse } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import {
  eventually,
  type Fate,
  type ManagerRelay,
  RequestGate,
  type ServedTestCluster,
  startTestCluster,
  temporaryDirectory,
} from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleResources } from '../sample-registry.ts';
import { samplesRelay } from '../test-support/samples-hub.ts';
import { serve } from '../test-support/served-samples.ts';
import { type AtStatus, ats } from './at-resource.ts';

const MOMENTS = ['lost', 'unanswered'] as const;
const open = new Disposables();
/** Where and when the process died. */
const deaths: string[] = [];
/** Pods that the server made. */
const made: unknown[] = [];
const phases: (AtStatus['phase'] | undefined)[] = [];
let cluster: ServedTestCluster;
let relay: ManagerRelay;

beforeAll(async () => {
  cluster = await startTestCluster({ transport: 'http', controllers: false, around: new AtGate().around });
  open.add(cluster.close);
  await serve(cluster.client, sampleResources);
  const cache = await temporaryDirectory();
  open.add(cache.remove);
  relay = samplesRelay({ cluster: cluster.address, instances: {}, cacheDirectory: cache.path });
  open.add(() => relay.close());
});
afterAll(() => open.dispose());

/** A write for an At. */
interface Arrival {
  readonly what: string;
  readonly phase: AtStatus['phase'] | undefined;
}

/** Each write for an At kills the process twice: before it is stored, and after that, before the response. */
class AtGate extends RequestGate<Arrival> {
  protected override read(request: ApiRequest, by: string): Arrival | undefined {
    if (!by.startsWith('hub-')) return undefined;
    if (request.method === 'POST' && request.path.endsWith('/pods')) return { what: 'pod', phase: undefined };
    if (request.method !== 'PUT' || !request.path.includes('/ats/')) return undefined;
    const phase = wantedPhase(request);
    return { what: `status ${phase}`, phase };
  }

  protected override onResponse({ what, phase }: Arrival, response: ApiResponse): void {
    if (what === 'pod' && response.status === 201) made.push(response);
    if (what !== 'pod' && response.status === 200) phases.push(phase);
  }

  override decide = ({ what }: Arrival): Fate => {
    const moment = MOMENTS.find((each) => !deaths.includes(`${what} ${each}`));
    if (moment === undefined) return { kind: 'pass' };
    deaths.push(`${what} ${moment}`);
    return { kind: moment, strike: () => relay.replaceAny() };
  };
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
