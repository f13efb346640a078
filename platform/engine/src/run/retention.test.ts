import { clearVault, silentLogger, systemRandom } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { ManualClock } from '@kubemin/testing';
import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { EventLog } from '../store/event-log.ts';
import { ENGINE_MIGRATIONS } from '../store/migrations.ts';
import { RunArchive } from '../store/run-archive.ts';
import { TaskStore } from '../store/task-store.ts';
import { DEPLOY_OPERATION, type Operation } from '../task/operation.ts';
import type { EngineTables } from '../task/tables.ts';
import { makeBench } from '../test-support/bench.ts';
import { makeDocument } from '../test-support/documents.ts';
import { Retention } from './retention.ts';

const DAY = 24 * 3_600_000;
const SETTINGS = { keepRunsForMs: 30 * DAY, keepRunsPerApplication: 3, retentionIntervalMs: 60_000 };

describeDatabases('retention', (dialect) => {
  async function makeArchive(settings: Partial<typeof SETTINGS> = {}) {
    const opened = await (await dialect.create()).open();
    const database = await opened.withTables<EngineTables>('engine', ENGINE_MIGRATIONS);
    const clock = new ManualClock();
    const store = { database, vault: clearVault, clock, changed: () => undefined };
    const tasks = new TaskStore(store, systemRandom);
    // Pauses between batches do not wait for the clock to advance.
    const pausing = { now: () => clock.now(), monotonic: () => clock.monotonic(), sleep: async () => undefined };
    const archive = new RunArchive(database);
    const retention = new Retention({
      archive,
      clock: { ...pausing, after: (ms, callback) => clock.after(ms, callback) },
      logger: silentLogger,
      settings: { ...SETTINGS, ...settings },
    });
    const document = makeDocument(['c1']);
    const submit = (appId: string, operation: Operation = DEPLOY_OPERATION) =>
      tasks.submit({ appId, appName: appId, namespace: 'n', revision: 1, document, componentIds: {}, operation });
    return {
      clock,
      left: async (appId: string) => (await tasks.tasks({ appId, limit: 100 })).tasks.map(({ id }) => id).toReversed(),
      submit,
      ended: async (appId: string, status: 'completed' | 'failed', operation?: Operation) => {
        const { id } = await submit(appId, operation);
        await tasks.claim(id, 'one');
        await tasks.begin({ taskId: id, executorId: 'one' }, []);
        const outcome = status === 'failed' ? { status, error: verbatim('x') } : { status };
        await tasks.finish({ taskId: id, executorId: 'one' }, outcome);
        return id;
      },
      sweep: () => retention.sweep(new AbortController().signal),
      log: new EventLog(database),
    };
  }

  test('runs that ended long ago go, with their events; what was delivered last and everything after it stays', async () => {
    const { clock, ended, submit, sweep, left, log } = await makeArchive({ keepRunsPerApplication: 100 });
    const old = await ended('a', 'completed');
    await ended('a', 'failed');
    const delivered = await ended('a', 'completed');
    const failure = await ended('a', 'failed');
    const waiting = await submit('a');
    const onlyFailures = [await ended('b', 'failed'), await ended('b', 'failed')];
    await clock.advance(31 * DAY);
    await sweep();
    expect(await left('a')).toEqual([delivered, failure, waiting.id]);
    expect(await left('b')).toEqual(onlyFailures);
    expect(await log.read(old, 0, 10)).toEqual([]);
    expect((await log.read(delivered, 0, 10)).length).toBeGreaterThan(0);
  });

  test('of an application whose last run deleted all it had, nothing stays; a deletion that failed does', async () => {
    const { clock, ended, sweep, left } = await makeArchive();
    const deletion: Operation = { kind: 'delete', claims: 'keep' };
    await ended('gone', 'completed');
    await ended('gone', 'completed', deletion);
    const stuck = [await ended('stuck', 'completed'), await ended('stuck', 'failed', deletion)];
    await ended('back', 'completed', deletion);
    const failed = await ended('back', 'failed');
    await sweep();
    expect(await left('gone')).toHaveLength(2);
    await clock.advance(31 * DAY);
    await sweep();
    expect(await left('gone')).toEqual([]);
    expect(await left('stuck')).toEqual(stuck);
    expect(await left('back')).toEqual([failed]);
  });

  test('of many runs of one application the newest stay, and what it delivered last, however long ago', async () => {
    const { ended, sweep, left } = await makeArchive();
    const delivered = await ended('a', 'completed');
    const failures: string[] = [];
    for (let index = 0; index < 25; index++) failures.push(await ended('a', 'failed'));
    const other = [await ended('b', 'failed'), await ended('b', 'failed')];
    await sweep();
    expect(await left('a')).toEqual([delivered, ...failures.slice(-3)]);
    expect(await left('b')).toEqual(other);
    const next = await ended('a', 'completed');
    await sweep();
    expect(await left('a')).toEqual([...failures.slice(-2), next]);
  });
});

test('a running engine removes old runs', async () => {
  const clock = new ManualClock();
  const { engine, submit, finished } = await makeBench(clock, { settings: { keepRunsPerApplication: 2 } });
  await engine.start();
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) {
    const { id } = await submit(['c1']);
    await finished(id);
    ids.push(id);
  }
  await clock.advance(61_000);
  expect((await engine.tasks()).map(({ id }) => id)).toEqual(ids.slice(-2).toReversed());
});
