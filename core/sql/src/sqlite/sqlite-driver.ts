import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { ProgrammingError } from '@kubemin/base';
import type { CommitWatch } from '@kubemin/base/sqlite-guard';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { type RunSync, type StatementObserver, sqlError } from '../database/index.ts';
import { statementMessages } from '../messages/index.ts';
import { SqliteConnection, type SqliteConnectionOptions, SqliteTurn, type TurnWatcher } from './sqlite-connection.ts';

/** Brings what was written to an open file to the disk. */
export type DiskSync = (file: number) => Promise<void>;

const datasync: DiskSync = promisify(fdatasync);

/** The file that SQLite appends commits to. */
export interface WriteAheadLog {
  /** Call it right after a commit; resolves once every commit so far is on the disk, and recorded as such. */
  sync(): Promise<void>;
  /** Closes the database, too, which removes the file. */
  close(): void;
}

/** The log of a database in WAL mode. */
export function openWriteAheadLog(path: string, guard: CommitWatch, sync: DiskSync = datasync): WriteAheadLog {
  const file = openSync(`${path}-wal`, 'r+');
  return {
    sync: async () => {
      const position = guard.committed();
      await sync(file);
      guard.acknowledge(position);
    },
    close: () => {
      closeSync(file);
      guard.close();
    },
  };
}

/** Work that waits for one and the same commit. */
class CommitGroup {
  readonly #end = Promise.withResolvers<void>();
  #size = 0;

  constructor() {
    // Members of the group get the failure; without members there would be an unhandled rejection.
    this.#end.promise.catch(() => undefined);
  }

  get size(): number {
    return this.#size;
  }

  /** Resolves when what was done is on disk, and rejects when it never will be. */
  join(): Promise<void> {
    this.#size += 1;
    return this.#end.promise;
  }

  committed(): void {
    this.#end.resolve();
  }

  failed(error: unknown): void {
    this.#end.reject(error);
  }
}

/** Lets one through at a time, in the order they came. */
class Mutex {
  #busy = false;
  readonly #queue: (() => void)[] = [];

  async lock(): Promise<void> {
    if (this.#busy) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#busy = true;
  }

  /** Hands the place to the next in line, which is why `#busy` stays set when there is one. */
  unlock(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#busy = false;
    else next();
  }
}

const BEGIN = CompiledQuery.raw('begin immediate');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');
const BEGIN_NESTED = CompiledQuery.raw('savepoint member');
const COMMIT_NESTED = CompiledQuery.raw('release member');
const ROLLBACK_NESTED = CompiledQuery.raw('rollback to member');

/** What a driver needs. */
export interface SqliteDriverOptions extends SqliteConnectionOptions {
  /** Where commits have to be synced; undefined where there is no disk. */
  readonly log?: WriteAheadLog | undefined;
  readonly watch: StatementObserver;
}

/**
 * Transactions run one after the other; those that are ready within one turn of the event loop, or while the disk works,
 * share a commit, since its sync to disk costs more than all the rest. Nothing resolves before that sync: neither the
 * transactions in it, nor those that have read what they wrote. Letting the event loop turn before each
 * commit also keeps much database work from holding up everything else.
 */
export class SqliteDriver implements Driver {
  readonly #options: SqliteDriverOptions;
  readonly #connection: SqliteConnection;
  readonly #mutex = new Mutex();
  readonly #watcher: TurnWatcher = {
    failed: (error) => this.#dropLostGroup(error),
    // Its commit is then shared with other writes in the same turn of the loop, as those of transactions are.
    loneWrite: () => this.#openGroup(),
  };
  /** Exists from the first begin to the commit. */
  #group: CommitGroup | undefined;
  /** Committed, and being synced; it stays after a failed sync, so that reads of its data are rejected. */
  #syncing: CommitGroup | undefined;
  /** After a failed sync the content of the disk is unknown until the database is opened again. */
  #broken: Error | undefined;

  constructor(options: SqliteDriverOptions) {
    this.#options = options;
    this.#connection = new SqliteConnection(options);
  }

  async init(): Promise<void> {
    // The database was opened before Kysely got it, so that a bad path is reported to the caller that opens it.
  }

