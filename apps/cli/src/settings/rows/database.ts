import { settingValueMessages } from '../../messages/index.ts';
import { defineSetting } from '../setting.ts';
import { choice, databaseUrl, text, wholeNumber } from '../setting-types/setting-types.ts';

/** Where applications and runs are kept. */
export const databaseSettings = {
  type: defineSetting<'sqlite' | 'postgres' | 'mysql' | undefined>({
    flag: 'datastore-type',
    yaml: ['datastore.type'],
    type: choice(['sqlite', 'postgres', 'mysql']),
    default: undefined,
    doc: {
      en: 'Type of the database. By default the type in `--datastore-url`, else SQLite.',
      zh: '数据库种类。未给出时由 `--datastore-url` 决定，否则为 SQLite。',
    },
  }),
  url: defineSetting<string | undefined>({
    flag: 'datastore-url',
    yaml: ['datastore.url'],
    type: databaseUrl(),
    default: undefined,
    doc: {
      en: 'The database: `sqlite:<path>`, `postgres://user:password@host:port/database`, `mysql://…`, or a MySQL DSN such as `user:password@tcp(host:3306)/database`. When not given, a SQLite file in the data directory.',
      zh: '数据库：`sqlite:<path>`、`postgres://user:password@host:port/database`、`mysql://…`，或 MySQL DSN，例如 `user:password@tcp(host:3306)/database`。未给出时为数据目录中的 SQLite 文件。',
    },
  }),
  database: defineSetting({
    flag: 'datastore-database',
    yaml: ['datastore.database'],
    type: text({ expected: settingValueMessages.database, example: 'kubemin', pattern: /^[^/?#\s]+$/ }),
    default: 'kubemincli',
    doc: {
      en: 'Name of the database on the server, if `--datastore-url` names none.',
      zh: '`--datastore-url` 未写时，服务器上数据库的名称。',
    },
  }),
  maxOpenConns: defineSetting({
    flag: 'mysql-max-open-conns',
    yaml: ['datastore.maxOpenConns'],
    type: wholeNumber({ min: 1, max: 1_000 }),
    default: 10,
    doc: {
      en: 'Maximum number of connections of this instance to the database server, also for PostgreSQL; all instances together must stay below the limit of the server.',
      zh: '本实例最多向数据库服务器（不论是否 MySQL）打开的连接数；所有实例合计须低于服务器允许的数量。',
    },
  }),
} as const;
