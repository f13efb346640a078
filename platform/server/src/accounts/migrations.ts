import type { Migration } from '@kubemin/sql';

/** The schema of people and their tokens, step by step. Steps are never edited once released; changes are new steps. */
export const ACCOUNT_MIGRATIONS: readonly Migration[] = [
  {
    name: '001-accounts',
    up: async ({ schema }) => {
      await schema
        .createTable('account_users')
        .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('name', 'varchar(63)', (column) => column.notNull())
        .addColumn('display_name', 'text', (column) => column.notNull())
        .addColumn('roles', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addUniqueConstraint('account_users_by_name', ['name'])
        .execute();
      await schema
        .createTable('account_tokens')
        .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('digest', 'varchar(64)', (column) => column.notNull())
        .addColumn('user_id', 'varchar(128)', (column) => column.notNull())
        .addColumn('name', 'varchar(255)', (column) => column.notNull())
        .addColumn('scopes', 'text')
        .addColumn('projects', 'text')
        .addColumn('parent_id', 'varchar(64)')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        .addColumn('revoked_at', 'bigint')
        .addColumn('last_used_at', 'bigint')
        .addUniqueConstraint('account_tokens_by_digest', ['digest'])
        .execute();
      await schema.createIndex('account_tokens_by_user').on('account_tokens').column('user_id').execute();
      await schema.createIndex('account_tokens_by_parent').on('account_tokens').column('parent_id').execute();
    },
  },
  {
    name: '002-login-codes',
    up: async ({ schema }) => {
      await schema
        .createTable('account_login_codes')
        .addColumn('digest', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('user_id', 'varchar(128)', (column) => column.notNull())
        .addColumn('user_name', 'varchar(63)', (column) => column.notNull())
        .addColumn('scopes', 'text')
        .addColumn('projects', 'text')
        .addColumn('parent_id', 'varchar(64)')
        .addColumn('session_limit', 'bigint')
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
];
