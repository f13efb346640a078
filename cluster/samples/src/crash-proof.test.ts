import { Disposables, systemClock } from '@kubemin/base';
import { createKubeClient } from '@kubemin/kube';
import {
  eventually,
  type ManagerRelay,
  missingService,
  type ServedTestCluster,
  startRedis,
  startTestCluster,
  type TestService,
  temporaryDirectory,
} from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatKey } from './redis/redis-key.ts';
import { FIRST_CURSOR, scanPage } from './redis/redis-page.ts';
import { RedisConnector } from './redis-migration/migration-servers.ts';
import { type RedisMigration, redisMigrations } from './redis-migration/redis-migration-resource.ts';
import { sampleResources } from './sample-registry.ts';
import { BATCH, migrationNamed } from './test-support/migration-object.ts';
import { type CopiedPage, migrationParts, pagesBetween } from './test-support/migration-record.ts';
import { fillRedis, readContents, withRedis } from './test-support/redis-contents.ts';
import { RedisMonitor } from './test-support/redis-monitor.ts';
import { samplesRelay } from './test-support/samples-hub.ts';
import { serve } from './test-support/served-samples.ts';
import { StatusGate } from './test-support/status-gate.ts';
import { StrikePlan } from './test-support/strike-plan.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';
const SIZES = FULL ? { 0: 34, 3: 14, 9: 4 } : { 0: 14, 3: 4 };
const DATABASES = Object.keys(SIZES).map(Number);
const PATIENCE_MS = 240_000;

