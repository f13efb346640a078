import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isDns1035Label,
  isDns1123Label,
  isDns1123Subdomain,
  isLabelValue,
  isQualifiedName,
  nameProblems,
} from './names.ts';

describe('names', () => {
  test.each([
    ['a', true],
    ['my-name-9', true],
    ['9lives', true],
    ['a'.repeat(63), true],
    ['a'.repeat(64), false],
    ['', false],
    ['-a', false],
    ['a-', false],
    ['a.b', false],
    ['A', false],
    ['a\n', false],
  ])('RFC 1123 label %j: %s', (name, ok) => {
    expect(isDns1123Label(name)).toBe(ok);
  });

  test.each([
    ['example.com', true],
    ['a..b', false],
    ['a.-b', false],
    ['.a', false],
    [`${'a'.repeat(63)}.${'b'.repeat(189)}`, true],
    ['a'.repeat(254), false],
  ])('RFC 1123 subdomain %j: %s', (name, ok) => {
    expect(isDns1123Subdomain(name)).toBe(ok);
  });

  test('a DNS-1035 label starts with a letter', () => {
    expect([isDns1035Label('a9'), isDns1035Label('9a')]).toEqual([true, false]);
  });

  test.each([
    ['app', true],
    ['App_1.x', true],
    ['example.com/app', true],
    ['Example.com/app', false],
    ['/app', false],
    ['example.com/', false],
    ['a/b/c', false],
    ['_a', false],
    ['', false],
  ])('qualified name %j: %s', (name, ok) => {
    expect(isQualifiedName(name)).toBe(ok);
  });

  test('a label value may be empty but not end in a dash', () => {
    expect([isLabelValue(''), isLabelValue('v1.2_x'), isLabelValue('v-'), isLabelValue('a'.repeat(64))]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('problems are worded as Kubernetes words them', () => {
    expect(nameProblems.dns1123Label('A')).toEqual([
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    ]);
    expect(nameProblems.dns1123Label('a'.repeat(64))).toEqual(['must be no more than 63 characters']);
    expect(nameProblems.pathSegment('a/b%')).toEqual(["may not contain '/'", "may not contain '%'"]);
    expect(nameProblems.pathSegment('..')).toEqual(["may not be '..'"]);
  });

  test('every label is a subdomain and fits into a path', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/), (name) => {
        expect([isDns1123Label(name), isDns1123Subdomain(name), isQualifiedName(name)]).toEqual([true, true, true]);
        expect(nameProblems.pathSegment(name)).toEqual([]);
      }),
    );
  });
});
