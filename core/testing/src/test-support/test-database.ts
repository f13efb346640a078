import { fdatasyncSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from '@kubemin/base';
import { type OpenDatabaseOptions, openDatabase, openSqlite, type SqlDatabase, sql } from '@kubemin/sql';
import { inject, onTestFinished } from 'vitest';
import { missingService, type ServiceName } from '../services/builtin-services.ts';
import { sharedService } from '../services/shared-service.ts';
import { quickDirectory } from '../temporary-directory.ts';

/** An empty database for one test, gone when the test ends. */
export interface TestDatabase {
  readonly url: string;
  /** Opens it, as often as there are to be processes; closed when the test ends. */
  open(options?: OpenDatabaseOptions): Promise<SqlDatabase>;
}

/** A kind of database that tests run on. */
export interface TestDialect {
  readonly name: 'sqlite' | 'postgres' | 'mariadb';
  readonly kind: 'file' | 'server';
  /** Why it cannot be had, in words for the summary. */
  readonly missing: string | undefined;
  create(): Promise<TestDatabase>;
}

/** Every kind of database there is. */
export function testDialects(): readonly TestDialect[] {
  return [
    { name: 'sqlite', kind: 'file', missing: undefined, create: createTestSqlite },
    serverDialect('postgres', (name) => `drop database if exists ${name} with (force)`),
    serverDialect('mariadb', (name) => `drop database if exists ${name}`),
  ];
}

/** A SQLite file, for tests that one kind of database is enough for. */
export async function createTestSqlite(): Promise<TestDatabase> {
  return testDatabase(`sqlite:${await testFile()}`);
}

/**
 * Returns a function that creates SQLite files whose tables exist already, copied from one file that `createTables`
 * prepared: running the migrations for each test takes longer than most tests.
 */
export function sqliteTemplate(createTables: (database: SqlDatabase) => Promise<void>): () => Promise<TestDatabase> {
  const template = once(async () => {
    const directory = await quickDirectory();
    try {
      const path = join(directory.path, 'template.db');
      await using database = await openDatabase(`sqlite:${path}`);
      await createTables(database);
      await database.close();
      return await readFile(path);
    } finally {
      await directory.remove();
    }
  });
  return async () => {
    const path = await testFile();
    await writeFile(path, await template(), { mode: 0o600 });
    return testDatabase(`sqlite:${path}`);
  };
}

/**
 * The same for tests that move the clock by hand: commits wait for the disk in this thread, as a clock cannot know what
 * goes on in another.
 */
export async function createStillSqlite(): Promise<TestDatabase> {
  const path = await testFile();
  const open = async (options?: OpenDatabaseOptions): Promise<SqlDatabase> =>
    openSqlite({ ...options, path, sync: async (file) => fdatasyncSync(file) });
  return testDatabase(`sqlite:${path}`, open);
}

async function testFile(): Promise<string> {
  const directory = await quickDirectory();
  onTestFinished(() => directory.remove());
  return join(directory.path, 'test.db');
}

function serverDialect(name: 'postgres' | 'mariadb', drop: (database: string) => string): TestDialect {
  const service: ServiceName = name;
  const create = async (): Promise<TestDatabase> => {
    const serverUrl = await sharedService(service, inject('serviceBroker'));
    const database = `test_${crypto.randomUUID().replaceAll('-', '')}`;
    const administer = async (statement: string): Promise<void> => {
      await using server = await openDatabase(serverUrl);
      await sql.raw(statement).execute(server.query);
    };
    await administer(`create database ${database}`);
    onTestFinished(() => administer(drop(database)));
    const url = new URL(serverUrl);
    url.pathname = `/${database}`;
    return testDatabase(url.href);
  };
  return { name, kind: 'server', missing: missingService(service), create };
}

function testDatabase(url: string, open: TestDatabase['open'] = (options) => openDatabase(url, options)): TestDatabase {
  return {
    url,
    open: async (options) => {
      const database = await open(options);
      onTestFinished(() => database.close());
      return database;
    },
  };
}
