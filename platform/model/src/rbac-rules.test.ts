import { expect, test } from 'vitest';
import { findings, model, type Rule, withTraits } from './test-support/sample.ts';

const at = 'component[0].traits.rbac';
const rule = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const policy = (changes: object) => withTraits({ rbac: [{ rules: [rule], ...changes }] });

const rules: readonly Rule[] = [
  [
    'a policy has rules',
    withTraits({ rbac: [{}, { rules: [] }] }),
    [0, 1].map((index) => `error MISSING_RBAC_RULES ${at}[${index}].rules`),
  ],
  [
    'a rule has verbs',
    policy({ rules: [{ resources: ['pods'] }, { resources: ['pods'], verbs: [] }] }),
    [0, 1].map((index) => `error MISSING_RBAC_VERBS ${at}[0].rules[${index}].verbs`),
  ],
  ['a rule is about something', policy({ rules: [{ verbs: ['get'] }] }), [`error INVALID_RBAC_RULE ${at}[0].rules[0]`]],
  [
    'a rule is not about resources and URLs at once',
    policy({ clusterScope: true, rules: [{ ...rule, nonResourceURLs: ['/metrics'] }] }),
    [`error INVALID_RBAC_RULE ${at}[0].rules[0]`],
  ],
  [
    'URLs need the whole cluster',
    policy({ rules: [{ non_resource_urls: ['/metrics'], verbs: ['get'] }] }),
    [`error INVALID_RBAC_RULE ${at}[0].rules[0].nonResourceURLs`],
  ],
  [
    'URLs of the cluster are fine',
    policy({ clusterScope: true, rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }] }),
    [],
  ],
  [
    "pods cannot use another namespace's account",
    policy({ namespace: 'elsewhere' }),
    [`error INVALID_RBAC_NAMESPACE ${at}[0].namespace`],
  ],
  ['the own namespace may be repeated', policy({ namespace: 'default' }), []],
  [
    'a second policy may be about another namespace',
    withTraits({ rbac: [{ rules: [rule] }, { namespace: 'elsewhere', rules: [rule] }] }),
    [],
  ],
  [
    'two policies cannot make one role',
    withTraits({ rbac: ['a', 'a'].map((serviceAccount) => ({ serviceAccount, rules: [rule] })) }),
    [`error DUPLICATE_RBAC_NAME ${at}[1].roleName`, `error DUPLICATE_RBAC_NAME ${at}[1].bindingName`],
  ],
  [
    'W-18: account, role and binding may have one name',
    policy({ service_account: 'mysql', role_name: 'mysql', binding_name: 'mysql' }),
    [],
  ],
  [
    'rights to everything are a warning',
    policy({ rules: [{ ...rule, resources: ['*'], verbs: ['*'] }] }),
    [`warning RBAC_WILDCARD ${at}[0].rules[0]`],
  ],
  [
    'rbac inside a container is pointless',
    withTraits({ sidecar: [{ name: 'a', image: 'a', traits: { rbac: [{ rules: [rule] }] } }] }),
    ['warning TRAIT_IGNORED component[0].traits.sidecar[0].traits.rbac'],
  ],
  ['names must be possible', policy({ serviceAccount: 'a_b' }), [`error INVALID_NAME_FORMAT ${at}[0].serviceAccount`]],
  ['names of roles may have colons', policy({ roleName: 'acme:reader' }), []],
];

const twoComponents = (second: object) => ({
  name: 'shop',
  component: [{ rules: [rule] }, second].map((entry, index) => ({
    name: `app-${index}`,
    type: 'webservice',
    image: 'a',
    traits: { rbac: [{ serviceAccount: 'ours', ...entry }] },
  })),
});

test('components may have one role together as long as they mean the same', () => {
  expect(findings(twoComponents({ rules: [rule] }))).toEqual([]);
  expect(findings(twoComponents({ rules: [{ ...rule, verbs: ['delete'] }] }))).toEqual([
    'error OBJECT_NAME_TAKEN component[1].traits.rbac[0].roleName',
  ]);
});

test('components may share an account with the same settings', () => {
  const other = { roleName: 'other', bindingName: 'other', rules: [rule] };
  expect(findings(twoComponents(other))).toEqual([]);
  expect(findings(twoComponents({ ...other, automountServiceAccountToken: false }))).toEqual([
    'error OBJECT_NAME_TAKEN component[1].traits.rbac[0].serviceAccount',
  ]);
});

test.each(rules)('%s', (_name, input, expected) => {
  expect(findings(input)).toEqual(expected);
});

test('names follow from the component and the number of the policy', () => {
  const { document } = model.parse(
    withTraits({ rbac: [{ rules: [rule] }, { rules: [rule] }, { serviceAccount: ' My Sa ', rules: [rule] }] }),
  );
  expect(document?.component[0]?.traits.rbac).toMatchObject([
    { serviceAccount: 'web-sa', roleName: 'web-sa-role', bindingName: 'web-sa-binding', clusterScope: false },
    { serviceAccount: 'web-2-sa', roleName: 'web-2-sa-role' },
    { serviceAccount: 'mysa', roleName: 'mysa-role' },
  ]);
});

test('a profile gives the rules, and the document wins', () => {
  const parsed = model.parse(withTraits({ rbac: [{ profile: 'reader', roleName: 'mine' }] })).document;
  if (parsed === undefined) throw new Error('sample document');
  expect(parsed.component[0]?.traits.rbac?.[0]).toMatchObject({ profile: 'reader', roleName: 'mine' });
  const reader = model.parseProfile('rbac', { rules: [rule], cluster_scope: true, role_name: 'theirs' }).profile ?? {};
  const { document, problems } = model.resolveProfiles(parsed, { rbac: { reader, empty: {} } });
  expect(problems).toEqual([]);
  expect(document?.component[0]?.traits.rbac).toMatchObject([
    { serviceAccount: 'web-sa', roleName: 'mine', clusterScope: true, rules: [rule] },
  ]);
  expect(model.resolveProfiles({ ...parsed }, { rbac: { reader: {} } }).problems).toMatchObject([
    { code: 'MISSING_RBAC_RULES', path: `${at}[0].rules` },
  ]);
});
