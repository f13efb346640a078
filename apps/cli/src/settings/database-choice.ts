import { errorMessage } from '@kubemin/base/message';
import { parseServerUrl } from '@kubemin/sql';
import { settingFixMessages, settingProblemMessages } from '../messages/index.ts';
import { databaseSettings } from './rows/database.ts';
import type { Setting } from './setting.ts';
import type { SettingProblem } from './setting-problem.ts';
import type { SettingValues } from './setting-values.ts';

/** Which database the settings name. */
export type DatabaseChoice =
  /** The SQLite file of the data directory. */
  | { readonly kind: 'own-file' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'server'; readonly url: string }
  | { readonly kind: 'wrong'; readonly problem: SettingProblem };

type DatabaseKind = 'sqlite' | 'postgres' | 'mysql';

const KINDS: Readonly<Record<string, DatabaseKind>> = {
  sqlite: 'sqlite',
  postgres: 'postgres',
  postgresql: 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
};

/** Chooses the database from its settings, or returns the problem. */
export function chooseDatabase(values: SettingValues): DatabaseChoice {
  const type = values.get(databaseSettings.type);
  const given = values.get(databaseSettings.url);
  if (given === undefined || given === '') {
    if (type === undefined || type === 'sqlite') return { kind: 'own-file' };
    return wrong(values, databaseSettings.type, {
      code: 'SETTING_MISSING',
      message: settingProblemMessages.databaseMissing({ type }),
      fix: settingFixMessages.setDatabaseUrl({ type }),
    });
  }
  const url = mysqlDsnToUrl(given) ?? given;
  const kind = KINDS[/^([a-z]+):/i.exec(url)?.[1]?.toLowerCase() ?? ''];
  if (kind === undefined) {
    return wrong(values, databaseSettings.url, {
      code: 'DATASTORE_URL_INVALID',
      message: settingProblemMessages.databaseUnknown,
      fix: settingFixMessages.databaseUrls,
    });
  }
  if (type !== undefined && type !== kind) {
    return wrong(values, databaseSettings.url, {
      code: 'SETTINGS_CONFLICT',
      message: settingProblemMessages.databaseTypeConflict({ kind, type }),
      fix: settingFixMessages.dropDatabaseType,
    });
  }
  return kind === 'sqlite' ? chooseFile(values, url) : chooseServer(values, url);
}

function chooseFile(values: SettingValues, url: string): DatabaseChoice {
  const path = url.replace(/^sqlite:(\/\/(?=\/))?/i, '');
  if (path !== '') return { kind: 'file', path };
  return wrong(values, databaseSettings.url, {
    code: 'DATASTORE_URL_INVALID',
    message: settingProblemMessages.databaseFileMissing,
    fix: settingFixMessages.writeFile,
  });
}

function chooseServer(values: SettingValues, text: string): DatabaseChoice {
  const url = URL.parse(text);
  const database = values.get(databaseSettings.database);
  if (url !== null && /^\/?$/.test(url.pathname)) url.pathname = `/${encodeURIComponent(database)}`;
  if (url !== null && !url.searchParams.has('poolSize')) {
    url.searchParams.set('poolSize', String(values.get(databaseSettings.maxOpenConns)));
  }
  const chosen = url?.href ?? text;
  let named: string;
  try {
    named = parseServerUrl(chosen).database;
  } catch (thrown) {
    return wrong(values, databaseSettings.url, {
      code: 'DATASTORE_URL_INVALID',
      message: errorMessage(thrown),
      fix: settingFixMessages.encodeUrl,
    });
  }
  if (values.isSet(databaseSettings.database) && named !== database) {
    return wrong(values, databaseSettings.database, {
      code: 'SETTINGS_CONFLICT',
      message: settingProblemMessages.databaseNameConflict({ database, named }),
      fix: settingFixMessages.dropIt,
    });
  }
  return { kind: 'server', url: chosen };
}

function wrong(
  values: SettingValues,
  setting: Setting<unknown>,
  fault: Pick<SettingProblem, 'code' | 'message' | 'fix'>,
): DatabaseChoice {
  const source = values.getSource(setting);
  return { kind: 'wrong', problem: { severity: 'error', source, setting: setting.flag, ...fault } };
}

const DSN = /^(?<user>[^:@/]+)(?::(?<password>.*))?@tcp\((?<host>[^()]+)\)\/(?<database>[^/?]*)(?:\?(?<rest>.*))?$/s;

/** Turns `user:password@tcp(host:port)/database?…`, as Go programs write it, into a URL; undefined for anything else. */
function mysqlDsnToUrl(text: string): string | undefined {
  const { user, password, host, database = '', rest = '' } = DSN.exec(text)?.groups ?? {};
  if (user === undefined || host === undefined) return undefined;
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
  // The rest speaks to Go's driver (charset, parseTime, loc); only encryption concerns ours too.
  const tls = TLS[new URLSearchParams(rest).get('tls') ?? ''];
  const settings = tls === undefined ? '' : `?tls=${tls}`;
  return `mysql://${encodeURIComponent(user)}${secret}@${host}/${encodeURIComponent(database)}${settings}`;
}

const TLS: Readonly<Record<string, string>> = {
  true: 'verified',
  'skip-verify': 'unverified',
  preferred: 'unverified',
};
