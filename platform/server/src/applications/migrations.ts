import type { Migration } from '@kubemin/sql';
import { CLUSTER_SCOPES } from './cluster-scopes.ts';

/** The server's schema, step by step. Steps are never edited once released; changes are new steps. */
export const SERVER_MIGRATIONS: readonly Migration[] = [
  {
    name: '001-applications',
    up: async ({ schema }) => {
      await schema
        .createTable('applications')
        .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('project', 'varchar(255)', (column) => column.notNull())
        .addColumn('namespace', 'varchar(63)', (column) => column.notNull())
        .addColumn('name', 'varchar(63)', (column) => column.notNull())
        .addColumn('alias', 'text', (column) => column.notNull())
        .addColumn('version', 'text', (column) => column.notNull())
        .addColumn('description', 'text', (column) => column.notNull())
        .addColumn('icon', 'text', (column) => column.notNull())
        .addColumn('tmp_enable', 'integer', (column) => column.notNull())
        .addColumn('workflow_id', 'varchar(64)', (column) => column.notNull())
        .addColumn('revision', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addUniqueConstraint('applications_by_name', ['project', 'namespace', 'name'])
        .execute();
      await schema
        .createTable('components')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('app_id', 'varchar(64)', (column) =>
          column.notNull().references('applications.id').onDelete('cascade'),
        )
        .addColumn('name', 'varchar(63)', (column) => column.notNull())
        .addColumn('type', 'varchar(255)', (column) => column.notNull())
        .addColumn('status', 'varchar(16)', (column) => column.notNull())
        .addColumn('reason', 'varchar(64)', (column) => column.notNull())
        .addColumn('message', 'text', (column) => column.notNull())
        .addColumn('ready_replicas', 'integer', (column) => column.notNull())
        .addColumn('removed_in', 'integer')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addUniqueConstraint('components_by_name', ['app_id', 'name'])
        .execute();
      await schema
        .createTable('revisions')
        .addColumn('app_id', 'varchar(64)', (column) =>
          column.notNull().references('applications.id').onDelete('cascade'),
        )
        .addColumn('revision', 'integer', (column) => column.notNull())
        .addColumn('document', 'text', (column) => column.notNull())
        .addColumn('source', 'text', (column) => column.notNull())
        .addColumn('source_format', 'varchar(8)', (column) => column.notNull())
        .addColumn('removed_components', 'text', (column) => column.notNull())
        .addColumn('creator', 'varchar(255)', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('revisions_key', ['app_id', 'revision'])
        .execute();
    },
  },
  {
    name: '002-deletions',
    up: async ({ schema }) => {
      await schema.alterTable('applications').addColumn('deletion_task', 'varchar(64)').execute();
      // Looked at before every look at applications.
      await schema.createIndex('applications_by_deletion').on('applications').column('deletion_task').execute();
    },
  },
  ...CLUSTER_SCOPES,
  {
    name: '004-revision-content',
    up: async ({ schema }) => {
      await schema.alterTable('revisions').addColumn('workflows', 'text').execute();
      await schema.alterTable('revisions').addColumn('rollout', 'text').execute();
      await schema.alterTable('revisions').addColumn('note', 'text').execute();
      await schema.alterTable('revisions').addColumn('request_id', 'varchar(64)').execute();
      await schema.createIndex('revisions_by_request').on('revisions').column('request_id').execute();
    },
  },
  {
    name: '007-departed-applications',
    up: async ({ schema }) => {
      await schema
        .createTable('departed_applications')
        .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('project', 'varchar(255)', (column) => column.notNull())
        .execute();
    },
  },
  {
    name: '008-refused-revisions',
    up: async ({ schema }) => {
      await schema.alterTable('revisions').addColumn('refused_by', 'varchar(64)').execute();
      await schema.alterTable('revisions').addColumn('restores', 'integer').execute();
    },
  },
  {
    name: '009-permitted-uses',
    up: async ({ schema }) => {
      await schema.alterTable('revisions').addColumn('permitted', 'text').execute();
    },
  },
  {
    name: '010-message-codes',
    up: async ({ schema }) => {
      await schema.alterTable('components').addColumn('message_text', 'text').execute();
      await schema.alterTable('revisions').addColumn('note_text', 'text').execute();
    },
  },
];
