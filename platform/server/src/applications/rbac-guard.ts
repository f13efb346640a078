import { createHash } from 'node:crypto';
import type { Message } from '@kubemin/base/message';
import type { Problem } from '@kubemin/client';
import { useKey } from '@kubemin/engine';
import { deepEqual } from '@kubemin/kubeapi';
import { type AnyComponent, type AnyDocument, builtinRegistry, type TraitData } from '@kubemin/model';
import { createProblem } from '../api/index.ts';
import { rightsMessages } from '../messages/index.ts';

const rbacSchema = builtinRegistry.traits.rbac.schema;
type Policy = TraitData['rbac'][number];
type Rule = NonNullable<Policy['rules']>[number];

/** Verbs that let their holder take rights it was not given. */
const TAKING_VERBS = ['escalate', 'bind', 'impersonate', 'approve', 'sign', 'attest'];
const READING = ['get', 'list', 'watch'];

/** Resources that are more than they seem, by what any right to them, or only the right to write them, amounts to. */
const ANY_RIGHT: ReadonlyMap<string, Message> = new Map([
  ['secrets', rightsMessages.readsCredentials],
  ['serviceaccounts/token', rightsMessages.issuesTokens],
  ['pods/exec', rightsMessages.runsCommands],
  ['pods/attach', rightsMessages.attaches],
  ['pods/portforward', rightsMessages.reachesPorts],
  ['pods/proxy', rightsMessages.reachesPorts],
  ['services/proxy', rightsMessages.reachesServices],
  ['pods/ephemeralcontainers', rightsMessages.runsContainers],
  ['nodes/proxy', rightsMessages.runsOnNode],
]);
const WRITING: ReadonlyMap<string, Message> = new Map([
  ...['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'].map(
    (name) => [name, rightsMessages.grantsRights] as const,
  ),
  ...['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'].map(
    (name) => [name, rightsMessages.changesWrites] as const,
  ),
  ...['validatingadmissionpolicies', 'mutatingadmissionpolicies', 'customresourcedefinitions', 'apiservices'].map(
    (name) => [name, rightsMessages.changesApi] as const,
  ),
  ...['certificatesigningrequests', 'certificatesigningrequests/approval', 'certificatesigningrequests/status'].map(
    (name) => [name, rightsMessages.issuesCertificates] as const,
  ),
  ...['pods', 'replicationcontrollers', 'podtemplates', 'deployments', 'statefulsets', 'daemonsets'].map(
    (name) => [name, rightsMessages.runsPods] as const,
  ),
  ...['replicasets', 'jobs', 'cronjobs'].map((name) => [name, rightsMessages.runsPods] as const),
]);

/** By labels with this prefix a role adds its rules to roles of the cluster. */
const AGGREGATION = 'rbac.authorization.k8s.io/';

/** What decides whether a document may grant something. */
export interface GrantContext {
  /** What an administrator has permitted the application: keys of policies, among others. */
  readonly permitted: ReadonlySet<string>;
  /** The settings of the `rbac` profiles there are: administrators made them for others to use. */
  readonly profiles: readonly unknown[];
}

/**
 * What a document grants that only an administrator of the whole platform may grant. The platform can do everything in
 * its cluster, so what it passes on must be less than that: rights in the application's own namespace, by name, and none
 * that lead to further rights. What an administrator saved stays, and exactly what a profile grants may be taken:
 * whether it was named or copied makes no difference, since either way the rights are those.
 */
export function rbacEscalations(document: AnyDocument, { permitted, profiles }: GrantContext): readonly Problem[] {
  const offered = offeredPolicies(profiles);
  return document.component.flatMap((component, index) =>
    componentPolicies(component).flatMap((policy, at) => {
      if (permitted.has(policyKey(component.name, document.namespace, policy))) return [];
      const profile = offered.find((each) => grantsSame(each, policy));
      const faults = [...labelFaults(policy, profile), ...(profile ? [] : policyFaults(policy, document.namespace))];
      return faults.map(({ path, message }) => escalation(`component[${index}].traits.rbac[${at}]${path}`, message));
    }),
  );
}

/** The keys of all policies of a document: those an administrator saves are permitted from then on. */
export function policyKeys({ component: components, namespace }: AnyDocument): readonly string[] {
  return components.flatMap((component) =>
    componentPolicies(component).map((policy) => policyKey(component.name, namespace, policy)),
  );
}

/**
 * The keys of the policies that grant what a profile does, and of what they use because the profile names it: an account,
 * a role, a binding, a namespace. An administrator offers them together, to all users who take exactly those rights.
 */
