import { Disposables, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createManager, RESET_ANNOTATION } from '@kubemin/controller';
import { createKubeClient } from '@kubemin/kube';
import {
  eventually,
  missingService,
  startRedis,
  startTestCluster,
  type TestCluster,
  type TestService,
} from '@kubemin/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BATCH, migrationNamed } from '../test-support/migration-object.ts';
import { migrationParts } from '../test-support/migration-record.ts';
import { fillRedis, readContents, withRedis } from '../test-support/redis-contents.ts';
import { RedisMonitor } from '../test-support/redis-monitor.ts';
import { serve } from '../test-support/served-samples.ts';
import { StatusGate } from '../test-support/status-gate.ts';
import { redisMigrationModule } from './redis-migration-machine.ts';
import { type RedisMigration, redisMigrations } from './redis-migration-resource.ts';

describe.skipIf(missingService('redis') !== undefined)('a migration that is interrupted by its servers', () => {
  const open = new Disposables();
  const gate = new StatusGate();
  let source: TestService;
  let dest: TestService;
  let atDest: RedisMonitor;
  let cluster: TestCluster;

  beforeAll(async () => {
    // The source keeps its keys over a restart.
    [source, dest] = await Promise.all([startRedis(), startRedis({ appendonly: 'no' })]);
    open.add(source.close);
    open.add(dest.close);
    atDest = await RedisMonitor.start(dest);
    open.add(() => atDest.close());
    cluster = await startTestCluster({ transport: 'http', controllers: false, around: gate.around });
    open.add(cluster.close);
    await serve(cluster.client, [redisMigrations]);
    const { client } = cluster;
    const stop = new AbortController();
    const manager = createManager({ client, clock: systemClock, random: systemRandom, logger: silentLogger });
    const running = manager.with(redisMigrationModule()).run(stop.signal);
    open.add(() => running);
    open.add(() => stop.abort());
    await manager.ready;
  });
  afterAll(() => open.dispose());

  beforeEach(async () => {
    await Promise.all([source, dest].map((server) => withRedis(server, 0, (client) => client.flushAll())));
    await fillRedis(source, { 0: 40, 1: 10 });
    gate.decide = () => Promise.resolve({ kind: 'pass' });
    gate.versions.length = 0;
    await atDest.catchUp();
    atDest.commands.length = 0;
  });

  const migrations = () => createKubeClient(cluster.loopback).resource(redisMigrations, 'default');
  const copied = (migration: RedisMigration | undefined): number => migration?.status?.progress?.copied ?? 0;
  const why = ({ status }: RedisMigration): string | undefined =>
    status?.conditions?.find(({ type }) => type === 'Failed')?.message;

  const create = (name: string) => migrations().create(migrationNamed(name, { source: source.url, dest: dest.url }));

  const reached = (name: string, phase: string): Promise<RedisMigration> =>
    eventually(() => migrations().get(name), { until: ({ status }) => status?.phase === phase });

  /** Runs an action once, during the first write that matches. */
  function once(when: (wanted: RedisMigration) => boolean, happen: () => Promise<unknown>): void {
    let happened = false;
    gate.decide = async ({ wanted }) => {
      if (!happened && wanted !== undefined && when(wanted)) {
        happened = true;
        await happen();
      }
      return { kind: 'pass' };
    };
  }

  test('goes on after a reset with what is left when the destination was full', async () => {
    const memory = (limit: string) => withRedis(dest, 0, (client) => client.configSet('maxmemory', limit));
    once(
      (wanted) => copied(wanted) >= 2 * BATCH,
      () => memory('1'),
    );
    await create('full');
    const failed = await reached('full', 'Failed');
    expect(why(failed)).toMatch(/it is full: raise its maxmemory or remove keys/);
    expect(failed.status?.failedFrom).toBe('Migrate');
    const before = copied(failed);
    await memory('0');
    const metadata = { annotations: { [RESET_ANNOTATION]: 'now' } };
    await migrations().patch('full', { type: 'merge', body: { metadata } });
    await reached('full', 'Succeeded');
    expect(before).toBeGreaterThanOrEqual(2 * BATCH);
    expect(await readContents(dest, [0, 1])).toEqual(await readContents(source, [0, 1]));
    await atDest.catchUp();
    const twice = [...atDest.countKeys('RESTORE').values()].filter((count) => count > 1);
    expect(twice.length, 'only the page that did not fit is written again').toBeLessThanOrEqual(2 * BATCH);
  });

  test('visits a database again from its first key when the source was restarted, with a warning', async () => {
    once(
      (wanted) => copied(wanted) >= 2 * BATCH,
      async () => {
        await source.stop();
        await source.start();
      },
    );
    await create('restarted');
    const migration = await reached('restarted', 'Succeeded');
    const copy = migrationParts(migration).find(({ path }) => path === 'Migrate/copy');
    expect(copy?.state.objects?.map(({ warning }) => warning)).toEqual([
      expect.stringMatching(/the source was restarted meanwhile/),
      undefined,
    ]);
    expect(migration.status?.progress).toEqual({ copied: 62, total: 62 });
    expect(await readContents(dest, [0, 1])).toEqual(await readContents(source, [0, 1]));
  });

  test('fails when keys are missing at the end, and names them', async () => {
    const isCopied = (wanted: RedisMigration): boolean =>
      migrationParts(wanted).some(({ path, state }) => path === 'Migrate/copy' && state.done === true);
    once(isCopied, () => withRedis(dest, 1, (client) => client.del(['hash', Buffer.from([0, 255, 10, 13, 34, 92])])));
    await create('robbed');
    const failed = await reached('robbed', 'Failed');
    expect(why(failed)).toMatch(/\(database 1\) lacks [12] of \d+ checked keys: .*("hash"|"\\x00\\xff\\n\\r\\"\\\\")/);
  });

  test('stands still while it is paused, and goes on from there', async () => {
    const pause = (paused: boolean) => migrations().patch('paused', { type: 'merge', body: { spec: { paused } } });
    once(
      (wanted) => copied(wanted) >= 2 * BATCH,
      () => pause(true),
    );
    await create('paused');
    const held = await eventually(() => migrations().get('paused'), {
      until: ({ status }) =>
        status?.conditions?.some(({ type, status: is }) => type === 'Paused' && is === 'True') ?? false,
    });
    expect(held.status?.phase).toBe('Migrate');
    const keys = copied(held);
    expect(keys).toBeLessThan(62);
    await pause(false);
    await reached('paused', 'Succeeded');
    await atDest.catchUp();
    const writes = [...atDest.countKeys('RESTORE').values()].reduce((sum, count) => sum + count, 0);
    expect(writes).toBeLessThanOrEqual(62 + 2 * BATCH);
  });
});
