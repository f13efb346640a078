import { type AnyDocument, builtinRegistry, createModel } from '@kubemin/model';
import { describe, expect, test } from 'vitest';
import { Permissions } from '../access/permissions.ts';
import { rbacEscalations } from './rbac-guard.ts';

const model = createModel(builtinRegistry);
const POD_READER = { apiGroups: [''], resources: ['pods', 'configmaps'], verbs: ['get', 'list', 'watch'] };

function documentOf(policy: object, more: object = {}): AnyDocument {
  const component = [{ name: 'web', type: 'webservice', image: 'web:1', traits: { rbac: [policy] } }];
  const { document, problems } = model.parse({ name: 'shop', namespace: 'shop', component, ...more });
  if (document === undefined) throw new Error(JSON.stringify(problems));
  return document;
}

const deployer = { permissions: new Permissions([{ project: '*', role: 'operator' }]) };
const projectAdmin = { permissions: new Permissions([{ project: 'shop', role: 'admin' }]) };
const admin = { permissions: new Permissions([{ project: '*', role: 'admin' }]) };
const found = (document: AnyDocument, caller = deployer, previous?: AnyDocument, profiles: readonly object[] = []) =>
  rbacEscalations(document, { previous, caller, profiles }).map(({ path, code }) => [path, code]);

describe('the guard of rights', () => {
  test('lets an application read what it names in its own namespace', () => {
    expect(found(documentOf({ rules: [POD_READER] }))).toEqual([]);
  });

  test.each([
    ['every verb', { rules: [{ ...POD_READER, verbs: ['*'] }] }, '.rules[0]'],
    ['every resource', { rules: [POD_READER, { ...POD_READER, resources: ['*'] }] }, '.rules[1]'],
    ['every subresource', { rules: [{ ...POD_READER, resources: ['*/scale'] }] }, '.rules[0]'],
    ['every group', { rules: [{ ...POD_READER, apiGroups: ['*'] }] }, '.rules[0]'],
    ['taking roles', { rules: [{ ...POD_READER, verbs: ['escalate'] }] }, '.rules[0]'],
    ['binding roles', { rules: [{ ...POD_READER, verbs: ['Bind'] }] }, '.rules[0]'],
    ['being somebody else', { rules: [{ ...POD_READER, resources: ['users'], verbs: ['impersonate'] }] }, '.rules[0]'],
    [
      'tokens of others',
      { rules: [{ ...POD_READER, resources: ['serviceaccounts/token'], verbs: ['create'] }] },
      '.rules[0]',
    ],
    [
      'writing roles',
      { rules: [{ apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs: ['patch'] }] },
      '.rules[0]',
    ],
    [
      'secrets of all namespaces',
      { clusterScope: true, rules: [{ ...POD_READER, resources: ['secrets'] }] },
      '.clusterScope',
    ],
    [
      'URLs of the server',
      { clusterScope: true, rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }] },
      '.clusterScope',
    ],
  ])('W-34: refuses %s to all but administrators of the platform', (_name, policy, path) => {
    const document = documentOf(policy);
    for (const caller of [deployer, projectAdmin]) {
      expect(found(document, caller)).toEqual([[`component[0].traits.rbac[0]${path}`, 'RBAC_ESCALATION']]);
    }
    expect(found(document, admin)).toEqual([]);
  });

  test('refuses rights in the namespace of others', () => {
    const rbac = [{ rules: [POD_READER] }, { namespace: 'kube-system', rules: [POD_READER] }];
    const component = [{ name: 'web', type: 'webservice', image: 'web:1', traits: { rbac } }];
    expect(found(documentOf({}, { component }))).toEqual([
      ['component[0].traits.rbac[1].namespace', 'RBAC_ESCALATION'],
    ]);
  });

  test('leaves what an administrator granted before, as long as it is exactly that', () => {
    const granted = { rules: [{ ...POD_READER, verbs: ['*'] }] };
    const before = documentOf(granted);
    expect(found(documentOf(granted, { description: 'changed' }), deployer, before)).toEqual([]);
    const more = { rules: [{ ...POD_READER, resources: ['secrets'], verbs: ['*'] }] };
    expect(found(documentOf(more), deployer, before)).toHaveLength(1);
    expect(found(documentOf(granted, { namespace: 'other' }), deployer, before)).toHaveLength(1);
  });

  describe('beside a profile that an administrator made', () => {
    const wide = { clusterScope: true, rules: [{ ...POD_READER, verbs: ['*'] }] };
    const watcher = { clusterScope: true, rules: [POD_READER] };
    const offered = [wide, watcher, { clusterScope: true }];

    test('lets everybody take exactly what it grants, for an account of any name', () => {
      expect(found(documentOf(wide), deployer, undefined, offered)).toEqual([]);
      expect(found(documentOf({ ...wide, serviceAccount: 'mine' }), deployer, undefined, offered)).toEqual([]);
    });

    test.each([
      ['other rules in the whole cluster', { ...watcher, rules: [{ ...POD_READER, resources: ['secrets'] }] }],
      ['a rule more', { ...watcher, rules: [POD_READER, { ...POD_READER, resources: ['nodes'] }] }],
      ['its rules in another namespace', { ...wide, clusterScope: false, namespace: 'kube-system' }],
    ])('refuses what a document makes of it with words of its own: %s', (_name, policy) => {
      const own = { rules: [POD_READER] };
      const component = [{ name: 'web', type: 'webservice', image: 'web:1', traits: { rbac: [own, policy] } }];
      expect(found(documentOf({}, { component }), deployer, undefined, offered)).not.toEqual([]);
    });
  });
});
