import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Access } from '../authorization/access.ts';
import { ruleAllows } from './policy-rule.ts';
import { compactRules, missingRights, ruleText } from './rule-cover.ts';

function to(verb: string, what: string, more: { readonly group?: string; readonly name?: string } = {}): Access {
  const [resource = '', subresource = ''] = what.split('/');
  return { kind: 'resource', verb, group: '', resource, subresource, namespace: '', name: '', ...more };
}

function rule(verbs: string, resources: string, more: Partial<PolicyRule> = {}): PolicyRule {
  return { verbs: verbs.split(' '), apiGroups: [''], resources: resources.split(' '), ...more };
}

describe('a rule', () => {
  it.each<[string, PolicyRule, Access, boolean]>([
    ['allows its verb on its resource', rule('get', 'pods'), to('get', 'pods'), true],
    ['not another verb', rule('get', 'pods'), to('list', 'pods'), false],
    ['not another resource', rule('get', 'pods'), to('get', 'secrets'), false],
    ['not another group', rule('get', 'pods'), to('get', 'pods', { group: 'apps' }), false],
    ['with * means every verb', rule('*', 'pods'), to('deletecollection', 'pods'), true],
    ['with * means every verb, also of no request', rule('*', 'users'), to('impersonate', 'users'), true],
    ['with * means every group', rule('get', 'pods', { apiGroups: ['*'] }), to('get', 'pods', { group: 'x' }), true],
    ['with * means every resource', rule('get', '*'), to('get', 'secrets'), true],
    ['with * means every subresource', rule('get', '*'), to('get', 'pods/log'), true],
    ['about pods is not about pods/log', rule('get', 'pods'), to('get', 'pods/log'), false],
    ['about pods/log is not about pods', rule('get', 'pods/log'), to('get', 'pods'), false],
    ['about */scale means any scale', rule('get', '*/scale'), to('get', 'deployments/scale'), true],
    ['about */scale means no status', rule('get', '*/scale'), to('get', 'deployments/status'), false],
    ['about pods/* means just that', rule('get', 'pods/*'), to('get', 'pods/log'), false],
    ['for a name allows it', rule('get', 'pods', { resourceNames: ['a'] }), to('get', 'pods', { name: 'a' }), true],
    ['for a name, no other', rule('get', 'pods', { resourceNames: ['a'] }), to('get', 'pods', { name: 'b' }), false],
    ['for a name, no list', rule('list', 'pods', { resourceNames: ['a'] }), to('list', 'pods'), false],
    ['an empty name is no name', rule('list', 'pods', { resourceNames: [''] }), to('list', 'pods'), false],
    ['names know no *', rule('get', 'pods', { resourceNames: ['*'] }), to('get', 'pods', { name: 'a' }), false],
    ['no names means all', rule('get', 'pods', { resourceNames: [] }), to('get', 'pods', { name: 'a' }), true],
  ])('%s', (_what, given, access, allowed) => {
    expect(ruleAllows(given, access)).toBe(allowed);
  });

  it.each([
    ['/healthz', '/healthz', true],
    ['/healthz', '/healthz/', false],
    ['/healthz/*', '/healthz/etcd', true],
    ['/healthz/*', '/healthz', false],
    ['/api*', '/apis/apps', true],
    ['*', '/anything/at/all', true],
    ['/a/*/c', '/a/b/c', false],
  ])('for the path %s and a request to %s: %s', (url, path, allowed) => {
    const given = { verbs: ['get'], nonResourceURLs: [url] };
    expect(ruleAllows(given, { kind: 'path', verb: 'get', path })).toBe(allowed);
    expect(ruleAllows(given, { kind: 'path', verb: 'post', path })).toBe(false);
  });

  it('about resources does not match paths, and the other way round', () => {
    expect(ruleAllows(rule('*', '*'), { kind: 'path', verb: 'get', path: '/x' })).toBe(false);
    expect(ruleAllows({ verbs: ['*'], nonResourceURLs: ['*'] }, to('get', 'pods'))).toBe(false);
  });
});

const some = (...values: readonly string[]) => fc.subarray([...values], { minLength: 1 });
const anyRule = fc.record(
  {
    verbs: some('get', 'list', '*'),
    apiGroups: some('', 'apps', '*'),
    resources: some('pods', 'pods/log', '*/log', '*'),
    resourceNames: fc.subarray(['a', 'b']),
  },
  { requiredKeys: ['verbs', 'apiGroups', 'resources'] },
);

describe('rights that would be given', () => {
  const accesses = ['get', 'list', 'watch'].flatMap((verb) =>
    ['', 'apps', 'batch'].flatMap((group) =>
      ['pods', 'pods/log', 'jobs/log', 'jobs'].flatMap((what) =>
        ['', 'a', 'b', 'c'].map((name) => to(verb, what, { group, name })),
      ),
    ),
  );

  it('are covered only when everything they allow was allowed before', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 4 }), anyRule, (held, wanted) => {
        fc.pre(missingRights(held, [wanted]).length === 0);
        for (const access of accesses.filter((candidate) => ruleAllows(wanted, candidate))) {
          expect(held.some((candidate) => ruleAllows(candidate, access))).toBe(true);
        }
      }),
    );
  });

  it('are always covered by the same rules', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 4 }), (rules) => {
        expect(missingRights(rules, rules)).toEqual([]);
      }),
    );
  });

  it('are written in Kubernetes notation, verbs grouped', () => {
    const missing = missingRights(
      [rule('get', 'pods')],
      [rule('get list watch', 'pods secrets', { resourceNames: [] })],
    );
    expect(compactRules(missing).map(ruleText)).toEqual([
      '{APIGroups:[""], Resources:["pods"], Verbs:["list" "watch"]}',
      '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list" "watch"]}',
    ]);
  });
});
