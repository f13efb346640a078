import { DatabaseSync } from 'node:sqlite';
import { type Clock, type Random, systemClock, systemRandom, toError } from '@kubemin/base';
import { errorMessage, type Message } from '@kubemin/base/message';
import { type SqliteDamage, SqliteDamageError, SqliteGuard, UnguardedSqlite } from '@kubemin/base/sqlite-guard';
import {
  type QueryObserver,
  type SqlCapabilities,
  SqlDatabase,
  StatementObserver,
  serialAccess,
  sqlError,
} from '../database/index.ts';
import { openMessages } from '../messages/index.ts';
import { SqliteDialect } from './sqlite-dialect.ts';
import { type DiskSync, openWriteAheadLog, type WriteAheadLog } from './sqlite-driver.ts';
import { isSqliteBusy, sqliteResultCode } from './sqlite-error.ts';

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
  /**
   * Whether another process may be working on the file, which then looks after its integrity. @default false: nothing else
   * writes to the file, and damage is found here
   */
  readonly joins?: boolean | undefined;
  /** Open what can be read of a damaged file, although acknowledged commits are lost. @default false */
  readonly acceptDataLoss?: boolean | undefined;
  /** Called with what was lost and accepted. */
  readonly onDataLoss?: ((damage: SqliteDamage) => void) | undefined;
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

/** Opens (or makes) a SQLite database that survives a crash: a commit is on disk when its promise resolves. */
export function openSqlite(options: OpenSqliteOptions): SqlDatabase {
  const { clock = systemClock, random = systemRandom, busyTimeoutMs = 10_000 } = options;
  const { database, log } = openDurable(options);
  const watch = new StatementObserver({ onQuery: options.onQuery, clock });
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
function openDurable({ path, sync, joins = false, ...options }: OpenSqliteOptions): DurableDatabase {
  const { acceptDataLoss = false, onDataLoss } = options;
  const isGuarded = path !== MEMORY && !joins;
  let database: DatabaseSync | undefined;
  try {
    const inspection = isGuarded ? SqliteGuard.inspect(path, { acceptDataLoss }) : undefined;
    database = new DatabaseSync(path, { timeout: OPENING_TIMEOUT_MS, enableForeignKeyConstraints: true });
    database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0');
    // 16 MB: what changes with every transition of many applications stays in memory.
    database.exec('pragma cache_size = -16000');
    // From here on waiting for a lock happens on the event loop; see SqliteConnection.
    database.exec('pragma busy_timeout = 0');
    checkWritable(database);
    if (path === MEMORY) return { database, log: undefined };
    if (inspection === undefined)
      return { database, log: openWriteAheadLog(path, new UnguardedSqlite(database, path), sync) };
    const guard = SqliteGuard.attach(database, path, inspection);
    if (guard.accepted !== undefined) onDataLoss?.(guard.accepted);
    return { database, log: openWriteAheadLog(path, guard, sync) };
  } catch (thrown) {
    if (database?.isOpen) database.close();
    throw cannotOpen(path, thrown);
  }
}

const MEMORY = ':memory:';

/**
 * Reading alone does not show that the file can be written. A lock of another connection is no reason to fail: SQLite reports
 * a read-only file before it looks for locks, and a connection of this thread cannot finish its transaction while this waits.
 */
function checkWritable(database: DatabaseSync): void {
  try {
    database.exec('begin immediate; rollback');
  } catch (thrown) {
    if (!isSqliteBusy(thrown)) throw thrown;
  }
}

const ADVICE: ReadonlyMap<number, Message> = new Map([
  [5, openMessages.inUse],
  [8, openMessages.notWritable],
  [11, openMessages.damaged],
  [13, openMessages.diskFull],
  [14, openMessages.noDirectory],
  [26, openMessages.notADatabase],
]);

function cannotOpen(path: string, thrown: unknown): Error {
  const error = toError(thrown);
  if (error instanceof SqliteDamageError) {
    return sqlError('SQL_CORRUPT', openMessages.restore({ problem: errorMessage(error) }), error);
  }
  const result = sqliteResultCode(error);
  const advice = (result === undefined ? undefined : ADVICE.get(result & 0xff)) ?? openMessages.seeCause;
  return sqlError('SQL_CANNOT_OPEN', openMessages.cannotOpen({ path, reason: errorMessage(error), advice }), error);
}
