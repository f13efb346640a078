import { verbatim } from '@kubemin/base/message';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { documentLeaves, isListed } from '../../test-support/audit.ts';
import { ImportError } from './import-error.ts';
import { readSource } from './source.ts';

describe('texts that cannot be read', () => {
  test.each([
    ['not YAML', 'a: [1', 'IMPORT_UNREADABLE'],
    ['too large', 'a'.repeat(5_000_000), 'IMPORT_TOO_LARGE'],
    ['nested too deeply', '['.repeat(200) + ']'.repeat(200), 'IMPORT_UNREADABLE'],
    ['nested beyond all measure', '['.repeat(20_000), 'IMPORT_UNREADABLE'],
    [
      'a bomb of aliases',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
        .split('')
        .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`)}]`)
        .join('\n')}`,
      'IMPORT_ALIAS_BOMB',
    ],
  ])('%s', (_name, text, code) => {
    expect(() => readSource(text)).toThrow(expect.objectContaining({ constructor: ImportError, code }));
  });
});

test('scalars keep their writing, and their type', () => {
  const { root } = readSource('version: 1.10\nyes: yes\ncount: 0x10\nempty: ""\nnothing:');
  expect(root.at('version').text()).toBe('1.10');
  expect(root.at('count').value).toBe(16);
  expect(root.at('empty').text()).toBe('');
  expect(root.at('nothing').present).toBe(false);
});

const tree = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
  ),
})).value;

test('whatever is taken, every scalar is either carried or listed, and none is both', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), tree), fc.integer({ min: 1, max: 5 }), (value, every) => {
      const text = stringify(value);
      const { root, record } = readSource(text);
      let count = 0;
      const take = (part: typeof root): void => {
        if (part.isScalar && ++count % every === 0) part.text();
        for (const child of part.children) take(child);
      };
      take(root);
      const imported = { document: { name: 'x', component: [] }, notCarried: record.settle(root, verbatim('unread')) };
      for (const leaf of documentLeaves(text)) {
        expect(isListed(leaf, imported), String(leaf.path)).toBe(!record.isCarried(leaf.path));
      }
    }),
  );
});