export function profileGrants(
  { component: components, namespace: own }: AnyDocument,
  profiles: readonly unknown[],
): readonly string[] {
  const offered = offeredPolicies(profiles);
  return components.flatMap(({ name: component, traits }) =>
    componentPolicies({ traits }).flatMap((policy) =>
      offered.flatMap((profile) => {
        if (!grantsSame(profile, policy)) return [];
        const { serviceAccount, roleName, bindingName, namespace = own } = profile;
        const cluster = policy.clusterScope === true;
        const place = { component, namespace: cluster ? '' : namespace };
        return [
          policyKey(component, own, policy),
          ...(profile.namespace === undefined
            ? []
            : [useKey({ component, kind: 'Namespace', namespace: '', name: namespace })]),
          ...(serviceAccount === undefined || serviceAccount !== policy.serviceAccount
            ? []
            : [useKey({ component, kind: 'ServiceAccount', namespace, name: serviceAccount })]),
          ...(roleName === undefined || roleName !== policy.roleName
            ? []
            : [useKey({ ...place, kind: cluster ? 'ClusterRole' : 'Role', name: roleName })]),
          ...(bindingName === undefined || bindingName !== policy.bindingName
            ? []
            : [useKey({ ...place, kind: cluster ? 'ClusterRoleBinding' : 'RoleBinding', name: bindingName })]),
        ];
      }),
    ),
  );
}

/** Names of components have no spaces. */
function policyKey(component: string, namespace: string, policy: Policy): string {
  const text = JSON.stringify(policy, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted())
      : value,
  );
  return `${component} rbac ${namespace}/${createHash('sha256').update(text).digest('hex')}`;
}

function offeredPolicies(profiles: readonly unknown[]): readonly Policy[] {
  return profiles.flatMap((profile) => rbacSchema.safeParse([profile]).data ?? []);
}

/** A part of a profile, joined with text of the author, may be more than the profile grants. */
function grantsSame(left: Policy, right: Policy): boolean {
  return deepEqual(policyGrant(left), policyGrant(right));
}

function policyGrant({ clusterScope = false, namespace, rules = [] }: Policy) {
  return { clusterScope, namespace, rules };
}

function componentPolicies(component: Pick<AnyComponent, 'traits'>): readonly Policy[] {
  if (!('rbac' in component.traits)) return [];
  return rbacSchema.safeParse(component.traits.rbac).data ?? [];
}

interface Fault {
  readonly path: string;
  readonly message: Message;
}

/** Labels are not part of what a profile grants, and these ones are rights. */
function labelFaults({ roleLabels = {} }: Policy, profile: Policy | undefined): readonly Fault[] {
  const added = Object.entries(roleLabels).filter(
    ([key, value]) => key.startsWith(AGGREGATION) && profile?.roleLabels?.[key] !== value,
  );
  return added.map(([key]) => ({ path: '.roleLabels', message: rightsMessages.aggregationLabel({ label: key }) }));
}

function policyFaults(policy: Policy, namespace: string): readonly Fault[] {
  const { clusterScope = false, namespace: place = namespace, rules = [] } = policy;
  return [
    ...(clusterScope ? [{ path: '.clusterScope', message: rightsMessages.wholeCluster }] : []),
    ...(place === namespace
      ? []
      : [{ path: '.namespace', message: rightsMessages.otherNamespace({ namespace: place }) }]),
    ...rules.flatMap((rule, index) => ruleFaults(rule).map((message) => ({ path: `.rules[${index}]`, message }))),
  ];
}

function ruleFaults({ verbs, resources = [], apiGroups = [], nonResourceURLs = [] }: Rule): readonly Message[] {
  const wild = Object.entries({ verbs, resources, apiGroups })
    .filter(([, words]) => words.some((word) => word.includes('*')))
    .map(([field]) => rightsMessages.wildcard({ field }));
  const taking = verbs.filter((verb) => TAKING_VERBS.includes(verb.toLowerCase()));
  const writes = verbs.some((verb) => !READING.includes(verb.toLowerCase()));
  const guarded = resources.flatMap((resource) => {
    const name = resource.toLowerCase();
    const what = ANY_RIGHT.get(name) ?? (writes ? WRITING.get(name) : undefined);
    return what === undefined ? [] : [rightsMessages.resource({ resource, effect: what })];
  });
  const urls = nonResourceURLs.length === 0 ? [] : [rightsMessages.apiServerUrls];
  return [...wild, ...taking.map((verb) => rightsMessages.takingVerb({ verb })), ...guarded, ...urls];
}

function escalation(path: string, reason: Message): Problem {
  return createProblem({
    path,
    code: 'RBAC_ESCALATION',
    message: rightsMessages.administratorOnly({ reason }),
    fix: rightsMessages.nameRights,
  });
}
