import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptedLanguage } from './serve-pages.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en-GB,en;q=0.9,zh;q=0.8', 'en'],
  ['de, zh-Hans;q=0.3', 'zh'],
  ['en;q=0.2, ZH;q=0.7', 'zh'],
  ['zh;q=0', 'en'],
  ['zh;q=nonsense', 'en'],
  ['zhuang', 'en'],
])('%s means %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

test('for any header, a page has the returned language', () => {
  fc.assert(fc.property(fc.string(), (header) => ['en', 'zh'].includes(acceptedLanguage(header))));
});
