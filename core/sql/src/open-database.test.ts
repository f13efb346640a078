import { expect, test } from 'vitest';
import { builtinDialects, type DatabaseDialect, openDatabase } from './open-database.ts';
import { parseServerUrl } from './server/server-url.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

test('a third party adds a dialect by its scheme, and may replace one of ours', async () => {
  const opened: string[] = [];
  const memory: DatabaseDialect = {
    schemes: ['memory', 'sqlite'],
    open: async (url, options) => {
      opened.push(url);
      return openSqlite({ ...options, path: ':memory:' });
    },
  };
  const dialects = [...builtinDialects, memory];
  for (const url of ['memory:one', 'SQLITE:two']) await (await openDatabase(url, { dialects })).close();
  expect(opened).toEqual(['memory:one', 'SQLITE:two']);
});

test.each([
  ['oracle://u@h/d', /begins with "oracle:"; .*sqlite:, postgres:, postgresql:, mysql:, mariadb:/],
  ['just words', /begins with ":"/],
  ['sqlite:', /has no file/],
  ['postgres://h/d', /has no user/],
  ['postgres://u:hunter2@h', /has no database/],
  ['mysql://u:hunter2@h/d?pool=3', /unknown setting "pool"; use one of tls, sslmode, poolSize/],
  ['mysql://u:hunter2@h/d?poolSize=many', /"many" is not a value of poolSize/],
  ['postgres://u:hunter2@h:port/d', /is not a URL/],
])('%s is refused with what is wrong, and without the password', async (url, message) => {
  const refused = openDatabase(url);
  await expect(refused).rejects.toMatchObject({ code: 'SQL_BAD_URL' });
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.not.toThrow(/hunter2/);
});

test('a URL can have everything: escaped passwords, addresses of version 6, settings', () => {
  expect(parseServerUrl('mysql://u%40x:p%3A%40ss@[::1]:33/d%20b?sslmode=require&poolSize=3&lockTimeoutMs=50')).toEqual({
    user: 'u@x',
    password: 'p:@ss',
    host: '::1',
    port: 33,
    database: 'd b',
    tls: 'unverified',
    poolSize: 3,
    lockTimeoutMs: 50,
  });
  expect(parseServerUrl('postgres://u@h/d')).toEqual({ user: 'u', host: 'h', database: 'd' });
});
