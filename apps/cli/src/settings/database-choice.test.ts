import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseDatabase } from './database-choice.ts';
import { databaseSettings } from './rows/database.ts';
import { read } from './test-support/read.ts';

const choose = (flags: Readonly<Record<string, string>>) => chooseDatabase(read({ flags }).values);

test('without a word, the SQLite file of the data directory', () => {
  expect(choose({})).toEqual({ kind: 'own-file' });
  expect(choose({ 'datastore-type': 'sqlite' })).toEqual({ kind: 'own-file' });
});

test.each([
  ['sqlite:here.db', 'here.db'],
  ['sqlite:/var/lib/there.db', '/var/lib/there.db'],
  ['sqlite:///var/lib/there.db', '/var/lib/there.db'],
])('%s is the file %s', (url, path) => {
  expect(choose({ 'datastore-url': url })).toEqual({ kind: 'file', path });
});

test('a server keeps its URL, and gets the number of connections', () => {
  expect(choose({ 'datastore-url': 'postgres://u:p@h:5432/shop?tls=verified', 'mysql-max-open-conns': '7' })).toEqual({
    kind: 'server',
    url: 'postgres://u:p@h:5432/shop?tls=verified&poolSize=7',
  });
  expect(choose({ 'datastore-url': 'postgres://u:p@h/shop?poolSize=3', 'mysql-max-open-conns': '7' })).toEqual({
    kind: 'server',
    url: 'postgres://u:p@h/shop?poolSize=3',
  });
});

test('the database is named by its own setting where the URL leaves it out', () => {
  expect(choose({ 'datastore-url': 'mariadb://u:p@h', 'datastore-database': 'shop' })).toMatchObject({
    url: 'mariadb://u:p@h/shop?poolSize=10',
  });
  expect(choose({ 'datastore-url': 'mysql://u:p@h/' })).toMatchObject({ url: 'mysql://u:p@h/kubemincli?poolSize=10' });
});

test('a MySQL DSN of a Go program is read with all that its password may contain', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), (password) => {
      const dsn = `root:${password}@tcp(127.0.0.1:3306)/kubemincli?charset=utf8mb4&parseTime=true&loc=Local`;
      const chosen = choose({ 'datastore-type': 'mysql', 'datastore-url': dsn });
      const url = new URL(chosen.kind === 'server' ? chosen.url : 'none:');
      expect(decodeURIComponent(url.password)).toBe(password);
      expect([url.username, url.host, url.pathname]).toEqual(['root', '127.0.0.1:3306', '/kubemincli']);
    }),
  );
  expect(choose({ 'datastore-url': 'root@tcp(db:3306)/k?tls=skip-verify' })).toMatchObject({
    url: 'mysql://root@db:3306/k?tls=unverified&poolSize=10',
  });
});

test.each([
  ['postgres://user:p%40ss@h:1/d?tls=off', 'postgres://user:***@h:1/d?tls=off'],
  ['root:a@b:c@tcp(h:3306)/d', 'root:***@tcp(h:3306)/d'],
  ['postgres://h/d', 'postgres://h/d'],
  ['sqlite:/a@b.db', 'sqlite:/a@b.db'],
  ['what is this secret', '***'],
])('%s is shown as %s', (url, shown) => {
  expect(read({ flags: { 'datastore-url': url } }).values.show(databaseSettings.url)).toBe(shown);
});
