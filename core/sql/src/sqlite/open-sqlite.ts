import { DatabaseSync } from 'node:sqlite';
import { type Clock, type Random, systemClock, systemRandom, toError } from '@kubemin/base';
import type { SqlCapabilities } from '../capabilities.ts';
import { serialAccess } from '../migration/migration-access.ts';
import { type QueryObserver, SqlDatabase } from '../sql-database.ts';
import { sqlError } from '../sql-error.ts';
import { StatementWatch } from '../statement-watch.ts';
import { SqliteDialect } from './sqlite-dialect.ts';
import { sqliteResultCode } from './sqlite-error.ts';
import { type DiskSync, type WriteAheadLog, writeAheadLogOf } from './write-ahead-log.ts';

/** Where the database is and how patient it is with other writers. */
export interface OpenSqliteOptions {
  /** A file, made when absent, or ':memory:'. */
  readonly path: string;
  /** How long a write waits for another connection's write. @default 10 s */
  readonly busyTimeoutMs?: number;
  /** For waiting and stamps; waiting for a lock is real time even in tests that use a clock of their own. */
  readonly clock?: Clock;
  readonly random?: Random;
  readonly onQuery?: QueryObserver;
  /** How commits reach the disk. @default waited for outside this thread */
  readonly sync?: DiskSync | undefined;
}

const CAPABILITIES: SqlCapabilities = {
  dialect: 'sqlite',
  returning: true,
  writableWith: false,
  // It makes them, but does not see that one value is among several.
  partialIndexes: false,
  transactionalDdl: true,
  serialTransactions: true,
  rowLocks: false,
  separateCounts: false,
  skipLocked: false,
};

const OPENING_TIMEOUT_MS = 5_000;
/** Of 4 KB. Moving them to the database is what still waits for the disk in this thread: rather seldom. */
const CHECKPOINT_PAGES = 4_000;

/** Opens (or makes) a SQLite database that survives a crash: a commit is on disk when its promise resolves. */
export function openSqlite(options: OpenSqliteOptions): SqlDatabase {
  const { clock = systemClock, random = systemRandom, busyTimeoutMs = 10_000 } = options;
  const { database, log } = openDurable(options);
  const watch = new StatementWatch({ onQuery: options.onQuery, clock });
  const dialect = new SqliteDialect({ database, log, clock, random, busyTimeoutMs, watch });
  return new SqlDatabase({
    dialect,
    capabilities: CAPABILITIES,
    migrations: serialAccess(dialect),
    clock,
    random,
    onQuery: options.onQuery,
    ...dialect.runners,
    close: () => dialect.close(),
  });
}

interface DurableDatabase {
  readonly database: DatabaseSync;
  readonly log: WriteAheadLog | undefined;
}

/** Commits only append to the write-ahead log; who syncs that has them outlive a power failure. */
function openDurable({ path, sync }: OpenSqliteOptions): DurableDatabase {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: OPENING_TIMEOUT_MS, enableForeignKeyConstraints: true });
    database.exec('pragma journal_mode = wal; pragma synchronous = normal');
    database.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    // 16 MB: what changes with every transition of many applications stays in memory.
    database.exec('pragma cache_size = -16000');
    // Reading alone does not show that the file can be written.
    database.exec('begin immediate; rollback');
    // From here on the connection waits by itself, on the event loop; see SqliteConnection.
    database.exec('pragma busy_timeout = 0');
    return { database, log: writeAheadLogOf(database, sync) };
  } catch (thrown) {
    database?.close();
    throw cannotOpen(path, thrown);
  }
}

const ADVICE: ReadonlyMap<number, string> = new Map([
  [5, 'another program is holding it: stop that program, or use another data directory'],
  [8, 'it cannot be written: give this user write permission on the file and its directory'],
  [13, 'the disk is full: make room and start again'],
  [14, 'its directory must exist and be writable by this user: create it, or choose another data directory'],
  [26, 'the file is not a SQLite database: move it away, or choose another data directory'],
]);

function cannotOpen(path: string, thrown: unknown): Error {
  const error = toError(thrown);
  const result = sqliteResultCode(error);
  const advice = (result === undefined ? undefined : ADVICE.get(result & 0xff)) ?? 'see the cause';
  return sqlError('SQL_CANNOT_OPEN', `cannot open the database ${path} (${error.message}): ${advice}`, error);
}
