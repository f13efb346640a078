import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatFieldSelector, parseFieldSelector } from './field-selector.ts';
import { SelectorError } from './selector-error.ts';

test.each([
  ['', []],
  ['metadata.name=web', [{ field: 'metadata.name', operator: '=', value: 'web' }]],
  ['metadata.name==web', [{ field: 'metadata.name', operator: '=', value: 'web' }]],
  ['spec.nodeName=', [{ field: 'spec.nodeName', operator: '=', value: '' }]],
  [
    'spec.clusterIP!=None,metadata.namespace=a',
    [
      { field: 'spec.clusterIP', operator: '!=', value: 'None' },
      { field: 'metadata.namespace', operator: '=', value: 'a' },
    ],
  ],
  ['reason=a\\,b\\=c\\\\', [{ field: 'reason', operator: '=', value: 'a,b=c\\' }]],
])('%j', (text, requirements) => {
  expect(parseFieldSelector(text)).toEqual(requirements);
});

test.each(['metadata.name', '=x', 'a=b=c', 'a=b\\', 'a!x', 'a=b,c'])('%j cannot be read', (text) => {
  expect(() => parseFieldSelector(text)).toThrow(SelectorError);
  expect(() => parseFieldSelector(text)).toThrow(`'${text}'`);
});

test('any value survives formatting and parsing', () => {
  const requirement = fc.record({
    field: fc.constantFrom('metadata.name', 'status.phase'),
    operator: fc.constantFrom('=' as const, '!=' as const),
    value: fc.string(),
  });
  fc.assert(
    fc.property(fc.array(requirement, { maxLength: 3 }), (requirements) => {
      expect(parseFieldSelector(formatFieldSelector(requirements))).toEqual(requirements);
    }),
  );
});
