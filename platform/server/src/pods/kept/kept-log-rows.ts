import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Vault } from '@kubemin/base';
import { isUniqueViolation, type Kysely, type Migration, type Selectable, type SqlDatabase } from '@kubemin/sql';

interface KeptLogsTable {
  /** Sorts by the time it was stored. */
  readonly id: string;
  readonly app_id: string;
  readonly component: string | null;
  readonly pod: string;
  readonly pod_uid: string;
  readonly container: string;
  /** How often the container had been restarted. */
  readonly restarts: number;
  /** 1 for the container that is meant if none is named. */
  readonly is_default: number;
  /** Of its first and last line, in milliseconds. */
  readonly first_time: number;
  readonly last_time: number;
  /** 1 where older lines are missing. */
  readonly truncated: number;
  /** Of the content as stored, in bytes. */
  readonly size: number;
  /** Lines with their times, compressed, sealed. */
  readonly content: string;
  readonly kept_at: number;
}

/** Logs of pods that are gone. */
export interface KeptLogTables {
  readonly kept_logs: KeptLogsTable;
}

/** The schema of kept logs, step by step. They come after the server's: logs go with their applications. */
export const KEPT_LOG_MIGRATIONS: readonly Migration[] = [
  {
    name: '001-kept-logs',
    up: async ({ schema }) => {
      await schema
        .createTable('kept_logs')
        .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('app_id', 'varchar(64)', (column) =>
          column.notNull().references('applications.id').onDelete('cascade'),
        )
        .addColumn('component', 'varchar(63)')
        .addColumn('pod', 'varchar(253)', (column) => column.notNull())
        .addColumn('pod_uid', 'varchar(64)', (column) => column.notNull())
        .addColumn('container', 'varchar(63)', (column) => column.notNull())
        .addColumn('restarts', 'integer', (column) => column.notNull())
        .addColumn('is_default', 'integer', (column) => column.notNull())
        .addColumn('first_time', 'bigint', (column) => column.notNull())
        .addColumn('last_time', 'bigint', (column) => column.notNull())
        .addColumn('truncated', 'integer', (column) => column.notNull())
        .addColumn('size', 'integer', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('kept_at', 'bigint', (column) => column.notNull())
        .addUniqueConstraint('kept_logs_once', ['pod_uid', 'container', 'restarts'])
        .execute();
      await schema
        .createIndex('kept_logs_by_application')
        .on('kept_logs')
        .columns(['app_id', 'last_time', 'component', 'pod'])
        .execute();
      await schema.createIndex('kept_logs_by_time').on('kept_logs').column('kept_at').execute();
    },
  },
];

/** A kept log without its lines. */
export type KeptLogRow = Omit<Selectable<KeptLogsTable>, 'content'>;

/** A line as it is stored. */
export interface KeptLine {
  /** As in `LogLine`: sorts by time; empty where it is not known. */
  readonly time: string;
  readonly text: string;
}

/** A log that is to be kept. */
export interface NewKeptLog extends Omit<KeptLogRow, 'size' | 'first_time' | 'last_time'> {
  readonly lines: readonly KeptLine[];
}

/** Which kept logs; times in milliseconds. */
export interface KeptLogQuery {
  readonly appId: string;
  readonly component?: string | undefined;
  readonly pod?: string | undefined;
  /** `default`: of each pod the container that is meant if none is named. */
  readonly container: 'all' | 'default' | { readonly name: string };
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** The table of kept logs. */
export class KeptLogRows {
  readonly #query: Kysely<KeptLogTables>;
  readonly #vault: Vault;

  constructor({ query }: Pick<SqlDatabase<KeptLogTables>, 'query'>, vault: Vault) {
    this.#query = query;
    this.#vault = vault;
  }

  /** False where the log of that container is kept already. */
  async insert({ lines, ...row }: NewKeptLog): Promise<boolean> {
    const packed = await compress(lines.map(({ time, text }) => `${time} ${text}`).join('\n'));
    const content = this.#vault.seal(packed.toString('base64'));
    const times = lines.flatMap(({ time }) => (time === '' ? [] : [Date.parse(time)]));
    const values = {
      ...row,
      first_time: times[0] ?? row.kept_at,
      last_time: times.at(-1) ?? row.kept_at,
      size: Buffer.byteLength(content),
      content,
    };
    try {
      await this.#query.insertInto('kept_logs').values(values).execute();
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** The newest first, without their lines. */
  async list({ appId, component, pod, container, since, until }: KeptLogQuery): Promise<readonly KeptLogRow[]> {
    let query = this.#query
      .selectFrom('kept_logs')
      .select(['id', 'app_id', 'component', 'pod', 'pod_uid', 'container', 'restarts', 'is_default'])
      .select(['first_time', 'last_time', 'truncated', 'size', 'kept_at'])
      .where('app_id', '=', appId);
    if (component !== undefined) query = query.where('component', '=', component);
    if (pod !== undefined) query = query.where('pod', '=', pod);
    if (container === 'default') query = query.where('is_default', '=', 1);
    else if (container !== 'all') query = query.where('container', '=', container.name);
    if (since !== undefined) query = query.where('last_time', '>=', since);
    if (until !== undefined) query = query.where('first_time', '<=', until);
    return query.orderBy('last_time', 'desc').orderBy('id', 'desc').execute();
  }

  /** The lines of a log; undefined where it was deleted meanwhile. */
  async lines(id: string): Promise<readonly KeptLine[] | undefined> {
    const row = await this.#query.selectFrom('kept_logs').select('content').where('id', '=', id).executeTakeFirst();
    if (row === undefined) return undefined;
    const text = (await decompress(Buffer.from(this.#vault.open(row.content), 'base64'))).toString();
    return text.split('\n').map((line) => {
      const end = line.indexOf(' ');
      return { time: line.slice(0, end), text: line.slice(end + 1) };
    });
  }

  /** Deletes the oldest logs of an application beyond this size. */
  async removeBeyond(appId: string, mostBytes: number): Promise<void> {
    const rows = await this.list({ appId, container: 'all' });
    let size = 0;
    const removed = rows.filter((row) => {
      size += row.size;
      return size > mostBytes;
    });
    if (removed.length === 0) return;
    const ids = removed.map(({ id }) => id);
    await this.#query.deleteFrom('kept_logs').where('id', 'in', ids).execute();
  }

  /** Deletes some of those that were stored before the moment; returns how many. */
  async removeOlder(before: number, atMost: number): Promise<number> {
    const rows = await this.#query
      .selectFrom('kept_logs')
      .select('id')
      .where('kept_at', '<', before)
      .orderBy('kept_at')
      .limit(atMost)
      .execute();
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await this.#query.deleteFrom('kept_logs').where('id', 'in', ids).execute();
    return rows.length;
  }
}
