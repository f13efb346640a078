import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createManager } from '@kubemin/controller';
import { core } from '@kubemin/kubeapi/resources';
import {
  eventually,
  missingService,
  startRedis,
  startTcpProxy,
  startTestCluster,
  type TestCluster,
  type TestService,
} from '@kubemin/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrationNamed } from '../test-support/migration-object.ts';
import { fillRedis, readContents, withRedis } from '../test-support/redis-contents.ts';
import { serve } from '../test-support/served-samples.ts';
import { redisMigrationModule } from './redis-migration-machine.ts';
import { type RedisMigration, redisMigrations } from './redis-migration-resource.ts';

const ENDS: readonly unknown[] = ['Succeeded', 'Failed', 'PreFailed'];

describe.skipIf(missingService('redis') !== undefined).each(['http', 'loopback'] as const)(
  'RedisMigration over %s',
  (transport) => {
    const stop = new AbortController();
    let source: TestService;
    let dest: TestService;
    let cluster: TestCluster;
    let running: Promise<void>;

    beforeAll(async () => {
      [source, dest] = await Promise.all([startRedis({ appendonly: 'no' }), startRedis({ appendonly: 'no' })]);
      cluster = await startTestCluster({ transport, controllers: false });
      await serve(cluster.client, [redisMigrations]);
      const module = redisMigrationModule({ 'ali-123': source.url, 'ten-9': dest.url });
      const { client } = cluster;
      const manager = createManager({ client, clock: systemClock, random: systemRandom, logger: silentLogger });
      running = manager.with(module).run(stop.signal);
      await manager.ready;
    });
    afterAll(async () => {
      stop.abort();
      await running;
      await cluster.close();
      await Promise.all([source.close(), dest.close()]);
    });
    beforeEach(() => Promise.all([source, dest].map((server) => withRedis(server, 0, (client) => client.flushAll()))));

    const migrations = () => cluster.client.resource(redisMigrations, 'default');

    const create = (name: string, spec: Partial<RedisMigration['spec']> = {}) =>
      migrations().create(migrationNamed(name, { source: source.url, dest: dest.url, batchSize: 20, ...spec }));

    const ended = (name: string): Promise<RedisMigration> =>
      eventually(() => migrations().get(name), { until: ({ status }) => ENDS.includes(status?.phase) });
    const why = ({ status }: RedisMigration): string | undefined =>
      status?.conditions?.find(({ type }) => type === 'Failed')?.message;

    test('copies every key of every database, with its type, value and expiry', async () => {
      await fillRedis(source, { 0: 70, 4: 30, 15: 1 });
      await create('all');
      const { status } = await ended('all');
      expect(status).toMatchObject({
        phase: 'Succeeded',
        sourceStatus: { name: source.url.toUpperCase(), keys: 119 },
        destStatus: { keys: 0 },
        progress: { copied: 119, total: 119 },
      });
      await eventually(async () => (await migrations().get('all')).metadata.labels?.phase === 'Succeeded');
      expect(await readContents(dest, [0, 4, 15])).toEqual(await readContents(source, [0, 4, 15]));
    });

    test('copies a page of more keys than are held in memory at once', async () => {
      await fillRedis(source, { 0: 200 });
      await create('large-pages', { batchSize: 10_000 });
      expect((await ended('large-pages')).status?.phase).toBe('Succeeded');
      expect(await readContents(dest, [0])).toEqual(await readContents(source, [0]));
    });

    test('refuses a node of a Redis Cluster, which holds a part of the keys only', async () => {
      const node = await startRedis({ appendonly: 'no', 'cluster-enabled': 'yes' });
      try {
        await create('sharded', { source: node.url });
        const migration = await ended('sharded');
        expect(migration.status?.phase).toBe('PreFailed');
        expect(why(migration)).toContain('runs in cluster mode');
      } finally {
        await node.close();
      }
    });

    test('copies nothing from an empty server, and is done', async () => {
      await create('nothing');
      expect((await ended('nothing')).status).toMatchObject({ phase: 'Succeeded', progress: { copied: 0, total: 0 } });
    });

    test('finds servers by the ids of configured instances, and names them when an id is unknown', async () => {
      await fillRedis(source, { 1: 3 });
      await create('by-id', { source: 'ali-123', dest: 'ten-9' });
      expect((await ended('by-id')).status).toMatchObject({ phase: 'Succeeded', sourceStatus: { name: 'ALI-123' } });
      await create('unknown', { source: 'ali-124' });
      const unknown = await ended('unknown');
      expect(unknown.status).toMatchObject({ phase: 'PreFailed', failedFrom: 'Pending' });
      expect(why(unknown)).toMatch(/ali-124 is neither an address nor a configured instance: known are ali-123, ten-9/);
    });

    test('rejects a destination that is not empty, unless onConflict is replace', async () => {
      await fillRedis(source, { 0: 5 });
      await withRedis(dest, 0, (client) => client.mSet({ 'string-1': 'old', other: 'kept' }));
      await create('refused');
      const refused = await ended('refused');
      expect(refused.status?.phase).toBe('PreFailed');
      expect(why(refused)).toMatch(/holds 2 keys in database 0; empty it, or set spec.onConflict: replace/);
      expect(await withRedis(dest, 0, (client) => client.get('string-1'))).toBe('old');
      await create('replaced', { onConflict: 'replace' });
      expect((await ended('replaced')).status?.phase).toBe('Succeeded');
      const values = await withRedis(dest, 0, (client) => client.mGet(['string-1', 'other']));
      expect(values).toEqual(['0 of 1', 'kept']);
    });

    test('authenticates with a Secret, and reports how to create a missing one', async () => {
      await fillRedis(source, { 0: 2 });
      await withRedis(dest, 0, (client) => client.aclSetUser('copier', ['on', '>s3cret', '~*', '+@all']));
      await create('keyless', { destSecret: 'dest-login' });
      expect(why(await ended('keyless'))).toMatch(/Secret default\/dest-login does not exist; create it with: kubectl/);
      await cluster.client.resource(core.v1.secrets, 'default').create({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'dest-login' },
        stringData: { username: 'copier', password: 's3cret' },
      });
      await create('keyed', { destSecret: 'dest-login' });
      expect((await ended('keyed')).status?.phase).toBe('Succeeded');
    });

    test('is not begun with when the destination has fewer databases', async () => {
      await fillRedis(source, { 0: 1, 15: 1 });
      const small = await startRedis({ appendonly: 'no', databases: '15' });
      try {
        await create('small', { dest: small.url });
        const migration = await ended('small');
        expect(migration.status).toMatchObject({ phase: 'PreFailed' });
        expect(why(migration)).toContain('database 15, which the destination does not have; set its "databases" to 16');
      } finally {
        await small.close();
      }
    });

    test('does not copy a server onto itself under another name', async () => {
      await create('same', { source: 'ali-123', dest: source.url });
      expect(why(await ended('same'))).toMatch(/are the same server; name another one in spec.dest/);
    });

    test('a server that is away for a while costs another try, not the migration', async () => {
      const proxy = await startTcpProxy(dest);
      try {
        await fillRedis(source, { 0: 4 });
        proxy.cut();
        await create('patient', { dest: `redis://127.0.0.1:${proxy.port}` });
        const waiting = await eventually(() => migrations().get('patient'), {
          until: ({ status }) => JSON.stringify(status?.state ?? {}).includes('cannot be reached'),
        });
        expect(waiting.status?.phase).toBe('Pending');
        proxy.restore();
        expect((await ended('patient')).status?.phase).toBe('Succeeded');
      } finally {
        await proxy.close();
      }
    });

    test('a password in an address is refused by the server, so that it is never stored', async () => {
      await expect(create('leaky', { source: 'redis://me:hunter2@cache:6379' })).rejects.toMatchObject({
        code: 'KUBE_INVALID',
      });
    });
  },
);
