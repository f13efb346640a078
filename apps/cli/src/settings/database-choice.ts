import { toError } from '@kubemin/base';
import { parseServerUrl } from '@kubemin/sql';
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
      message: `a ${type} database has to be named, there is no default for it`,
      fix: `set --datastore-url ${type}://user:password@host:port/database`,
    });
  }
  const url = mysqlDsnToUrl(given) ?? given;
  const kind = KINDS[/^([a-z]+):/i.exec(url)?.[1]?.toLowerCase() ?? ''];
  if (kind === undefined) {
    return wrong(values, databaseSettings.url, {
      code: 'DATASTORE_URL_INVALID',
      message: 'it does not begin with the name of a database we know',
      fix: 'write sqlite:<path>, postgres://user:password@host:port/database or mysql://user:password@host:port/database',
    });
  }
  if (type !== undefined && type !== kind) {
    return wrong(values, databaseSettings.url, {
      code: 'SETTINGS_CONFLICT',
      message: `it names a ${kind} database, but --datastore-type is ${type}`,
      fix: 'leave --datastore-type out, or correct one of them',
    });
  }
  return kind === 'sqlite' ? chooseFile(values, url) : chooseServer(values, url);
}

function chooseFile(values: SettingValues, url: string): DatabaseChoice {
  const path = url.replace(/^sqlite:(\/\/(?=\/))?/i, '');
  if (path !== '') return { kind: 'file', path };
  const fault = { code: 'DATASTORE_URL_INVALID', message: 'it names no file', fix: 'write sqlite:<path>' } as const;
  return wrong(values, databaseSettings.url, fault);
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
    const fix = 'percent-encode special characters in user and password; docs/databases.md has the settings after "?"';
    return wrong(values, databaseSettings.url, {
      code: 'DATASTORE_URL_INVALID',
      message: toError(thrown).message,
      fix,
    });
  }
  if (values.isSet(databaseSettings.database) && named !== database) {
    return wrong(values, databaseSettings.database, {
      code: 'SETTINGS_CONFLICT',
      message: `it is "${database}", but --datastore-url names "${named}"`,
      fix: 'leave it out, or correct one of them',
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