  async acquireConnection(): Promise<SqliteTurn> {
    await this.#mutex.lock();
    if (this.#options.database.isOpen && this.#broken === undefined) {
      return new SqliteTurn(this.#connection, this.#watcher);
    }
    this.#mutex.unlock();
    throw this.#broken ?? sqlError('SQL_CLOSED', statementMessages.closed);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const turn = requireTurn(connection);
    // A query outside transactions may have written to, or read from, what is not committed yet.
    if (!turn.over) await this.#end(turn);
  }

  /** Immediate: a transaction that starts by reading could otherwise find, at its first write, that another got ahead. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const turn = requireTurn(connection);
    turn.begun = true;
    turn.nested = this.#group !== undefined;
    await turn.executeQuery(turn.nested ? BEGIN_NESTED : BEGIN);
    this.#group ??= new CommitGroup();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const turn = requireTurn(connection);
    if (turn.nested) await turn.executeQuery(COMMIT_NESTED);
    await this.#end(turn);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const turn = requireTurn(connection);
    // SQLite has already rolled back after errors such as a full disk; a second rollback would hide the first error.
    if (turn.over || !this.#options.database.isTransaction) return;
    if (turn.nested) {
      await turn.executeQuery(ROLLBACK_NESTED);
      await turn.executeQuery(COMMIT_NESTED);
    } else {
      this.#group = undefined;
      await turn.executeQuery(ROLLBACK);
    }
  }

  /** One statement, as a transaction of its own. */
  async directly(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const turn = await this.acquireConnection();
    try {
      return await this.#options.watch.observe(query, () => turn.executeQuery(query));
    } finally {
      await this.releaseConnection(turn);
    }
  }

  readonly runSync: RunSync = async (work) => {
    const turn = await this.acquireConnection();
    try {
      await this.beginTransaction(turn);
      const execute = (query: CompiledQuery) => this.#options.watch.observeSync(query, () => turn.executeSync(query));
      const result = await this.#rollBackOnError(turn, () => work(execute));
      await this.commitTransaction(turn);
      return result;
    } finally {
      await this.releaseConnection(turn);
    }
  };

  async #rollBackOnError<R>(turn: SqliteTurn, work: () => R): Promise<R> {
    try {
      return work();
    } catch (error) {
      await this.rollbackTransaction(turn);
      throw error;
    }
  }

  async destroy(): Promise<void> {
    await this.#mutex.lock();
    await this.#synced();
    if (this.#group !== undefined) await this.#commit(this.#group);
    await this.#synced();
    if (this.#options.database.isOpen) {
      this.#options.log?.close();
      if (this.#options.database.isOpen) this.#options.database.close();
    }
    this.#mutex.unlock();
  }

  async #openGroup(): Promise<void> {
    if (this.#group !== undefined) return;
    await this.#connection.executeQuery(BEGIN);
    this.#group = new CommitGroup();
  }

  /** Lets the next one through, and waits until all that it may have written or read is on the disk. */
  async #end(turn: SqliteTurn): Promise<void> {
    turn.over = true;
    const group = this.#group;
    const end = (group ?? this.#syncing)?.join();
    if (group?.size === 1) void this.#commitInTurn(group);
    this.#mutex.unlock();
    await end;
  }

  async #commitInTurn(group: CommitGroup): Promise<void> {
    await this.#synced();
    await new Promise((resolve) => setImmediate(resolve));
    await this.#mutex.lock();
    // Closing, or a failure, may have been faster.
    if (this.#group === group) await this.#commit(group);
    this.#mutex.unlock();
  }

  /** Never rejects: the members of the group get the error. */
  async #commit(group: CommitGroup): Promise<void> {
    this.#group = undefined;
    try {
      // It builds on what was lost: a disk that takes it all the same would not make it whole.
      if (this.#broken !== undefined) throw this.#broken;
      await this.#connection.executeQuery(COMMIT);
      void this.#sync(group);
    } catch (error) {
      group.failed(error);
      if (this.#options.database.isTransaction) await this.#connection.executeQuery(ROLLBACK).catch(() => undefined);
    }
  }

  /** Never rejects, either. */
  async #sync(group: CommitGroup): Promise<void> {
    if (this.#options.log === undefined) {
      group.committed();
      return;
    }
    this.#syncing = group;
    try {
      await this.#options.log.sync();
      this.#syncing = undefined;
      group.committed();
    } catch (cause) {
      this.#broken = sqlError('SQL_FAILED', statementMessages.notSynced, cause);
      group.failed(this.#broken);
    }
  }

  /** Resolves when nothing is on its way to the disk any more. */
  async #synced(): Promise<void> {
    await this.#syncing?.join().catch(() => undefined);
  }

  #dropLostGroup(error: unknown): void {
    if (this.#options.database.isTransaction) return;
    this.#group?.failed(error);
    this.#group = undefined;
  }
}

function requireTurn(connection: DatabaseConnection): SqliteTurn {
  if (connection instanceof SqliteTurn) return connection;
  throw new ProgrammingError('a connection of another database was handed to this one', 'SQL_FAILED');
}
