import { copyFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileStorage, StorageOpenError } from '@kubemin/apiserver';
import { hasSqlCode, openSqlite, sql } from '@kubemin/sql';
import { temporaryDirectory } from '@kubemin/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { ExitCode } from '../terminal/errors/cli-error.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { runHere } from '../test-support/run-here.ts';

const RUNS = process.env.KUBEMIN_TEST_FULL === '1' ? 1_500 : 20;

/** Files of a database as a killed process leaves them, and what it had acknowledged by then. */
interface Snapshot {
  readonly directory: string;
  readonly name: string;
  readonly acknowledged: ReadonlyMap<string, string>;
}

/** Reads everything, or undefined when the files are refused. */
type ReadAll = (path: string) => Promise<ReadonlyMap<string, string> | undefined>;

const SIDES = ['', '-wal', '-checks'] as const;

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(() => directory.remove());

async function copyFiles(from: string, to: string, name: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const side of SIDES) {
    await rm(join(to, `${name}${side}`), { force: true });
    await copyFile(join(from, `${name}${side}`), join(to, `${name}${side}`)).catch(() => undefined);
  }
}

interface Store {
  put(key: string, value: string): Promise<void>;
  close(): Promise<void>;
}

/** Takes one with everything in the log, one after the store was closed, one when the log has been moved and begun again. */
async function takeSnapshots(name: string, at: string, open: () => Promise<Store>): Promise<readonly Snapshot[]> {
  const acknowledged = new Map<string, string>();
  const snapshots: Snapshot[] = [];
  let store = await open();
  const put = async (key: string, size: number): Promise<void> => {
    const value = `${key}:`.repeat(Math.ceil(size / (key.length + 1)));
    await store.put(key, value);
    acknowledged.set(key, value);
  };
  const snapshot = async (moment: string): Promise<void> => {
    const copy = join(directory.path, `${name}-${moment}`);
    await copyFiles(at, copy, name);
    snapshots.push({ directory: copy, name, acknowledged: new Map(acknowledged) });
  };
  for (let index = 0; index < 20; index += 1) await put(`early-${index}`, 200);
  await snapshot('logged');
  await store.close();
  await snapshot('closed');
  store = await open();
  await Promise.all(Array.from({ length: 850 }, (_, index) => put(`large-${index}`, 20_000)));
  for (let index = 0; index < 10; index += 1) await put(`late-${index}`, 200);
  await snapshot('moved');
  await store.close();
  return snapshots;
}

async function objectStore(): Promise<readonly Snapshot[]> {
  const at = join(directory.path, 'objects');
  return takeSnapshots('objects.sqlite', at, async () => {
    const storage = await fileStorage({ directory: at });
    return {
      put: async (key, value) => {
        await storage.put(`/${key}`, Buffer.from(value), 0);
      },
      close: () => storage.close(),
    };
  });
}

const readObjects: ReadAll = async (path) => {
  try {
    const storage = await fileStorage({ directory: join(path, '..') });
    try {
      const { entries } = await storage.list('/');
      return new Map(entries.map(({ key, value }) => [key.slice(1), Buffer.from(value).toString()]));
    } finally {
      await storage.close();
    }
  } catch (error) {
    if (error instanceof StorageOpenError) return undefined;
    throw error;
  }
};

async function platformDatabase(): Promise<readonly Snapshot[]> {
  const at = join(directory.path, 'platform');
  await mkdir(at);
  return takeSnapshots('platform.db', at, async () => {
    const database = openSqlite({ path: join(at, 'platform.db') });
    await database.transaction(async (transaction) => {
      await sql`create table if not exists notes (key text primary key, value text not null)`.execute(transaction);
    });
    return {
      put: (key, value) =>
        database.transaction(async (transaction) => {
          await sql`insert into notes (key, value) values (${key}, ${value})`.execute(transaction);
        }),
      close: () => database.close(),
    };
  });
}

const readDatabase: ReadAll = async (path) => {
  try {
    const database = openSqlite({ path });
    try {
      const { rows } = await sql<{ key: string; value: string }>`select key, value from notes`.execute(database.query);
      return new Map(rows.map(({ key, value }) => [key, value]));
    } finally {
      await database.close();
    }
  } catch (error) {
    if (hasSqlCode(error, 'SQL_CORRUPT', 'SQL_CANNOT_OPEN')) return undefined;
    throw error;
  }
};

interface Damage {
  readonly snapshot: number;
  readonly side: (typeof SIDES)[number];
  readonly kind: 'flip' | 'zero' | 'truncate' | 'remove';
  /** Where, as a part of the file. */
  readonly at: number;
  readonly length: number;
}

const damages: fc.Arbitrary<Damage> = fc.record({
  snapshot: fc.constantFrom(0, 0, 0, 1, 1, 2),
  side: fc.constantFrom(...SIDES),
  kind: fc.constantFrom('flip', 'flip', 'zero', 'truncate', 'remove'),
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  length: fc.integer({ min: 1, max: 10_000 }),
});

