import type { SettingType } from '../setting-type.ts';
import { anyText } from './text.ts';

/** The URL of a database, or a MySQL DSN as Go programs write it. What it names is checked with the rest, not here. */
export function databaseUrl(): SettingType<string> {
  return { ...anyText(), name: 'URL', show: withoutPassword };
}

/** Hides what stands between the user's name and the host; all of it where that cannot be told. */
export function withoutPassword(url: string): string {
  if (/^(sqlite:|[a-z][a-z0-9+.-]*:\/\/[^@]*$)/i.test(url)) return url;
  const parts = /^([a-z][a-z0-9+.-]*:\/\/)?([^:@/]*)(:.*)?@([^@]*)$/i.exec(url);
  if (parts === null) return url === '' ? '' : '***';
  const [, scheme = '', user = '', password, rest = ''] = parts;
  return `${scheme}${user}${password === undefined ? '' : ':***'}@${rest}`;
}
