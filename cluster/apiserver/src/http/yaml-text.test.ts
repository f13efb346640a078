import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { yamlItem, yamlText } from './yaml-text.ts';

/** Text that has something of YAML in it. */
const tricky = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('a', ' ', '\n', '\t', ':', '-', '#', '"', "'", '|', '0', '.', '~', '\r', '\u0085'),
  }),
  fc.constantFrom(
    'y',
    'No',
    'null',
    '~',
    '1',
    '0x1',
    '1e3',
    '.inf',
    '2026-01-01',
    '1:30',
    '=',
    '<<',
    '---',
    '- a',
    'a: b',
  ),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    tricky,
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(
      tricky.filter((key) => key !== '__proto__'),
      tie('any'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
})).any;

describe('yamlText', () => {
  it('looks like what people write', () => {
    const text = yamlText({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { name: 'a', labels: {}, finalizers: [], annotations: { 'a.b/c': 'true' } },
      data: { port: '80', script: '#!/bin/sh\n\necho hi\n', image: 'registry.test/app:1', words: 'two words' },
      list: [{ name: 'x', args: ['a', '-b'] }, ['inner'], 7],
    });
    expect(text).toBe(`apiVersion: v1
data:
  image: registry.test/app:1
  port: "80"
  script: |
    #!/bin/sh

    echo hi
  words: two words
kind: ConfigMap
list:
- args:
  - a
  - "-b"
  name: x
- - inner
- 7
metadata:
  annotations:
    a.b/c: "true"
  finalizers: []
  labels: {}
  name: a
`);
  });

  it.each(['1.1', '1.2'] as const)('is read back as it was by readers of YAML %s', (version) => {
    fc.assert(
      fc.property(value, (any) => {
        expect(parse(yamlText(any), { version, maxAliasCount: 0 })).toEqual(any);
        expect(parse(yamlItem(any), { version, maxAliasCount: 0 })).toEqual([any]);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves out what JSON leaves out', () => {
    expect(yamlText({ a: undefined, b: [undefined] })).toBe('b:\n- null\n');
  });
});
