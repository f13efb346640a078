import type { KubeObject, UserInfo } from '@kubemin/kubeapi';
import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApi } from '../../test-support/test-api.ts';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const GROUP = 'rbac.authorization.k8s.io';
const NAMESPACES = ['one', 'two'] as const;

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  for (const name of NAMESPACES) await api.create('/api/v1/namespaces', { metadata: { name } });
});
afterAll(() => api.close());

const some = (...values: readonly string[]) => fc.subarray([...values], { minLength: 1 });
const rule: fc.Arbitrary<PolicyRule> = fc.record({
  verbs: some('get', 'list', 'create', '*'),
  apiGroups: some('', 'apps', '*'),
  resources: some('pods', 'pods/log', '*/log', 'deployments', '*'),
  resourceNames: fc.oneof(fc.constant([]), some('a', 'b')),
});
const role = fc.record({ scope: fc.constantFrom('', ...NAMESPACES), rules: fc.array(rule, { maxLength: 2 }) });
const subject = fc.constantFrom(
  { kind: 'User', name: 'alice' },
  { kind: 'User', name: 'bob' },
  { kind: 'Group', name: 'dev' },
  { kind: 'ServiceAccount', name: 'robot', namespace: 'one' },
);
const bound = fc.record({
  scope: fc.constantFrom('', ...NAMESPACES),
  role: fc.nat(2),
  clusterRole: fc.boolean(),
  subjects: fc.array(subject, { maxLength: 3 }),
});
type Subject = typeof subject extends fc.Arbitrary<infer T> ? T : never;

const people: readonly UserInfo[] = [
  { username: 'alice', groups: ['dev'] },
  { username: 'bob', groups: [] },
  { username: 'system:serviceaccount:one:robot', groups: [] },
  { username: 'carol', groups: ['dev', 'other'] },
];
const questions = ['get', 'list', 'delete'].flatMap((verb) =>
  ['', 'apps'].flatMap((group) =>
    ['pods', 'pods/log', 'deployments'].flatMap((what) =>
      ['', 'one', 'two'].flatMap((namespace) => ['', 'a', 'c'].map((name) => ({ verb, group, what, namespace, name }))),
    ),
  ),
);
type Question = (typeof questions)[number];

/** The definition, word by word, over plain lists. */
function naive(world: World, person: UserInfo, asked: Question): boolean {
  return world.bindings.some((binding) => {
    const inScope = binding.scope === '' || binding.scope === asked.namespace;
    const named = binding.subjects.some((each) => isNamed(each, person));
    const rules = world.rules.get(`${binding.clusterRole ? '' : binding.scope}/${binding.role}`) ?? [];
    return inScope && named && rules.some((each) => covers(each, asked));
  });
}

function isNamed(each: Subject, { username, groups }: UserInfo): boolean {
  if (each.kind === 'Group') return groups.includes(each.name);
  if (each.kind === 'User') return username === each.name;
  return username === 'system:serviceaccount:one:robot';
}

function covers({ verbs, apiGroups = [], resources = [], resourceNames = [] }: PolicyRule, asked: Question): boolean {
  const [, sub] = asked.what.split('/');
  const spelled = ['*', asked.what, ...(sub === undefined ? [] : [`*/${sub}`])];
  return (
    verbs.some((verb) => verb === '*' || verb === asked.verb) &&
    apiGroups.some((group) => group === '*' || group === asked.group) &&
    resources.some((resource) => spelled.includes(resource)) &&
    (resourceNames.length === 0 || resourceNames.includes(asked.name))
  );
}

interface World {
  readonly rules: ReadonlyMap<string, readonly PolicyRule[]>;
  readonly bindings: readonly {
    readonly scope: string;
    readonly role: number;
    readonly clusterRole: boolean;
    readonly subjects: readonly Subject[];
  }[];
}

async function build(world: World): Promise<readonly string[]> {
  const made: string[] = [];
  const create = async (url: string, body: { readonly metadata: { readonly name: string } } & Partial<KubeObject>) => {
    await api.create(url, body);
    made.push(`${url}/${body.metadata.name}`);
  };
  const at = (scope: string, plural: string) =>
    scope === '' ? `${RBAC}/cluster${plural}` : `${RBAC}/namespaces/${scope}/${plural}`;
  for (const [key, rules] of world.rules) {
    const [scope = '', name = ''] = key.split('/');
    await create(at(scope, 'roles'), { metadata: { name: `r${name}` }, ...{ rules } });
  }
  for (const [index, { scope, role: name, clusterRole, subjects }] of world.bindings.entries()) {
    const roleRef = { apiGroup: GROUP, kind: clusterRole ? 'ClusterRole' : 'Role', name: `r${name}` };
    await create(at(scope, 'rolebindings'), { metadata: { name: `b${index}` }, ...{ roleRef, subjects } });
  }
  return made;
}

async function review(person: UserInfo, { verb, group, what, namespace, name }: Question): Promise<unknown> {
  const [resource, subresource] = what.split('/');
  const resourceAttributes = { verb, group, resource, subresource, namespace, name };
  const spec = { user: person.username, groups: person.groups, resourceAttributes };
  const { status } = await api.create('/apis/authorization.k8s.io/v1/subjectaccessreviews', { spec });
  return status;
}

it('decides like a naive evaluation of all bindings, whatever comes and goes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(role, { maxLength: 3 }), fc.array(bound, { maxLength: 4 }), async (roles, bindings) => {
      const world: World = {
        rules: new Map(roles.map(({ scope, rules }, index) => [`${scope}/${index}`, rules])),
        // A binding everywhere can only be to a cluster role.
        bindings: bindings.map((each) => ({ ...each, clusterRole: each.clusterRole || each.scope === '' })),
      };
      const made = await build(world);
      try {
        for (const person of people) {
          for (const asked of questions) {
            expect(await review(person, asked), JSON.stringify({ person, asked })).toMatchObject({
              allowed: naive(world, person, asked),
            });
          }
        }
      } finally {
        for (const url of made) await api.ok('DELETE', url);
      }
      const [alice] = people;
      if (alice !== undefined)
        for (const asked of questions) expect(await review(alice, asked)).toMatchObject({ allowed: false });
    }),
    { numRuns: 25 },
  );
});
