import { clearVault, systemClock, systemRandom } from '@kubemin/base';
import { type Migration, openSqlite, type SqlDatabase } from '@kubemin/sql';
import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import type { JournalEvent } from '../task/run-event.ts';
import type { EngineTables } from '../task/tables.ts';
import { makeDocument } from '../test-support/documents.ts';
import { EventJournal } from './event-journal.ts';
import { ENGINE_MIGRATIONS } from './migrations.ts';
import { RunArchive } from './run-archive.ts';
import { TaskStore } from './task-store.ts';

const document = makeDocument(['c1']);

/** One instance of several, as far as storing and reading events goes. */
function instanceOn(database: SqlDatabase<EngineTables>) {
  const tasks = new TaskStore(
    { database, vault: clearVault, clock: systemClock, changed: () => undefined },
    systemRandom,
  );
  return {
    journal: new EventJournal(database),
    archive: new RunArchive(database),
    submit: (appId: string) =>
      tasks.submit({ appId, appName: appId, namespace: 'n', revision: 1, document, componentIds: {} }),
    /** Five transitions. */
    run: async (appId: string): Promise<string> => {
      const request = { appId, appName: appId, namespace: 'n', revision: 1, document, componentIds: {} };
      const { id: taskId } = await tasks.submit(request);
      const claim = { taskId, executorId: 'one' };
      await tasks.claim(taskId, 'one');
      await tasks.release(claim);
      await tasks.claim(taskId, 'one');
      await tasks.begin(claim, []);
      await tasks.finish(claim, { status: 'completed' });
      return taskId;
    },
  };
}

const STATES = ['waiting', 'queued', 'waiting', 'queued', 'running', 'completed'];

describeDatabases('the journal', (dialect) => {
  async function open(instances: number) {
    const place = await dialect.create();
    return Promise.all(
      Array.from({ length: instances }, async () =>
        instanceOn(await (await place.open()).withTables<EngineTables>('engine', ENGINE_MIGRATIONS)),
      ),
    );
  }

  test('while three instances store and order at the same time, a reader sees every event once, in order', async () => {
    const instances = await open(dialect.kind === 'server' ? 3 : 1);
    const [reader] = instances;
    if (reader === undefined) throw new Error('no reader');
    let writing = true;
    const seen: JournalEvent[] = [];
    const read = async (): Promise<void> => {
      const { events, complete } = await reader.journal.read(seen.at(-1)?.position ?? 0, 7);
      expect(complete).toBe(true);
      seen.push(...events);
    };
    const ordering = instances.map(async ({ journal }) => {
      while (writing) await journal.order();
    });
    const reading = (async () => {
      while (writing) await read();
    })();
    const ids = await Promise.all(
      instances.flatMap(({ run }, instance) =>
        Array.from({ length: 4 }, async (_, lane) => {
          const mine: string[] = [];
          for (let turn = 0; turn < 4; turn += 1) mine.push(await run(`app-${instance}-${lane}`));
          return mine;
        }),
      ),
    );
    writing = false;
    await Promise.all([...ordering, reading]);
    const head = await reader.journal.head();
    while ((seen.at(-1)?.position ?? 0) < head) await read();
    expect(seen.map(({ position }) => position)).toEqual(Array.from({ length: head }, (_, index) => index + 1));
    for (const id of ids.flat()) {
      const events = seen.flatMap(({ event }) => (event.taskId === id && event.kind === 'task' ? [event] : []));
      expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(events.map(({ task }) => task.status)).toEqual(STATES);
    }
    expect(seen).toHaveLength(ids.flat().length * STATES.length);
  });

  test('a reader at a position before removed events is informed of it, also when they were never read', async () => {
    const [instance] = await open(1);
    if (instance === undefined) throw new Error('there is no instance');
    const { journal, archive, run } = instance;
    const kept = await run('a');
    const seenUntil = await journal.head();
    const removed = await run('b');
    await archive.remove([removed]);
    const last = await run('c');
    const head = await journal.head();
    expect(head).toBe(3 * STATES.length);
    expect(await journal.read(seenUntil, 100)).toMatchObject({ complete: false });
    expect((await journal.read(0, 100)).complete).toBe(false);
    const after = await journal.read(head - STATES.length, 100);
    expect(after.complete).toBe(true);
    expect(after.events.every(({ event, appId }) => event.taskId === last && appId === 'c')).toBe(true);
    expect((await journal.read(0, 100)).events.some(({ event }) => event.taskId === kept)).toBe(true);
  });

  test('a run that has not ended is not removed, and its events stay', async () => {
    const [instance] = await open(1);
    if (instance === undefined) throw new Error('there is no instance');
    const { journal, archive, submit } = instance;
    const { id } = await submit('a');
    await archive.remove([id]);
    expect((await journal.read(0, 10)).events).toMatchObject([{ event: { taskId: id, sequence: 1 } }]);
  });
});

test('where events have their places from the start, those of before come first, each run in its order', async () => {
  await using opened = openSqlite({ path: ':memory:' });
  // The code that runs here needs the columns of later steps.
  const isPlacing = ({ name }: Migration): boolean => name === '017-placed-events';
  const before = ENGINE_MIGRATIONS.map((each) => (isPlacing(each) ? { ...each, up: async () => undefined } : each));
  const old = await opened.withTables<EngineTables>('engine', before);
  const { run } = instanceOn(old);
  const runs = [await run('a'), await run('b'), await run('c')];
  await old.query
    .updateTable('run_events')
    .set({ position: null })
    .where('task_id', 'in', runs.slice(1))
    .where('sequence', '>', 2)
    .execute();
  await ENGINE_MIGRATIONS.find(isPlacing)?.up(opened.query, opened.capabilities);
  const now = instanceOn(old);
  const later = await now.run('d');
  const { events } = await now.journal.read(0, 100);
  expect(events.map(({ position }) => position)).toEqual([...new Set(events.map(({ position }) => position))]);
  for (const id of [...runs, later]) {
    const sequences = events.flatMap(({ event }) => (event.taskId === id ? [event.sequence] : []));
    expect(sequences).toEqual([1, 2, 3, 4, 5, 6]);
  }
  expect(events.slice(-STATES.length).every(({ event }) => event.taskId === later)).toBe(true);
});
