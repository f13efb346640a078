import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FieldFilter, matchesFilter, parseFieldFilters } from './field-filter.ts';

function parsed(text: string): readonly FieldFilter[] {
  const result = parseFieldFilters(text);
  return result.kind === 'filters' ? result.filters : [];
}

function isMet(object: object, text: string): boolean {
  return parsed(text).every((filter) => matchesFilter({ ...object }, filter));
}

describe('a filter text', () => {
  it('holds several conditions, all operators, and escaped commas', () => {
    expect(parsed('phase=Failed,count>=3,note~a\\,b\\\\c')).toEqual([
      { field: 'phase', operator: '=', value: 'Failed' },
      { field: 'count', operator: '>=', value: '3' },
      { field: 'note', operator: '~', value: 'a,b\\c' },
    ]);
  });

  it('comes back as it was written', () => {
    const filters = fc.array(
      fc.record({
        field: fc.stringMatching(/^[a-zA-Z][\w./-]{0,8}$/),
        operator: fc.constantFrom('=', '!=', '~', '>', '<', '>=', '<='),
        // A value that begins with = would read as part of the operator.
        value: fc.string().filter((value) => !value.startsWith('=')),
      }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(filters, (written) => {
        const conditions = written.map(
          (each) => `${each.field}${each.operator}${each.value.replace(/[\\,]/g, '\\$&')}`,
        );
        expect(parsed(conditions.join(','))).toEqual(written);
      }),
    );
  });

  it('names every condition that is none', () => {
    expect(parseFieldFilters('phase,a=1,=x')).toEqual({
      kind: 'problems',
      problems: ["'phase'", "'=x'"].map((part) => expect.objectContaining({ message: expect.stringContaining(part) })),
    });
  });
});

describe('a condition', () => {
  const object = {
    phase: 'Failed',
    count: 10,
    ready: true,
    tags: ['a', 'b'],
    none: null,
    status: { message: 'Out of Room' },
  };

  it.each([
    'phase=Failed',
    'phase!=Done',
    'phase~fail',
    'count>9',
    'count>=10',
    'count<11',
    'count=10.0',
    'ready=true',
    'tags=b',
    'tags!=c',
    'status.message~room',
    'missing!=x',
    'none!=x',
    'phase>E',
  ])('%s is met', (text) => {
    expect(isMet(object, text)).toBe(true);
  });

  it.each([
    'phase=failed',
    'count>10',
    'count>nine',
    'count=',
    'tags!=a',
    'missing=',
    'missing<z',
    'none~n',
    'status=x',
    'phase=Failed,count=1',
  ])('%s is not met', (text) => {
    expect(isMet(object, text)).toBe(false);
  });

  it('reaches labels whose names hold dots', () => {
    expect(isMet({ labels: { 'app.kubernetes.io/name': 'shop' } }, 'labels.app.kubernetes.io/name=shop')).toBe(true);
  });
});
