import { Disposables } from '@kubemin/base';
import { createKubeClient } from '@kubemin/kube';
import { coordination } from '@kubemin/kubeapi/resources';
import {
  eventually,
  missingService,
  PATIENT_LEASE,
  type ServedTestCluster,
  startRedis,
  startTestCluster,
  type TestService,
  temporaryDirectory,
} from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RedisMigration, redisMigrations } from './redis-migration/redis-migration-resource.ts';
import { sampleResources } from './sample-registry.ts';
import { Contender } from './test-support/contender.ts';
import { BATCH, migrationNamed } from './test-support/migration-object.ts';
import { migrationParts } from './test-support/migration-record.ts';
import { fillRedis, readContents, withRedis } from './test-support/redis-contents.ts';
import { serve } from './test-support/served-samples.ts';
import { type Arrival, StatusGate } from './test-support/status-gate.ts';

const SIZES = { 0: 54, 2: 14 };
const DATABASES = Object.keys(SIZES).map(Number);
const KEYS = 54 + 14 + 6 * DATABASES.length;
/** The short form leaves to the proof with two real hubs what that shows as well. */
const FULL = process.env.KUBEMIN_TEST_FULL === '1';

describe.skipIf(missingService('redis') !== undefined)('two processes that stand for one Lease', () => {
  const open = new Disposables();
  let gate: StatusGate;
  let source: TestService;
  let dest: TestService;
  let cluster: ServedTestCluster;
  let cacheDirectory: string;
  let election: { readonly name: string } & typeof PATIENT_LEASE;
  let leader: Contender;
  let other: Contender;
  let scenario = 0;

  beforeAll(async () => {
    [source, dest] = await Promise.all([startRedis({ appendonly: 'no' }), startRedis({ appendonly: 'no' })]);
    open.add(source.close);
    open.add(dest.close);
    await fillRedis(source, SIZES);
    cluster = await startTestCluster({
      transport: 'http',
      controllers: false,
      around: (handler) => (request) => gate.around(handler)(request),
    });
    open.add(cluster.close);
    gate = new StatusGate();
    await serve(cluster.client, sampleResources);
    const cache = await temporaryDirectory();
    open.add(cache.remove);
    cacheDirectory = cache.path;
  });
  afterAll(() => open.dispose());

  beforeEach(async () => {
    await withRedis(dest, 0, (client) => client.flushAll());
    gate = new StatusGate();
    scenario += 1;
    election = { name: `samples-${scenario}`, ...PATIENT_LEASE };
    [leader, other] = await Promise.all([contender('first'), contender('second')]);
    await leader.hub.go();
    await eventually(async () => (await lease()).spec?.holderIdentity === leader.identity);
    await other.hub.go();
  });
  afterEach(() => Promise.all([leader.close(), other.close()]));

  function contender(name: string): Promise<Contender> {
    const identity = `${name}-${scenario}`;
    return Contender.start({ cluster: cluster.address, identity, election, cacheDirectory, source, dest });
  }

  /** Not through the gate: what the test does is nobody's request. */
  const client = () => createKubeClient(cluster.loopback);
  const lease = () => client().resource(coordination.v1.leases, 'default').get(election.name);
  const migrations = () => client().resource(redisMigrations, 'default');

  const begin = () => migrations().create(migrationNamed(election.name));

  async function ended(): Promise<void> {
    const until = ({ status }: RedisMigration): boolean => /Succeeded|Failed/.test(status?.phase ?? '');
    const { status } = await eventually(() => migrations().get(election.name), { until });
    expect(status).toMatchObject({ phase: 'Succeeded', progress: { copied: KEYS, total: KEYS } });
    expect(await readContents(dest, DATABASES)).toEqual(await readContents(source, DATABASES));
  }

  /** Whether a write reports copied keys with more to come. */
  const isMidway = ({ by, wanted }: Arrival): boolean =>
    by === leader.identity && (wanted?.status?.progress?.copied ?? 0) >= 2 * BATCH;
  const takenOver = (versions = 1) =>
    eventually(() => gate.versions.filter(({ by }) => by === other.identity).length >= versions);

  /** One works, then the other, and never the first again. */
  async function expectOneAfterTheOther(): Promise<void> {
    const writers = gate.versions.map(({ by }) => by);
    expect(writers.filter((by, index) => by !== writers[index - 1])).toEqual([leader.identity, other.identity]);
    const runners = gate.versions.flatMap(({ migration }) =>
      migrationParts(migration).flatMap(({ path, state }) => (path === 'Migrate' ? [state.runner?.split('/')[0]] : [])),
    );
    expect(runners.filter((runner, index) => runner !== runners[index - 1])).toEqual([leader.identity, other.identity]);
    expect((await lease()).spec).toMatchObject({ holderIdentity: other.identity, leaseTransitions: 1 });
  }

  test.runIf(FULL)(
    'the second goes on where a killed leader was, and copies nothing again that was stored',
    async () => {
      gate.decide = async (arrival) =>
        isMidway(arrival) ? { kind: 'unanswered', strike: () => leader.hub.kill() } : { kind: 'pass' };
      await begin();
      await ended();
      await expectOneAfterTheOther();
      expect(leader.overheard.written + other.overheard.written).toBe(KEYS);
      expect(leader.overheard.written).toBeGreaterThanOrEqual(2 * BATCH);
    },
  );

  test.runIf(FULL)(
    'a leader that was stopped while it read keys writes none of them when it wakes up too late',
    async () => {
      let reads = 0;
      leader.overheard.onRead = (count) => {
        reads = count;
        if (count === 3) leader.hub.signal('SIGSTOP');
      };
      await begin();
      await takenOver();
      const written = leader.overheard.written;
      await gate.wake(leader.hub);
      await ended();
      expect(reads).toBe(3);
      expect(leader.overheard.written).toBe(written);
      expect(leader.overheard.written + other.overheard.written).toBe(KEYS);
      await expectOneAfterTheOther();
    },
  );

  test('a write of a stopped leader that arrives after the change is refused', async () => {
    let held = false;
    gate.decide = async (arrival) => {
      if (held || !isMidway(arrival)) return { kind: 'pass' };
      held = true;
      leader.hub.signal('SIGSTOP');
      await takenOver(2);
      return { kind: 'pass' };
    };
    await begin();
    await eventually(() => gate.conflicts.length > 0);
    const written = leader.overheard.written;
    await gate.wake(leader.hub);
    await ended();
    expect(gate.conflicts).toEqual([leader.identity]);
    expect(leader.overheard.written).toBe(written);
    await expectOneAfterTheOther();
  });
});
