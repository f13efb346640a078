import { Disposables, systemClock } from '@kubemin/base';
import { installDefinitions } from '@kubemin/controller';
import { createKubeClient } from '@kubemin/kube';
import type { ApiRequest, ApiResponse } from '@kubemin/kubeapi';
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
import { type SampleFunction, SampleFunctions } from '../test-support/sample-functions.ts';
import { type WorkflowRun, workflowRuns } from './run-resource.ts';
import { WORKFLOW_RESOURCES } from './test-support/workflow-bench.ts';
import { workflowRelay } from './test-support/workflow-hub.ts';
import { isEnded } from './workflow-controller.ts';
import { functionWorkflows } from './workflow-resource.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';
const MOMENTS = ['lost', 'unanswered'] as const;
const open = new Disposables();
/** Where the process was killed. */
const deaths = new Set<string>();
/** Every version of a run that was stored. */
const versions: WorkflowRun[] = [];
/** Calls of nodes whose end was stored already. */
const repeated: string[] = [];
let cluster: ServedTestCluster;
let relay: ManagerRelay;
let server: SampleFunctions;

/** Each write that completes nodes kills its writer: before it is stored, or after that, before the response. */
class RunGate extends RequestGate<WorkflowRun> {
  protected override read(request: ApiRequest, by: string): WorkflowRun | undefined {
    if (!by.startsWith('hub-') || request.method !== 'PUT' || !request.path.includes('/workflowruns/'))
      return undefined;
    if (request.body?.kind !== 'bytes') return undefined;
    const run: WorkflowRun = JSON.parse(new TextDecoder().decode(request.body.bytes));
    return run;
  }

  protected override onResponse(run: WorkflowRun, response: ApiResponse): void {
    if (response.status === 200) versions.push(run);
  }

  override decide = (run: WorkflowRun): Fate => {
    const place = `${run.spec.workflow} ${run.status?.phase} after ${run.status?.steps?.at(-1)?.node}`;
    const left = MOMENTS.filter((moment) => !deaths.has(`${place} ${moment}`));
    const isStruck = left.length < MOMENTS.length;
    const moment = left[FULL ? 0 : deaths.size % 2];
    // The short form kills the called run only during its call.
    if (!FULL && run.spec.workflow === 'inner') return { kind: 'pass' };
    if (moment === undefined || (isStruck && !FULL)) return { kind: 'pass' };
    deaths.add(`${place} ${moment}`);
    return { kind: moment, strike: () => relay.replaceAny() };
  };
}

/** A function whose first call kills the process that called it. */
function deadly(work: SampleFunction): SampleFunction {
  return async (args, call) => {
    const step = Number(call.eventId.split('.').at(-2));
    const isCompleted = versions.some(
      ({ metadata, status }) =>
        call.eventId.startsWith(`${metadata.uid}.`) && status?.steps?.some((record) => record.step === step) === true,
    );
    if (isCompleted) repeated.push(call.eventId);
    if (!deaths.has(`call of ${call.name}`)) {
      deaths.add(`call of ${call.name}`);
      await relay.replaceAny();
    }
    return work(args, call);
  };
}

beforeAll(async () => {
  cluster = await startTestCluster({ transport: 'http', controllers: false, around: new RunGate().around });
  open.add(cluster.close);
  const { signal } = new AbortController();
  await installDefinitions(cluster.client, WORKFLOW_RESOURCES, { clock: systemClock, signal });
  server = new SampleFunctions({
    first: deadly(({ n }) => ({ n: Number(n) + 1 })),
    left: deadly(({ n }) => ({ left: Number(n) * 2 })),
    right: deadly(({ n }) => ({ right: Number(n) * 3 })),
    inner: deadly(({ n }) => ({ inner: Number(n) * 10 })),
    last: deadly((args) => ({ ...args, last: true })),
  });
  const gateway = await server.start();
  open.add(() => server.close());
  const cache = await temporaryDirectory();
  open.add(cache.remove);
  relay = workflowRelay({ cluster: cluster.address, gateway, cacheDirectory: cache.path });
  open.add(() => relay.close());
});
afterAll(() => open.dispose());

test('a chain whose process is killed at every node goes on from the last completed one', async ({ annotate }) => {
  const client = createKubeClient(cluster.loopback);
  const kind = { apiVersion: 'functions.kubemin.io/v1', kind: 'FunctionWorkflow' };
  const apply = (name: string, spec: object) =>
    client
      .resource(functionWorkflows, 'default')
      .patch(name, { type: 'apply', body: { ...kind, metadata: { name }, spec } }, { fieldManager: 'test' });
  await apply('inner', { startNode: 'inner', nodes: [{ name: 'inner', type: 'func', func: { name: 'inner' } }] });
  await apply('outer', {
    startNode: 'first',
    nodes: [
      { name: 'first', type: 'func', func: { name: 'first' }, next: 'is-two' },
      { name: 'is-two', type: 'fork', fork: [{ variable: 'n', compareBy: 'NumE', compareTo: '2', next: 'both' }] },
      { name: 'both', type: 'parallel', parallel: { branches: ['left', 'right'], merge: 'merged' } },
      { name: 'left', type: 'func', func: { name: 'left' } },
      { name: 'right', type: 'func', func: { name: 'right' }, next: 'merged' },
      { name: 'merged', type: 'merge', next: 'call' },
      {
        name: 'call',
        type: 'call',
        call: { workflow: 'inner', inherit: ['n'], wait: true, resultKey: 'called' },
        next: 'last',
      },
      { name: 'last', type: 'func', func: { name: 'last' } },
    ],
  });
  await relay.start();
  const runs = client.resource(workflowRuns, 'default');
  await runs.create({
    ...kind,
    kind: 'WorkflowRun',
    metadata: { name: 'killed' },
    spec: { workflow: 'outer', arguments: { n: 1 } },
  });
  const { status } = await eventually(() => runs.get('killed'), { until: isEnded, timeoutMs: 240_000 });
  await annotate(`${relay.kills} kills at: ${[...deaths].join('; ')}`);

  expect(status).toMatchObject({ phase: 'Succeeded' });
  const called = { inner: 20 };
  expect(status?.result).toEqual({ value: { n: 2, left: 4, right: 6, called, last: true } });
  expect(repeated).toEqual([]);
  const nodes = status?.steps?.map(({ node }) => node) ?? [];
  expect([...nodes].sort()).toEqual(['both', 'call', 'first', 'is-two', 'last', 'left', 'merged', 'right']);
  // Each function was called again after the kill, under the same id.
  for (const name of ['first', 'left', 'right', 'inner', 'last']) {
    const ids = server.callsOf(name).map(({ eventId }) => eventId);
    expect(new Set(ids).size, name).toBe(1);
    expect(ids.length, name).toBeGreaterThan(1);
    expect(deaths, name).toContain(`call of ${name}`);
  }
  // Two strikes at the same time are one kill.
  expect(relay.kills).toBeGreaterThan(deaths.size / 2);
});
