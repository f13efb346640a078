import type { Message } from '@kubemin/base/message';
import { sqlError } from '../database/index.ts';
import { openMessages } from '../messages/index.ts';
import type { OpenServerOptions, ServerTls } from './server-options.ts';

const TLS: Readonly<Record<string, ServerTls>> = {
  off: 'off',
  verified: 'verified',
  unverified: 'unverified',
  disable: 'off',
  require: 'unverified',
  'verify-full': 'verified',
};

type Setting = (text: string) => Partial<OpenServerOptions> | undefined;

const SETTINGS: Readonly<Record<string, Setting>> = {
  tls: parseTls,
  sslmode: parseTls,
  poolSize: (text) => parseCount(text, (poolSize) => ({ poolSize })),
  poolWaitMs: (text) => parseCount(text, (poolWaitMs) => ({ poolWaitMs })),
  connectTimeoutMs: (text) => parseCount(text, (connectTimeoutMs) => ({ connectTimeoutMs })),
  statementTimeoutMs: (text) => parseCount(text, (statementTimeoutMs) => ({ statementTimeoutMs })),
  lockTimeoutMs: (text) => parseCount(text, (lockTimeoutMs) => ({ lockTimeoutMs })),
};

/** Reads `scheme://user:password@host:port/database?setting=value`. Messages never show the password. */
export function parseServerUrl(text: string): OpenServerOptions {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw badUrl(openMessages.notAUrl);
  const database = decodeURIComponent(url.pathname.replace(/^\//, ''));
  if (database === '' || database.includes('/')) throw badUrl(openMessages.noDatabase);
  if (url.username === '') throw badUrl(openMessages.noUser);
  const settings = [...url.searchParams].map(([name, value]) => parseSetting(name, value));
  return Object.assign(
    {
      user: decodeURIComponent(url.username),
      database,
      ...(url.hostname !== '' && { host: url.hostname.replace(/^\[|\]$/g, '') }),
      ...(url.port !== '' && { port: Number(url.port) }),
      ...(url.password !== '' && { password: decodeURIComponent(url.password) }),
    },
    ...settings,
  );
}

function parseSetting(name: string, value: string): Partial<OpenServerOptions> {
  const read = SETTINGS[name];
  if (read === undefined) {
    throw badUrl(openMessages.unknownSetting({ name, known: Object.keys(SETTINGS).join(', ') }));
  }
  const setting = read(value);
  if (setting === undefined) throw badUrl(openMessages.invalidSetting({ value, name }));
  return setting;
}

function parseTls(text: string): Partial<OpenServerOptions> | undefined {
  const tls = TLS[text];
  return tls && { tls };
}

function parseCount(
  text: string,
  set: (value: number) => Partial<OpenServerOptions>,
): Partial<OpenServerOptions> | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? set(Number(text)) : undefined;
}

function badUrl(what: Message): Error {
  return sqlError('SQL_BAD_URL', openMessages.invalidUrl({ problem: what }));
}
