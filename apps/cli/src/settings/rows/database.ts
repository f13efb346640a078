import { defineSetting } from '../setting.ts';
import { choice } from '../setting-types/choice.ts';
import { databaseUrl } from '../setting-types/database-url.ts';
import { text } from '../setting-types/text.ts';
import { wholeNumber } from '../setting-types/whole-number.ts';

/** Where applications and runs are kept. */
export const databaseSettings = {
  type: defineSetting<'sqlite' | 'postgres' | 'mysql' | undefined>({
    flag: 'datastore-type',
    yaml: ['datastore.type'],
    type: choice(['sqlite', 'postgres', 'mysql']),
    default: undefined,
    doc: 'Kind of database. When not given, what `--datastore-url` says, else SQLite.',
  }),
  url: defineSetting<string | undefined>({
    flag: 'datastore-url',
    yaml: ['datastore.url'],
    type: databaseUrl(),
    default: undefined,
    doc: 'The database: `sqlite:<path>`, `postgres://user:password@host:port/database`, `mysql://…`, or a MySQL DSN such as `user:password@tcp(host:3306)/database`. When not given, a SQLite file in the data directory.',
  }),
  database: defineSetting({
    flag: 'datastore-database',
    yaml: ['datastore.database'],
    type: text({ expected: 'the name of a database', example: 'kubemin', pattern: /^[^/?#\s]+$/ }),
    default: 'kubemincli',
    doc: 'Name of the database on the server, where `--datastore-url` names none.',
  }),
  maxOpenConns: defineSetting({
    flag: 'mysql-max-open-conns',
    yaml: ['datastore.maxOpenConns'],
    type: wholeNumber({ min: 1, max: 1_000 }),
    default: 10,
    doc: 'Connections this instance opens to the database server at most, MySQL or not; all instances together must stay below what the server allows.',
  }),
} as const;
