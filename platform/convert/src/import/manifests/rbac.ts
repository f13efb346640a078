import { manifestsMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { TraitEntry } from '../imported.ts';
import type { Part } from '../source/part.ts';
import { type Manifest, readAnnotations, readLabels, takeIdentity } from './manifest.ts';
import type { ManifestSet } from './manifest-set.ts';

type Policy = TraitEntry<'rbac'>;

const BINDINGS = ['RoleBinding', 'ClusterRoleBinding'];

/** Where a pod and its rights are found. */
export interface RbacContext {
  readonly set: ManifestSet;
  /** The pod's. */
  readonly namespace: string | undefined;
}

/** What the service account of a pod may do: one policy for each binding of it to a role of the text. */
export function readRbac(spec: Part, { set, namespace }: RbacContext): readonly Policy[] {
  const place = spec.at('serviceAccountName').present ? spec.at('serviceAccountName') : spec.at('serviceAccount');
  const account = place.peek() ?? 'default';
  if (account === 'default') {
    for (const key of ['serviceAccountName', 'serviceAccount']) spec.at(key).acceptIf('default');
    return [];
  }
  const bindings = set.of(...BINDINGS).filter((binding) => bindsOnly(binding, { account, namespace }));
  const policies = bindings.flatMap((binding) => readPolicy(binding, account, set));
  const [first, ...rest] = policies;
  if (first === undefined) {
    place.omit(manifestsMessages.accountWithoutRole);
    return [];
  }
  for (const key of ['serviceAccountName', 'serviceAccount']) spec.at(key).acceptIf(account);
  const automount = spec.at('automountServiceAccountToken').flag();
  return [{ ...first, ...filled({ automountServiceAccountToken: automount }), ...readAccount(account, set) }, ...rest];
}

interface Account {
  readonly account: string;
  readonly namespace: string | undefined;
}

function bindsOnly({ part }: Manifest, { account, namespace }: Account): boolean {
  const [subject, ...more] = part.at('subjects').items;
  if (subject === undefined || more.length > 0 || subject.at('kind').peek() !== 'ServiceAccount') return false;
  return subject.at('name').peek() === account && (subject.at('namespace').peek() ?? namespace) === namespace;
}

function readPolicy(binding: Manifest, account: string, set: ManifestSet): readonly Policy[] {
  const clusterScope = binding.kind === 'ClusterRoleBinding';
  const role = set.find(clusterScope ? 'ClusterRole' : 'Role', binding.part.at('roleRef', 'name').peek());
  const rules = role?.part.at('rules').items ?? [];
  if (role === undefined || binding.part.at('roleRef', 'kind').peek() !== role.kind || rules.length === 0) return [];
  for (const manifest of [binding, role]) takeIdentity(manifest);
  binding.part.at('subjects').accept();
  for (const key of ['kind', 'name']) binding.part.at('roleRef', key).accept();
  binding.part.at('roleRef', 'apiGroup').acceptIf('rbac.authorization.k8s.io');
  return [
    {
      serviceAccount: account,
      ...(clusterScope ? { clusterScope } : {}),
      ...filled({
        roleName: role.name === `${account}-role` ? undefined : role.name,
        bindingName: binding.name === `${account}-binding` ? undefined : binding.name,
        roleLabels: readLabels(role.part.at('metadata')),
        bindingLabels: readLabels(binding.part.at('metadata')),
      }),
      rules: rules.map(readRule),
    },
  ];
}

function readRule(part: Part): NonNullable<Policy['rules']>[number] {
  return filled({
    apiGroups: part.at('apiGroups').texts(),
    resources: part.at('resources').texts(),
    resourceNames: part.at('resourceNames').texts(),
    nonResourceURLs: part.at('nonResourceURLs').texts(),
    verbs: part.at('verbs').texts(),
  });
}

function readAccount(name: string, set: ManifestSet): Policy {
  const account = set.find('ServiceAccount', name);
  if (account === undefined) return {};
  takeIdentity(account);
  return filled({
    serviceAccountLabels: readLabels(account.part.at('metadata')),
    serviceAccountAnnotations: readAnnotations(account.part.at('metadata')),
    automountServiceAccountToken: account.part.at('automountServiceAccountToken').flag(),
  });
}