describe.skipIf(missingService('redis') !== undefined)('a migration whose process is killed', () => {
  const open = new Disposables();
  const gate = new StatusGate();
  const plan = new StrikePlan(FULL);
  /** The content of the writes that were lost. */
  const lostPages: CopiedPage[] = [];
  const lostParts: string[] = [];
  let source: TestService;
  let dest: TestService;
  let atSource: RedisMonitor;
  let atDest: RedisMonitor;
  let cluster: ServedTestCluster;
  let relay: ManagerRelay;

  beforeAll(async () => {
    [source, dest] = await Promise.all([startRedis({ appendonly: 'no' }), startRedis({ appendonly: 'no' })]);
    open.add(source.close);
    open.add(dest.close);
    await fillRedis(source, SIZES);
    [atSource, atDest] = await Promise.all([RedisMonitor.start(source), RedisMonitor.start(dest)]);
    open.add(() => atSource.close());
    open.add(() => atDest.close());
    cluster = await startTestCluster({ transport: 'http', controllers: false, around: gate.around });
    open.add(cluster.close);
    await serve(cluster.client, sampleResources);
    const cache = await temporaryDirectory();
    open.add(cache.remove);
    const instances = { old: source.url, new: dest.url };
    relay = samplesRelay({ cluster: cluster.address, instances, cacheDirectory: cache.path });
    open.add(() => relay.close());
    gate.decide = async (arrival) => {
      const moment = plan.findMoment(arrival);
      if (moment === undefined || arrival.wanted === undefined) return { kind: 'pass' };
      if (moment === 'lost') {
        lostPages.push(...pagesBetween(arrival.stored, arrival.wanted));
        const before = doneIn(arrival.stored);
        lostParts.push(...doneIn(arrival.wanted).filter((path) => !before.includes(path)));
      }
      return { kind: moment, strike: () => relay.replaceAny() };
    };
    await relay.start();
    await migrate('killed');
    await Promise.all([atSource.catchUp(), atDest.catchUp()]);
  });
  afterAll(() => open.dispose());

  /** Not through the gate: what the test does is nobody's write. */
  const migrations = () => createKubeClient(cluster.loopback).resource(redisMigrations, 'default');

  async function migrate(name: string): Promise<void> {
    await migrations().create(migrationNamed(name));
    const until = ({ status }: RedisMigration): boolean => /Succeeded|Failed/.test(status?.phase ?? '');
    const { status } = await eventually(() => migrations().get(name), { until, timeoutMs: PATIENCE_MS });
    expect(status).toMatchObject({ phase: 'Succeeded' });
  }

  test('dies in every phase, component and page', async ({ annotate }) => {
    await annotate(`${relay.kills} kills at ${plan.places.length} places, ${gate.versions.length} versions stored`);
    for (const part of ['Pending', 'Precheck/reachable', 'Precheck/version', 'Precheck/space', 'Migrate/prepare']) {
      expect(plan.places.filter((place) => place.includes(`${part}+`))).not.toEqual([]);
    }
    for (const part of ['copy', 'verify']) {
      for (const database of DATABASES) {
        const pages = plan.places.filter((place) => new RegExp(`${part}\\+?\\([^)]*db${database}@(?!0)`).test(place));
        expect(pages, `${part} of database ${database}`).not.toEqual([]);
      }
    }
    expect(relay.kills).toBeGreaterThanOrEqual(plan.places.length);
  });

  test('ends with every key of every database in its place', async () => {
    expect(await readContents(dest, DATABASES)).toEqual(await readContents(source, DATABASES));
  });

  test.each([
    ['copy', 'RESTORE'],
    ['verify', 'EXISTS'],
  ])('never does the %s of a page again whose end was stored', async (component, command) => {
    const expected = new Map<string, number>();
    for (const database of DATABASES) {
      (await keysAsWalked(database)).forEach((key, index) => {
        const pages = lostPages.filter((page) => page.component === component && page.database === database);
        const again = pages.filter(({ from, to }) => from <= index && index < to).length;
        expected.set(`${database} ${key}`, 1 + again);
      });
    }
    expect(new Map([...atDest.countKeys(command)].sort())).toEqual(new Map([...expected].sort()));
  });

  test('never does a check again whose end was stored', () => {
    for (const [side, monitor] of Object.entries({ source: atSource, dest: atDest })) {
      const again = lostParts.filter((path) => path === `Precheck/reachable/${side}`).length;
      expect(monitor.commands.filter(({ name }) => name === 'PING')).toHaveLength(1 + again);
    }
  });

  test('goes through each phase once, in order', () => {
    const phases = gate.versions.map(({ migration }) => migration.status?.phase);
    const entered = phases.filter((phase, index) => phase !== phases[index - 1]);
    expect(entered).toEqual(['Pending', 'Precheck', 'Migrate', 'Succeeded']);
  });

  test('never forgets when a part began, nor that it is done', () => {
    const began = new Map<string, string>();
    const done = new Set<string>();
    for (const { migration } of gate.versions) {
      for (const { path, state } of migrationParts(migration)) {
        const marks = [
          { path, ...state },
          ...(state.objects ?? []).map((object) => ({ ...object, path: `${path}(${object.id})` })),
        ];
        for (const mark of marks) {
          expect(mark.startTime, mark.path).toBe(began.get(mark.path) ?? mark.startTime);
          if (mark.startTime !== undefined) began.set(mark.path, mark.startTime);
          if (done.has(mark.path)) expect(mark.done, mark.path).toBe(true);
          if (mark.done === true) done.add(mark.path);
        }
      }
    }
    expect(done).toContain('Migrate/copy(db0)');
    expect(done).toContain('Migrate');
  });

  test('while it writes keys copies at most that page again', async () => {
    await withRedis(dest, 0, (client) => client.flushAll());
    atDest.commands.length = 0;
    gate.versions.length = 0;
    gate.decide = () => ({ kind: 'pass' });
    const deadly = FULL ? [1, 9, 15, 25, 31, 44] : [3, 15];
    let heard = 0;
    let dying: Promise<void> = Promise.resolve();
    const killsBefore = relay.kills;
    atDest.onCommand = ({ name }) => {
      heard += name === 'RESTORE' ? 1 : 0;
      if (name === 'RESTORE' && deadly.includes(heard)) dying = dying.then(() => relay.replaceAny());
    };
    await migrate('killed-while-writing');
    await dying;
    await atDest.catchUp();
    expect(relay.kills - killsBefore).toBe(deadly.length);
    expect(await readContents(dest, DATABASES)).toEqual(await readContents(source, DATABASES));
    const extra = [...atDest.countKeys('RESTORE').values()].reduce((sum, count) => sum + count - 1, 0);
    const largest = Math.max(
      ...gate.versions.flatMap(({ migration }, index) =>
        pagesBetween(gate.versions[index - 1]?.migration, migration).map(({ from, to }) => to - from),
      ),
    );
    expect(extra).toBeLessThanOrEqual(deadly.length * largest);
  });

  async function keysAsWalked(database: number): Promise<readonly string[]> {
    const address = { host: source.host, port: source.port, tls: false };
    const { signal } = new AbortController();
    using connection = await new RedisConnector().open({
      address,
      credentials: {},
      database,
      clock: systemClock,
      signal,
    });
    const keys: string[] = [];
    let cursor = FIRST_CURSOR;
    do {
      const page = await scanPage(connection, cursor, BATCH);
      keys.push(...page.keys.map(formatKey));
      ({ cursor } = page);
    } while (cursor !== FIRST_CURSOR);
    return keys;
  }
});

function doneIn(migration: RedisMigration | undefined): readonly string[] {
  if (migration === undefined) return [];
  return migrationParts(migration).flatMap(({ path, state }) => (state.done === true ? [path] : []));
}