/** False when there is nothing to damage. */
async function damageFile(path: string, { kind, at, length }: Damage): Promise<boolean> {
  const content = await readFile(path).catch(() => Buffer.alloc(0));
  if (content.length === 0) return false;
  const begin = Math.floor(at * content.length);
  if (kind === 'remove') await rm(path);
  else if (kind === 'truncate') await truncate(path, begin);
  else {
    if (kind === 'flip') content[begin] = (content[begin] ?? 0) ^ (1 << (length % 8));
    else content.fill(0, begin, Math.min(content.length, begin + length));
    await writeFile(path, content);
  }
  return true;
}

describe.each([
  ['object store', objectStore, readObjects],
  ['platform database', platformDatabase, readDatabase],
] as const)('R-07: the files of the %s', (_, make, readAll) => {
  let snapshots: readonly Snapshot[] = [];
  beforeAll(async () => {
    snapshots = await make();
  });

  test('R-07: as a killed process leaves them, hold everything that was acknowledged', async () => {
    for (const { directory: from, name, acknowledged } of snapshots) {
      const to = join(directory.path, 'whole');
      await copyFiles(from, to, name);
      expect(await readAll(join(to, name))).toEqual(acknowledged);
    }
  });

  test('R-07: damaged anywhere, are refused or hold everything that was acknowledged', async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(damages, async (damage) => {
        const snapshot = snapshots[damage.snapshot];
        if (snapshot === undefined) throw new TypeError('no such snapshot');
        const { name, acknowledged } = snapshot;
        const to = join(directory.path, 'damaged');
        await copyFiles(snapshot.directory, to, name);
        await damageFile(join(to, `${name}${damage.side}`), damage);
        const found = await readAll(join(to, name));
        if (found === undefined) {
          refused += 1;
          return;
        }
        const missing = [...acknowledged].filter(([key, value]) => found.get(key) !== value);
        expect(missing.map(([key]) => key)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(refused).toBeGreaterThan(RUNS / 5);
  });
});

describe('R-07: kubemin up on damaged files', () => {
  let home: KubeminHome;
  beforeAll(async () => {
    home = await KubeminHome.create();
    await (await home.upProcess()).end('SIGKILL');
  });
  afterAll(() => home.remove());

  const refusal = () => runHere(['up', '--data-dir', home.at(), '--port', '0', '--kube-port', '0'], { cwd: home.path });

  /** Puts the files back afterwards. */
  async function withDamage(name: string, change: (path: string) => Promise<void>, check: () => Promise<void>) {
    const path = home.at(join('data', name));
    await copyFile(path, home.at('kept-aside'));
    await change(path);
    await check();
    await copyFile(home.at('kept-aside'), path);
  }

  test('R-07: a damaged write-ahead log is refused with the count and the last good revision', async () => {
    const middle = async (path: string): Promise<void> => {
      const content = await readFile(path);
      content.fill(0, content.length / 2, content.length / 2 + 100);
      await writeFile(path, content);
    };
    await withDamage('cluster/objects.sqlite-wal', middle, async () => {
      const { exitCode, stderr } = await refusal();
      expect(stderr).toMatch(
        /objects\.sqlite-wal is damaged: [1-9]\d* acknowledged writes cannot be read; last good revision \d+; last acknowledged revision \d+\n.*kubemin restore FILE.*--accept-data-loss/,
      );
      expect(exitCode).toBe(ExitCode.damaged);
      // Nothing was changed by looking.
      expect((await refusal()).exitCode).toBe(ExitCode.damaged);
    });
  });

  test('R-07: an emptied or missing object file, and a missing platform.db, are not a new cluster', async () => {
    const objects = 'cluster/objects.sqlite';
    await withDamage(
      objects,
      (path) => truncate(path, 0),
      async () => {
        for (const side of ['-wal', '-checks']) await rm(home.at(`data/${objects}${side}`));
        expect(await refusal()).toMatchObject({
          exitCode: ExitCode.damaged,
          stderr: expect.stringMatching(/objects\.sqlite is empty in a directory that is in use/),
        });
        await rm(home.at('data/cluster'), { recursive: true });
        expect((await refusal()).stderr).toContain('objects.sqlite is missing from a directory that is in use');
        // The platform's database is looked at even where the cluster is given up.
        for (const side of SIDES) await rm(home.at(`data/platform.db${side}`), { force: true });
        expect((await refusal()).exitCode).toBe(ExitCode.damaged);
        await mkdir(home.at('data/cluster'));
      },
    );
  });

  test('R-07: --accept-data-loss starts with what can be read, and logs what is lost', async () => {
    const again = await home.upProcess('--accept-data-loss');
    expect(await readFile(dataDirectory(home.at()).log, 'utf8')).toContain('acknowledged data is lost');
    await again.end('SIGKILL');
  });
});
