import type { Problem } from '@kubemin/client';
import { deepEqual } from '@kubemin/kubeapi';
import { type AnyComponent, type AnyDocument, builtinRegistry, type TraitData } from '@kubemin/model';
import type { Caller } from '../http/caller.ts';

const rbacSchema = builtinRegistry.traits.rbac.schema;
type Policy = TraitData['rbac'][number];
type Rule = NonNullable<Policy['rules']>[number];

/** Verbs that let their holder take rights nobody gave them. */
const TAKING_VERBS = ['escalate', 'bind', 'impersonate', 'approve', 'sign'];
/** Whoever may write these makes rights; whoever may create a token becomes somebody else. */
const RIGHTS = ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings', 'serviceaccounts/token'];
const READING = ['get', 'list', 'watch'];

/** What decides whether somebody may grant something. */
export interface GrantContext {
  /** What the application is before the change. */
  readonly previous: AnyDocument | undefined;
  readonly caller: Pick<Caller, 'permissions'>;
  /** The settings of the `rbac` profiles there are: administrators made them for others to use. */
  readonly profiles: readonly unknown[];
}

/**
 * What a document grants that its author may not grant. The platform can do everything in its cluster, so what it passes
 * on must be less than that: whoever is no administrator of the whole platform gives an application rights in its own
 * namespace, by name, and none over rights. What the application had before stays, and exactly what a profile grants may
 * be taken: whether it was named or copied makes no difference, since either way the rights are those.
 */
export function rbacEscalations(
  document: AnyDocument,
  { previous, caller, profiles }: GrantContext,
): readonly Problem[] {
  if (caller.permissions.everywhere('admin')) return [];
  const offered = profiles.flatMap((profile) => rbacSchema.safeParse([profile]).data ?? []);
  return document.component.flatMap((component, index) => {
    const had = policiesOf(previous?.component.find(({ name }) => name === component.name));
    const known = previous?.namespace === document.namespace ? had : [];
    return policiesOf(component).flatMap((policy, at) =>
      known.some((before) => deepEqual(before, policy)) || offered.some((profile) => grantsSame(profile, policy))
        ? []
        : faultsOf(policy, document.namespace).map(({ path, message }) =>
            escalation(`component[${index}].traits.rbac[${at}]${path}`, message),
          ),
    );
  });
}

/** A part of what a profile says, joined with words of the author's own, may be more than the profile grants. */
function grantsSame(left: Policy, right: Policy): boolean {
  return deepEqual(grantOf(left), grantOf(right));
}

function grantOf({ clusterScope = false, namespace, rules = [] }: Policy) {
  return { clusterScope, namespace, rules };
}

function policiesOf(component: AnyComponent | undefined): readonly Policy[] {
  if (component === undefined || !('rbac' in component.traits)) return [];
  return rbacSchema.safeParse(component.traits.rbac).data ?? [];
}

interface Fault {
  readonly path: string;
  readonly message: string;
}

function faultsOf(policy: Policy, namespace: string): readonly Fault[] {
  const { clusterScope = false, namespace: place = namespace, rules = [] } = policy;
  return [
    ...(clusterScope ? [{ path: '.clusterScope', message: 'it grants rights in the whole cluster' }] : []),
    ...(place === namespace ? [] : [{ path: '.namespace', message: `it grants rights in the namespace "${place}"` }]),
    ...rules.flatMap((rule, index) => ruleFaults(rule).map((message) => ({ path: `.rules[${index}]`, message }))),
  ];
}

function ruleFaults({ verbs, resources = [], apiGroups = [] }: Rule): readonly string[] {
  const wild = Object.entries({ verbs, resources, apiGroups })
    .filter(([, words]) => words.some((word) => word.includes('*')))
    .map(([field]) => `its ${field} are not named one by one`);
  const taking = verbs.filter((verb) => TAKING_VERBS.includes(verb.toLowerCase()));
  const writes = verbs.some((verb) => !READING.includes(verb.toLowerCase()));
  const rights = writes ? resources.filter((resource) => RIGHTS.includes(resource.toLowerCase())) : [];
  return [
    ...wild,
    ...taking.map((verb) => `the verb "${verb}" lets its holder take further rights`),
    ...rights.map((resource) => `whoever may change ${resource} can give itself any right`),
  ];
}

function escalation(path: string, why: string): Problem {
  return {
    path,
    code: 'RBAC_ESCALATION',
    message: `This may only be granted by an administrator: ${why}.`,
    fix: 'Name the resources and verbs that are needed in its own namespace, or have an administrator save it.',
    severity: 'error',
  };
}
