import { Disposables } from '@kubemin/base';
import { createKubeClient } from '@kubemin/kube';
import { apps, coordination, core } from '@kubemin/kubeapi/resources';
import {
  eventually,
  type Fate,
  type ForkedManager,
  PATIENT_LEASE,
  SeededRandom,
  type ServedTestCluster,
  startTestCluster,
  startTestNodes,
  temporaryDirectory,
} from '@kubemin/testing';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PodLog } from '../test-support/pod-log.ts';
import { deployment, template } from '../test-support/workload.ts';
import { isRolledOut } from './test-support/finished.ts';
import { managerChild } from './test-support/manager-child.ts';
import { WriteGate } from './test-support/write-gate.ts';

const ROUNDS = process.env.KUBEMIN_TEST_FULL === '1' ? 10 : 1;
const REPLICAS = 12;
/** No rollout needs fewer: each new pod is made and bound, and each old one deleted. */
const WRITES = 3 * REPLICAS;
const SEED = fc.readConfigureGlobal()?.seed ?? Date.now() % 2 ** 31;
const random = new SeededRandom(SEED);

const open = new Disposables();
let gate: WriteGate;
let cluster: ServedTestCluster;
let cacheDirectory: string;
let leader: ForkedManager;
let other: ForkedManager;
let log: PodLog;
let scenario = 0;
/** How often a leader has lost its term, by how. */
const lost = { killed: 0, stopped: 0 };

beforeAll(async () => {
  const store = await temporaryDirectory();
  open.add(store.remove);
  cluster = await startTestCluster({
    transport: 'http',
    controllers: false,
    directory: store.path,
    around: (handler) => (request) => gate.around(handler)(request),
  });
  open.add(cluster.close);
  open.add(await startTestNodes(client(), { nodes: 3 }));
  const cache = await temporaryDirectory();
  open.add(cache.remove);
  cacheDirectory = cache.path;
});
afterAll(() => open.dispose());

async function openTerm(): Promise<void> {
  gate = new WriteGate();
  scenario += 1;
  const metadata = { name: place() };
  await client().resource(core.v1.namespaces).create({ apiVersion: 'v1', kind: 'Namespace', metadata });
  log = await PodLog.start(client(), place());
  [leader, other] = [contender('first'), contender('second')];
  await leader.go();
  await eventually(async () => (await lease()).spec?.holderIdentity === leader.identity);
  await other.go();
  await deployments().create(deployment('web', REPLICAS));
  await eventually(async () => isRolledOut(await deployments().get('web')));
}

async function closeTerm(): Promise<void> {
  await Promise.all([leader.kill(), other.kill()]);
  log.stop();
}

/** Not through the gate: what the test does is nobody's write. */
const client = () => createKubeClient(cluster.loopback);
const place = () => `term-${scenario}`;
const lease = () => client().resource(coordination.v1.leases, 'default').get(place());
const deployments = () => client().resource(apps.v1.deployments, place());

function contender(name: string): ForkedManager {
  const identity = `${name}-${scenario}`;
  return managerChild({
    cluster: cluster.address,
    identity,
    election: { name: place(), ...PATIENT_LEASE },
    cacheDirectory,
  });
}

/** Rolls another image out; at some write of the leader for it, something happens. */
async function rollOut(onWrite: () => Fate): Promise<void> {
  const fatal = 1 + random.below(WRITES);
  let writes = 0;
  gate.decide = ({ by, namespace }) => {
    if (by !== leader.identity || namespace !== place()) return { kind: 'pass' };
    writes += 1;
    return writes === fatal ? onWrite() : { kind: 'pass' };
  };
  const body = { spec: { template: template('web', { image: 'shop:2' }) } };
  await deployments().patch('web', { type: 'strategic', body });
}

async function expectOneRollout(): Promise<void> {
  await eventually(async () => isRolledOut(await deployments().get('web')));
  await eventually(() => log.isCaughtUp());
  expect((await lease()).spec).toMatchObject({ holderIdentity: other.identity, leaseTransitions: 1 });
  expect(log.most).toBeLessThanOrEqual(REPLICAS + 3);
  expect(log.created).toBe(2 * REPLICAS);
  const writers = gate.writes.filter(({ status }) => status < 300).map(({ by }) => by);
  expect(writers.filter((by, index) => by !== writers[index - 1])).toEqual([leader.identity, other.identity]);
}

describe.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))('round %i', () => {
  beforeEach(openTerm);
  afterEach(closeTerm);

  test('when the leader is killed amid a rollout, the other ends it and makes no pod twice', async () => {
    await rollOut(() => {
      lost.killed += 1;
      return { kind: 'unanswered', strike: () => leader.kill() };
    });
    await expectOneRollout();
  });

  test('a leader that was stopped past its lease writes nothing more when it goes on', async () => {
    await rollOut(() => {
      lost.stopped += 1;
      leader.signal('SIGSTOP');
      return { kind: 'pass' };
    });
    await eventually(() => gate.writes.some(({ by }) => by === other.identity));
    await gate.wake(leader);
    await expectOneRollout();
  });
});

test(`the other took over ${ROUNDS} times from a killed leader, and as often from a stopped one`, () => {
  process.stdout.write(`failover proof: leaders lost ${JSON.stringify(lost)}, seed ${SEED}\n`);
  expect(lost).toEqual({ killed: ROUNDS, stopped: ROUNDS });
});
