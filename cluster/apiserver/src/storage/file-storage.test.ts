import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileStorage } from './file-storage.ts';
import { StorageOpenError } from './storage-errors.ts';

let directory = '';

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubemin-file-storage-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true });
});

describe('KC-SRV-2: opening files', () => {
  it('finds everything again after a restart, with history and revision', async () => {
    const before = await fileStorage({ directory });
    const revision = await before.put('/a', Buffer.from('one'), 0);
    await before.put('/a', Buffer.from('two'), revision);
    await before.close();
    const after = await fileStorage({ directory });
    expect(await after.revision()).toBe(revision + 1);
    expect((await after.list('/', { revision })).entries.map(({ value }) => Buffer.from(value).toString())).toEqual([
      'one',
    ]);
    await after.close();
  });

  it('does not reuse the revision of a deletion that was compacted away', async () => {
    const before = await fileStorage({ directory });
    const removed = await before.delete('/a', await before.put('/a', Buffer.from('one'), 0));
    await before.compact(removed);
    await before.close();
    const after = await fileStorage({ directory });
    expect(await after.put('/b', Buffer.from('two'), 0)).toBe(removed + 1);
    await after.close();
  });

  it('takes over what the first version of the program wrote', async () => {
    const before = await fileStorage({ directory });
    await before.delete('/b', await before.put('/b', Buffer.from('gone'), 0));
    const revision = await before.put('/a', Buffer.from('one'), 0);
    await before.close();
    const database = new DatabaseSync(join(directory, 'objects.sqlite'));
    database.exec('CREATE TABLE current (key TEXT PRIMARY KEY, revision INTEGER NOT NULL) STRICT, WITHOUT ROWID');
    database.exec('PRAGMA user_version = 1');
    database.close();
    await rm(join(directory, 'objects.sqlite-checks'));
    for (const _ of ['taken over', 'opened again']) {
      const after = await fileStorage({ directory });
      expect((await after.list('/')).entries.map(({ key }) => key)).toEqual(['/a']);
      expect(await after.get('/a')).toMatchObject({ revision });
      await after.close();
    }
  });

  it('refuses a directory that another server uses', async () => {
    const first = await fileStorage({ directory });
    await expect(fileStorage({ directory })).rejects.toThrow('in use by another process');
    await first.close();
  });

  it('lets others read the database while a server works on it, as backups do', async () => {
    const storage = await fileStorage({ directory });
    await storage.put('/a', Buffer.from('1'), 0);
    const reader = new DatabaseSync(join(directory, 'objects.sqlite'), { readOnly: true });
    expect(reader.prepare('SELECT key FROM log').all()).toMatchObject([{ key: '/a' }]);
    await storage.put('/b', Buffer.from('2'), 0);
    reader.close();
    await storage.close();
  });

  it('refuses a file that is not a database', async () => {
    await writeFile(join(directory, 'objects.sqlite'), 'this is not SQLite, by any stretch of the imagination');
    await expect(fileStorage({ directory })).rejects.toThrow('damaged or not a database');
  });

  it('refuses the database of another program', async () => {
    const foreign = new DatabaseSync(join(directory, 'objects.sqlite'));
    foreign.exec('CREATE TABLE recipes (name TEXT)');
    foreign.close();
    await expect(fileStorage({ directory })).rejects.toThrow('not a KubeMin object store');
  });

  it('refuses a schema of another version', async () => {
    await (await fileStorage({ directory })).close();
    const database = new DatabaseSync(join(directory, 'objects.sqlite'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    await rm(join(directory, 'objects.sqlite-checks'));
    await expect(fileStorage({ directory })).rejects.toThrow('schema version 99');
  });

  it('refuses a directory that cannot be made', async () => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    await expect(fileStorage({ directory: join(file, 'inside') })).rejects.toBeInstanceOf(StorageOpenError);
  });
});

describe('KC-SRV-2: a process that is killed while it writes', () => {
  it.each([1, 2, 3])('loses no acknowledged write (round %i)', async () => {
    const writer = fork(join(import.meta.dirname, '../test-support/crash-writer.ts'), [directory], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const acknowledged = new Map<string, number>();
    writer.on('message', (message) => {
      const [key, revision] = String(message).split(' ');
      if (key !== undefined) acknowledged.set(key, Number(revision));
      if (acknowledged.size === 200) writer.kill('SIGKILL');
    });
    await once(writer, 'exit');
    expect(acknowledged.size).toBeGreaterThanOrEqual(200);

    const storage = await fileStorage({ directory });
    const found = new Map((await storage.list('/')).entries.map(({ key, revision }) => [key, revision]));
    for (const [key, revision] of acknowledged) expect(found.get(key)).toBe(revision);
    expect(await storage.revision()).toBeGreaterThanOrEqual(Math.max(...acknowledged.values()));
    await storage.close();
  });
});
