import { writeFile } from 'node:fs/promises';
import { createKubeClient, httpTransport, type KubeClient, renderKubeconfig } from '@kubemin/kube';
import { coordination } from '@kubemin/kubeapi/resources';
import { type RedisMigration, redisMigrations } from '@kubemin/samples';
import { eventually, freePort, missingService, startRedis, type TestService } from '@kubemin/testing';
import { createClient } from '@redis/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { RecordedHub } from '../test-support/recorded-hub.ts';

const KEYS = 60;
const BATCH = 10;
/** The page during which something happens to the leader. */
const FATEFUL = 3;
const LEASE = 'kubemin-hub';
const FLAGS = [
  '--install-crds',
  '--metrics-bind-address=0',
  '--health-probe-bind-address=0',
  '--enable-leader-election',
  `--leader-election-id=${LEASE}`,
  // Long enough that a process on a busy machine renews its lease: only one that was killed or stopped loses it.
  '--leader-election-lease-duration=12s',
  '--leader-election-renew-deadline=10s',
  '--leader-election-retry-period=250ms',
];

describe.skipIf(missingService('redis') !== undefined)('two hubs that stand for one Lease', () => {
  let source: TestService;
  let dest: TestService;
  let home: KubeminHome;
  let client: KubeClient;
  let close: () => void;
  let leader: RecordedHub;
  let other: RecordedHub;

  beforeAll(async () => {
    [source, dest] = await Promise.all([startRedis({ appendonly: 'no' }), startRedis({ appendonly: 'no' })]);
    const redis = await createClient({ url: source.url }).connect();
    await redis.mSet(Object.fromEntries(Array.from({ length: KEYS }, (_, index) => [`key-${index}`, `${index}`])));
    redis.destroy();
  });
  afterAll(() => Promise.all([source?.close(), dest?.close()]));

  beforeEach(async () => {
    home = await KubeminHome.create();
    const port = await freePort();
    const server = `http://127.0.0.1:${port}`;
    const ports = ['--secure-port', '0', '--insecure-port', String(port), '--authn-allow-localhost'];
    await home.start('apiserver', '--data-dir', home.at(), ...ports).waitForOutput('API server is up');
    const kubeconfig = home.at('hub.kubeconfig');
    await writeFile(kubeconfig, renderKubeconfig({ server }));
    const transport = httpTransport({ server });
    ({ close } = transport);
    client = createKubeClient(transport.handler);
    const flags = [...FLAGS, '--kubeconfig', kubeconfig];
    leader = await RecordedHub.start({ home, name: 'leader', flags, source, dest });
    await eventually(async () => (await holder()) !== undefined);
    other = await RecordedHub.start({ home, name: 'other', flags, source, dest });
    await other.process.waitForOutput('is up');
  });
  afterEach(async () => {
    await Promise.all([leader?.close(), other?.close()]);
    close();
    await home.remove();
    const redis = await createClient({ url: dest.url }).connect();
    await redis.flushAll();
    redis.destroy();
  });

  const leases = () => client.resource(coordination.v1.leases, 'default');
  const holder = async () => (await leases().find(LEASE))?.spec?.holderIdentity;
  const migrations = () => client.resource(redisMigrations, 'default');

  async function begin(): Promise<void> {
    await migrations().create({
      apiVersion: 'database.cloud.tencent.com/v1',
      kind: 'RedisMigration',
      metadata: { name: 'all' },
      spec: { source: 'old', dest: 'new', batchSize: BATCH, onConflict: 'fail' },
    });
  }

  async function expectComplete(): Promise<void> {
    const until = ({ status }: RedisMigration): boolean => /Succeeded|Failed/.test(status?.phase ?? '');
    const { status } = await eventually(() => migrations().get('all'), { until });
    expect(status).toMatchObject({ phase: 'Succeeded', progress: { copied: KEYS, total: KEYS } });
    // Every key once: what the first had stored was not done again, and what it had not was done by the second.
    expect(leader.overheard.written + other.overheard.written).toBe(KEYS);
    expect(leader.overheard.written).toBeGreaterThanOrEqual((FATEFUL - 1) * BATCH);
    expect(other.overheard.written).toBeGreaterThan(0);
  }

  test('the second finishes what a killed leader had begun', async () => {
    const first = await holder();
    let dying: Promise<unknown> = Promise.resolve();
    leader.overheard.onRead = (count) => {
      if (count === FATEFUL) dying = leader.process.end('SIGKILL');
    };
    await begin();
    await expectComplete();
    await dying;
    expect(await holder()).not.toBe(first);
  });

  test('a leader that was stopped past its lease does nothing more when it goes on', async () => {
    const first = await holder();
    leader.overheard.onRead = (count) => {
      if (count === FATEFUL) leader.process.signal('SIGSTOP');
    };
    await begin();
    await eventually(() => other.overheard.written > 0);
    const written = leader.overheard.written;
    const length = leader.process.stderr.length;
    leader.process.signal('SIGCONT');
    await eventually(() => leader.process.stderr.slice(length).includes('leads no more'));
    await expectComplete();
    expect(leader.overheard.written).toBe(written);
    expect(await holder()).not.toBe(first);
  });
});
