import type { DatabaseDialect } from './database-dialect.ts';
import { openMysql } from './mysql/open-mysql.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { parseServerUrl } from './server/server-url.ts';
import { sqlError } from './sql-error.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

const sqlite: DatabaseDialect = {
  schemes: ['sqlite'],
  open: async (url, { file, ...options }) => {
    const path = url.replace(/^sqlite:(\/\/(?=\/))?/, '');
    if (path === '') throw sqlError('SQL_BAD_URL', 'the database URL names no file: write sqlite:<path>');
    return openSqlite({ ...options, ...file, path });
  },
};

const postgres: DatabaseDialect = {
  schemes: ['postgres', 'postgresql'],
  open: async (url, { file: _, ...options }) => openPostgres({ ...parseServerUrl(url), ...options }),
};

const mysql: DatabaseDialect = {
  schemes: ['mysql', 'mariadb'],
  open: async (url, { file: _, ...options }) => openMysql({ ...parseServerUrl(url), ...options }),
};

/** The databases this package knows. */
export const builtinDialects: readonly DatabaseDialect[] = [sqlite, postgres, mysql];
