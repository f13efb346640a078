import { type AnyDocument, builtinRegistry, createModel } from '@kubemin/model';
import { describe, expect, test } from 'vitest';
import { policyKeys, rbacEscalations } from './rbac-guard.ts';

const model = createModel(builtinRegistry);
const AGGREGATED = { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' };
const POD_READER = { apiGroups: [''], resources: ['pods', 'configmaps'], verbs: ['get', 'list', 'watch'] };

function documentOf(policy: object, more: object = {}): AnyDocument {
  const component = [{ name: 'web', type: 'webservice', image: 'web:1', traits: { rbac: [policy] } }];
  const { document, problems } = model.parse({ name: 'shop', namespace: 'shop', component, ...more });
  if (document === undefined) throw new Error(JSON.stringify(problems));
  return document;
}

const found = (document: AnyDocument, permittedBy?: AnyDocument, profiles: readonly object[] = []) => {
  const permitted = new Set(permittedBy === undefined ? [] : policyKeys(permittedBy));
  const problems = rbacEscalations(document, { permitted, profiles });
  return [...new Map(problems.map(({ path, code }) => [path, [path, code]])).values()];
};

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
    ['pods of all namespaces', { clusterScope: true, rules: [POD_READER] }, '.clusterScope'],
    ['labels that add rules to other roles', { roleLabels: AGGREGATED, rules: [POD_READER] }, '.roleLabels'],
  ])('W-34: refuses %s', (_name, policy, path) => {
    expect(found(documentOf(policy))).toEqual([[`component[0].traits.rbac[0]${path}`, 'RBAC_ESCALATION']]);
  });

  test.each([
    ['secrets', 'get'],
    ['secrets', 'create'],
    ['serviceaccounts/token', 'create'],
    ['pods/exec', 'create'],
    ['pods/exec', 'get'],
    ['pods/attach', 'get'],
    ['pods/portforward', 'create'],
    ['pods/ephemeralcontainers', 'patch'],
    ['nodes/proxy', 'get'],
    ['services/proxy', 'get'],
    ['rolebindings', 'delete'],
    ['mutatingwebhookconfigurations', 'update'],
    ['validatingwebhookconfigurations', 'patch'],
    ['customresourcedefinitions', 'create'],
    ['certificatesigningrequests', 'create'],
    ['certificatesigningrequests/approval', 'update'],
    ['signers', 'sign'],
    ['pods', 'create'],
    ['deployments', 'patch'],
    ['cronjobs', 'update'],
    ['Secrets', 'GET'],
  ])('R-01: refuses a rule about %s with the verb %s', (resource, verb) => {
    const document = documentOf({
      rules: [POD_READER, { apiGroups: ['', 'apps'], resources: [resource], verbs: [verb] }],
    });
    expect(found(document)).toEqual([['component[0].traits.rbac[0].rules[1]', 'RBAC_ESCALATION']]);
    expect(found(document, document)).toEqual([]);
  });

  test('R-01: refuses URLs of the API server, each as a rule of its own', () => {
    const document = documentOf({ clusterScope: true, rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }] });
    expect(found(document).map(([path]) => path)).toEqual([
      'component[0].traits.rbac[0].clusterScope',
      'component[0].traits.rbac[0].rules[0]',
    ]);
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
    expect(found(documentOf(granted, { description: 'changed' }), before)).toEqual([]);
    const more = { rules: [{ ...POD_READER, resources: ['secrets'], verbs: ['*'] }] };
    expect(found(documentOf(more), before)).not.toEqual([]);
    expect(found(documentOf(granted, { namespace: 'other' }), before)).toHaveLength(1);
  });

  describe('beside a profile that an administrator made', () => {
    const wide = { clusterScope: true, rules: [{ ...POD_READER, verbs: ['*'] }] };
    const watcher = { clusterScope: true, rules: [POD_READER] };
    const offered = [wide, watcher, { clusterScope: true }];

    test('lets everybody take exactly what it grants, for an account of any name', () => {
      expect(found(documentOf(wide), undefined, offered)).toEqual([]);
      expect(found(documentOf({ ...wide, serviceAccount: 'mine' }), undefined, offered)).toEqual([]);
    });

    test.each([
      ['other rules in the whole cluster', { ...watcher, rules: [{ ...POD_READER, resources: ['secrets'] }] }],
      ['a rule more', { ...watcher, rules: [POD_READER, { ...POD_READER, resources: ['nodes'] }] }],
      ['its rules in another namespace', { ...wide, clusterScope: false, namespace: 'kube-system' }],
    ])('refuses what a document makes of it with words of its own: %s', (_name, policy) => {
      const own = { rules: [POD_READER] };
      const component = [{ name: 'web', type: 'webservice', image: 'web:1', traits: { rbac: [own, policy] } }];
      expect(found(documentOf({}, { component }), undefined, offered)).not.toEqual([]);
    });
  });
});
