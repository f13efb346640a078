import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refusedPlaces } from '../guard/use-guard.ts';
import {
  bindingOverlap,
  isListedReference,
  judgePlace,
  matchesPattern,
  mayShare,
  type ProjectBinding,
  patternsOverlap,
} from './tenancy.ts';

const binding = (project: string, namespaces: readonly string[], clusters = ['default']): ProjectBinding => ({
  project,
  clusters,
  namespaces,
});

const bindings = [binding('alpha', ['alpha', 'alpha-*']), binding('beta', ['beta'], ['default', 'west'])];

test.each([
  ['alpha', 'default', 'alpha', undefined],
  ['alpha', 'default', 'alpha-web', undefined],
  ['alpha', 'default', 'beta', 'NAMESPACE_NOT_BOUND'],
  ['alpha', 'default', 'free', 'NAMESPACE_NOT_BOUND'],
  ['alpha', 'west', 'alpha', 'CLUSTER_NOT_BOUND'],
  ['beta', 'west', 'beta', undefined],
  ['gamma', 'default', 'free', undefined],
  ['gamma', 'default', 'alpha-web', 'NAMESPACE_OF_PROJECT'],
  ['gamma', 'west', 'alpha-web', undefined],
  ['', 'west', 'beta', 'NAMESPACE_OF_PROJECT'],
])('project "%s" in cluster %s, namespace %s: %s', (project, cluster, namespace, refusal) => {
  expect(judgePlace(bindings, { project, cluster, namespace })).toBe(refusal);
});

test.each([
  ['Secret', 'alpha', 'registry', true],
  ['Secret', 'alpha-web', 'registry', true],
  ['Secret', 'beta', 'registry', false],
  ['Secret', 'free', 'registry', false],
  ['Namespace', '', 'registry', false],
  ['Secret', 'certs', 'wildcard-io', true],
  ['Secret', 'alpha', 'wildcard-io', false],
  ['ConfigMap', 'certs', 'wildcard-io', false],
  ['Secret', 'alpha', 'registry-2', false],
])('%s %s/%s is listed: %s', (kind, namespace, object, listed) => {
  const references = ['Secret/registry', 'Secret/certs/wildcard-*'];
  const listing = { ...binding('alpha', ['alpha', 'alpha-*']), references };
  expect(isListedReference(listing, { kind, namespace, name: object })).toBe(listed);
});

test.each([
  ['alpha', 'alpha', true],
  ['gamma', 'omega', true],
  ['alpha', 'beta', false],
  ['alpha', 'gamma', false],
  ['gamma', 'alpha', false],
  ['gamma', undefined, false],
])('project %s may use what %s shares: %s', (left, right, allowed) => {
  expect(mayShare(bindings, left, right)).toBe(allowed);
});

test('a place is refused once: references inside a refused namespace add nothing', () => {
  const uses = [
    { component: 'web', kind: 'Namespace', namespace: '', name: 'beta' },
    { component: 'web', kind: 'Secret', namespace: 'beta', name: 'keys' },
    { component: 'web', kind: 'Secret', namespace: 'free', name: 'keys' },
    { component: 'web', kind: 'ClusterRole', namespace: '', name: 'view' },
  ] as const;
  const refused = refusedPlaces(uses, { project: 'alpha', cluster: 'default', bindings });
  expect(refused.map(({ kind, name: object, code }) => [kind, object, code])).toEqual([
    ['Namespace', 'beta', 'NAMESPACE_NOT_BOUND'],
    ['Secret', 'keys', 'NAMESPACE_NOT_BOUND'],
  ]);
  const listing = bindings.map((each) => ({ ...each, references: ['Secret/keys', 'Secret/free/keys'] }));
  expect(refusedPlaces(uses.slice(1), { project: 'alpha', cluster: 'default', bindings: listing })).toMatchObject([
    { namespace: 'beta', name: 'keys' },
  ]);
  expect(refusedPlaces(uses, { project: 'alpha', cluster: 'default', bindings: [] })).toEqual([]);
});

const name = fc.stringMatching(/^[ab]{1,4}$/);
const pattern = fc.tuple(name, fc.boolean()).map(([text, isPrefix]) => (isPrefix ? `${text}*` : text));

test('two patterns overlap exactly when a name matches both', () => {
  // Five letters: one more than the longest pattern has.
  const names = ['a', 'b'].flatMap((one) => words(one, 5));
  fc.assert(
    fc.property(pattern, pattern, (left, right) => {
      const common = names.some((each) => matchesPattern(each, left) && matchesPattern(each, right));
      expect(patternsOverlap(left, right)).toBe(common);
      expect(patternsOverlap(right, left)).toBe(common);
    }),
  );
});

test('bindings without an overlap never give one place to two projects', () => {
  const bound = fc.record({
    clusters: fc.uniqueArray(fc.constantFrom('default', 'west'), { minLength: 1 }),
    namespaces: fc.array(pattern, { minLength: 1, maxLength: 3 }),
  });
  fc.assert(
    fc.property(bound, bound, fc.constantFrom('default', 'west'), name, (one, other, cluster, namespace) => {
      const both = [
        { project: 'one', ...one },
        { project: 'other', ...other },
      ];
      const admitted = both.filter(({ project }) => judgePlace(both, { project, cluster, namespace }) === undefined);
      expect(admitted.length === 2 && bindingOverlap(one, other) === undefined).toBe(false);
    }),
  );
});

function words(start: string, length: number): readonly string[] {
  return start.length === length ? [start] : [start, ...['a', 'b'].flatMap((next) => words(start + next, length))];
}
