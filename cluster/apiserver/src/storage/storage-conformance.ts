import assert from 'node:assert/strict';
import type { Storage, StorageEvent } from './storage.ts';
import { CompactedError, ConflictError, FutureRevisionError, StorageClosedError } from './storage-errors.ts';

/** One rule every storage driver keeps; throws when the driver breaks it. */
export interface StorageRule {
  readonly name: string;
  /** `storage` is new and empty; the caller closes it. */
  check(storage: Storage): Promise<void>;
}

/** The rules of the Storage interface, for any test framework: run each against a fresh storage. */
export const storageConformance: readonly StorageRule[] = [
  {
    name: 'starts empty at revision 1',
    async check(storage) {
      assert.equal(await storage.revision(), 1);
      assert.deepEqual(await storage.list('/'), { revision: 1, entries: [] });
      assert.equal(await storage.get('/a'), undefined);
    },
  },
  {
    name: 'gives every write its own, greater revision',
    async check(storage) {
      const revisions = await Promise.all(['/a', '/b', '/c'].map((key) => storage.put(key, bytes(key), 0)));
      const removed = await storage.delete('/a', revisions[0] ?? 0);
      assert.deepEqual(
        [...revisions, removed],
        [...revisions, removed].toSorted((a, b) => a - b),
      );
      assert.equal(new Set([...revisions, removed]).size, 4);
      assert.equal(await storage.revision(), removed);
    },
  },
  {
    name: 'reads back what was written, with the revision of the write',
    async check(storage) {
      const first = await storage.put('/a', bytes('one'), 0);
      assert.deepEqual(await read(storage, '/a'), ['one', first]);
      const second = await storage.put('/a', bytes('two'), first);
      assert.deepEqual(await read(storage, '/a'), ['two', second]);
      await storage.delete('/a', second);
      assert.equal(await storage.get('/a'), undefined);
    },
  },
  {
    name: 'creates a key only where none is',
    async check(storage) {
      const revision = await storage.put('/a', bytes('one'), 0);
      await assert.rejects(storage.put('/a', bytes('two'), 0), conflictAt(revision));
      assert.deepEqual(await read(storage, '/a'), ['one', revision]);
      assert.equal(await storage.revision(), revision);
    },
  },
  {
    name: 'refuses an update or a deletion based on an old revision',
    async check(storage) {
      const first = await storage.put('/a', bytes('one'), 0);
      const second = await storage.put('/a', bytes('two'), first);
      await assert.rejects(storage.put('/a', bytes('three'), first), conflictAt(second));
      await assert.rejects(storage.delete('/a', first), conflictAt(second));
      assert.deepEqual(await read(storage, '/a'), ['two', second]);
    },
  },
  {
    name: 'refuses to update or delete a key that does not exist',
    async check(storage) {
      await assert.rejects(storage.put('/a', bytes('one'), 7), conflictAt(0));
      await assert.rejects(storage.delete('/a', 7), conflictAt(0));
      await assert.rejects(storage.delete('/a', 0), conflictAt(0));
      assert.equal(await storage.revision(), 1);
    },
  },
  {
    name: 'lets exactly one of many racing writers win',
    async check(storage) {
      const outcomes = await Promise.allSettled(
        ['one', 'two', 'three'].map((text) => storage.put('/a', bytes(text), 0)),
      );
      const [won, ...more] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      assert.equal(more.length, 0);
      assert.equal((await storage.get('/a'))?.revision, won);
    },
  },
  {
    name: 'lists a prefix in key order and nothing beside it',
    async check(storage) {
      for (const key of ['/pods/b', '/pods/a', '/podsx/c', '/nodes/d']) await storage.put(key, bytes(key), 0);
      const { entries, revision } = await storage.list('/pods/');
      assert.deepEqual(
        entries.map(({ key }) => key),
        ['/pods/a', '/pods/b'],
      );
      assert.equal(revision, await storage.revision());
    },
  },
  {
    name: 'lists the state of any revision that was not compacted',
    async check(storage) {
      const states = await writeHistory(storage);
      for (const [revision, state] of states) {
        const { entries } = await storage.list('/', { revision });
        assert.deepEqual(new Map(entries.map(({ key, value }) => [key, text(value)])), state);
      }
      const future = (await storage.revision()) + 1;
      await assert.rejects(storage.list('/', { revision: future }), FutureRevisionError);
    },
  },
  {
    name: 'replays every write after a revision, in order, then goes on live',
    async check(storage) {
      const states = await writeHistory(storage);
      const end = await storage.revision();
      for (const start of [1, ...states.keys()]) {
        const stop = new AbortController();
        const events = collect(await storage.watch({ after: start, signal: stop.signal }), end - start + 1, stop);
        const key = `/live/${start}`;
        const live = await storage.put(key, bytes('live'), 0);
        const seen = await events;
        await storage.delete(key, live);
        assert.deepEqual(
          seen.map(({ revision }) => revision).slice(0, end - start),
          Array.from({ length: end - start }, (_, index) => start + index + 1),
        );
        assert.ok((seen.at(-1)?.revision ?? 0) > end);
      }
    },
  },
  {
    name: 'delivers each write exactly once to watches that start while writes are under way',
    async check(storage) {
      const revisions: number[] = [];
      const writing = (async () => {
        for (let number = 0; number < 20; number += 1) revisions.push(await storage.put(`/${number}`, bytes('x'), 0));
      })();
      const watches: Promise<readonly StorageEvent[]>[] = [];
      // So that watches start at many different points on the way of some write.
      while (revisions.length < 20 && watches.length < 2000) {
        const stop = new AbortController();
        watches.push(collect(await storage.watch({ after: 1, signal: stop.signal }), 20, stop));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await writing;
      for (const events of await Promise.all(watches)) {
        assert.deepEqual(
          events.map(({ revision }) => revision),
          revisions,
        );
      }
    },
  },
  {
    name: 'delivers deletions without a value',
    async check(storage) {
      const revision = await storage.put('/a', bytes('one'), 0);
      const stop = new AbortController();
      const events = collect(await storage.watch({ after: revision, signal: stop.signal }), 1, stop);
      const removed = await storage.delete('/a', revision);
      assert.deepEqual(await events, [{ key: '/a', value: undefined, revision: removed }]);
    },
  },
  {
    name: 'ends a watch quietly when its signal aborts or the storage closes',
    async check(storage) {
      const stop = new AbortController();
      const aborted = collect(await storage.watch({ after: 1, signal: stop.signal }), 99, stop);
      const closed = collect(await storage.watch({ after: 1, signal: new AbortController().signal }), 99, stop);
      stop.abort();
      assert.deepEqual(await aborted, []);
      await storage.close();
      assert.deepEqual(await closed, []);
    },
  },
  {
    name: 'forgets compacted history and keeps the state at the compacted revision and after',
    async check(storage) {
      const states = await writeHistory(storage);
      const revisions = [...states.keys()];
      const middle = revisions[Math.floor(revisions.length / 2)] ?? 0;
      await storage.compact(middle);
      assert.equal(await storage.compactedRevision(), middle);
      const signal = new AbortController().signal;
      await assert.rejects(storage.list('/', { revision: middle - 1 }), CompactedError);
      await assert.rejects(async () => storage.watch({ after: middle - 1, signal }), CompactedError);
      for (const revision of revisions.filter((candidate) => candidate >= middle)) {
        const { entries } = await storage.list('/', { revision });
        assert.deepEqual(new Map(entries.map(({ key, value }) => [key, text(value)])), states.get(revision));
      }
    },
  },
  {
    name: 'keeps revision and state when everything is compacted, twice',
    async check(storage) {
      await writeHistory(storage);
      const last = await storage.list('/');
      await storage.compact(last.revision);
      await storage.compact(1);
      await storage.compact(last.revision + 100);
      assert.deepEqual(await storage.list('/'), last);
      assert.ok((await storage.put('/new', bytes('x'), 0)) > last.revision);
    },
  },
  {
    name: 'refuses everything after closing',
    async check(storage) {
      await storage.close();
      await assert.rejects(storage.put('/a', bytes('one'), 0), StorageClosedError);
      await assert.rejects(storage.list('/'), StorageClosedError);
    },
  },
];

/** Creates, changes and deletes; returns the state after each write, by revision. */
async function writeHistory(storage: Storage): Promise<ReadonlyMap<number, ReadonlyMap<string, string>>> {
  const states = new Map<number, ReadonlyMap<string, string>>();
  const state = new Map<string, string>();
  const current = new Map<string, number>();
  const steps = ['/a=1', '/b=1', '/a=2', '/c=1', '/b', '/a=3', '/b=2', '/c', '/a', '/c=2', '/d=1', '/c=3'];
  for (const step of steps) {
    const [key = '', value] = step.split('=');
    const expected = current.get(key) ?? 0;
    const revision =
      value === undefined ? await storage.delete(key, expected) : await storage.put(key, bytes(value), expected);
    if (value === undefined) state.delete(key);
    else state.set(key, value);
    current.set(key, value === undefined ? 0 : revision);
    states.set(revision, new Map(state));
  }
  return states;
}

async function collect(
  batches: AsyncIterable<readonly StorageEvent[]>,
  count: number,
  stop: AbortController,
): Promise<readonly StorageEvent[]> {
  const events: StorageEvent[] = [];
  for await (const batch of batches) {
    events.push(...batch);
    if (events.length >= count) stop.abort();
  }
  return events;
}

async function read(storage: Storage, key: string): Promise<readonly unknown[]> {
  const entry = await storage.get(key);
  return [entry && text(entry.value), entry?.revision];
}

function conflictAt(actualRevision: number): (error: unknown) => boolean {
  return (error) => error instanceof ConflictError && error.actualRevision === actualRevision;
}

function bytes(value: string): Uint8Array {
  return Buffer.from(value);
}

function text(value: Uint8Array): string {
  return Buffer.from(value).toString();
}
