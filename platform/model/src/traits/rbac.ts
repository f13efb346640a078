import * as z from 'zod';
import type { CheckContext } from '../check-context.ts';
import { repetitions } from '../exactly-one.ts';
import type { ExclusiveName } from '../exclusive-name.ts';
import { field } from '../field.ts';
import { annotations, labels } from '../labels.ts';
import { isPlainObject } from '../plain-object.ts';
import { profileName } from '../profile.ts';
import { reference } from '../reference.ts';
import { defineTrait, type TraitOwner } from '../trait.ts';

const RULES_FIX = 'Give at least one rule, such as {"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}.';

const words = z.array(z.string().trim()).max(1000).optional();

const rule = z
  .object({
    apiGroups: words,
    resources: words,
    resourceNames: words,
    nonResourceURLs: words,
    verbs: field(z.array(z.string().trim().min(1)).min(1).max(100), {
      code: 'MISSING_RBAC_VERBS',
      missing: 'MISSING_RBAC_VERBS',
      fix: 'Give at least one verb, such as "get".',
    }),
  })
  .refine((value) => isGiven(value.resources) !== isGiven(value.nonResourceURLs), {
    message: 'A rule is about resources or about URLs that are none: exactly one of the two.',
    params: { code: 'INVALID_RBAC_RULE', fix: 'Give either resources or nonResourceURLs.' },
    when: ({ value }) => isPlainObject(value),
  });

/** Names of roles and bindings may have colons, as `system:node`; they only must not break a URL. */
const roleName = field(
  z
    .string()
    .trim()
    .min(1)
    .max(253)
    .refine((name) => name !== '.' && name !== '..' && !/[/%]/.test(name), {
      error: (issue) => `"${String(issue.input)}" cannot be the name of a role or binding.`,
      params: { code: 'INVALID_NAME_FORMAT' },
    })
    .optional(),
  { fix: 'Use letters, digits, "-", "." and ":".' },
);

const accountName = field(reference().optional(), {
  prepare: (value) => (typeof value === 'string' ? value.replaceAll(/\s/g, '').toLowerCase() || undefined : value),
});

const fields = {
  serviceAccount: accountName,
  namespace: reference().optional(),
  clusterScope: z.boolean().optional(),
  roleName,
  bindingName: roleName,
  serviceAccountLabels: labels(),
  serviceAccountAnnotations: annotations(),
  roleLabels: labels(),
  bindingLabels: labels(),
  automountServiceAccountToken: z.boolean().optional(),
  rules: field(z.array(rule).max(1000).optional(), { fix: RULES_FIX }),
};

const policy = z
  .object({ profile: profileName(), ...fields })
  .refine((value) => value.profile || isGiven(value.rules), {
    path: ['rules'],
    message: 'The policy allows nothing.',
    params: { code: 'MISSING_RBAC_RULES', fix: RULES_FIX },
    when: ({ value }) => isPlainObject(value),
  });

type Policy = z.output<typeof policy>;

/** What the component's pods may do with the Kubernetes API. */
export const rbac = defineTrait({
  summary: 'A service account and what it may do with the Kubernetes API; the first policy is the pod’s.',
  schema: z.array(policy).max(100),
  profile: { kind: 'rbac', schema: z.object(fields) },
  complete: (policies, owner) => policies.map((entry, index) => complete(entry, index, owner)),
  exclusiveNames: (policies) => [...policies.flatMap(policyNames), ...accountNames(policies)],
  check: (policies, context) => {
    checkNamespace(policies, context);
    checkNames(policies, context);
    for (const [index, entry] of policies.entries()) if (entry.profile === undefined) checkRules(entry, index, context);
  },
});

/** Roles that say the same may be had together, and so may bindings of one account to one role. */
function policyNames(entry: Policy, index: number): readonly ExclusiveName[] {
  const { roleName: role, bindingName, serviceAccount, namespace = '', clusterScope } = entry;
  if (role === undefined || bindingName === undefined) return [];
  const prefix = clusterScope ? 'Cluster' : '';
  const where = clusterScope || namespace === '' ? '' : ` of "${namespace}"`;
  return [
    { id: `${prefix}Role "${role}"${where}`, path: [index, 'roleName'], content: JSON.stringify(entry.rules) },
    {
      id: `${prefix}RoleBinding "${bindingName}"${where}`,
      path: [index, 'bindingName'],
      content: JSON.stringify([serviceAccount, namespace, role]),
    },
  ];
}

/** An account may be had together by those who say the same of it; policies of one component describe it together. */
function accountNames(policies: readonly Policy[]): readonly ExclusiveName[] {
  const idOf = ({ serviceAccount, namespace }: Policy) =>
    `ServiceAccount "${serviceAccount}"${namespace === undefined ? '' : ` of "${namespace}"`}`;
  return policies.flatMap((entry, index) => {
    if (entry.serviceAccount === undefined) return [];
    const same = policies.filter((other) => idOf(other) === idOf(entry));
    const annotated = Object.assign({}, ...same.map((other) => other.serviceAccountAnnotations));
    const automount = same.find((other) => other.automountServiceAccountToken !== undefined);
    const content = JSON.stringify([Object.entries(annotated).toSorted(), automount?.automountServiceAccountToken]);
    return [{ id: idOf(entry), path: [index, 'serviceAccount'], content }];
  });
}

function isGiven(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

function complete(entry: Policy, index: number, { name }: TraitOwner): Policy {
  if (entry.profile !== undefined) return entry;
  const serviceAccount = entry.serviceAccount ?? (index === 0 ? `${name}-sa` : `${name}-${index + 1}-sa`);
  return {
    ...entry,
    serviceAccount,
    clusterScope: entry.clusterScope ?? false,
    roleName: entry.roleName ?? `${serviceAccount}-role`,
    bindingName: entry.bindingName ?? `${serviceAccount}-binding`,
  };
}

/** A pod can only use a service account of its own namespace, and the first policy's is the pod's. */
function checkNamespace([first]: readonly Policy[], { namespace, report }: CheckContext): void {
  if (first?.namespace === undefined || namespace === undefined || first.namespace === namespace) return;
  report({
    path: [0, 'namespace'],
    code: 'INVALID_RBAC_NAMESPACE',
    message: `The pods run in "${namespace}" and cannot use a service account of "${first.namespace}".`,
    fix: 'Remove the namespace, or put a policy of the own namespace first.',
  });
}

function checkNames(policies: readonly Policy[], { report }: CheckContext): void {
  for (const name of ['roleName', 'bindingName'] as const) {
    const keyOf = (entry: Policy) =>
      entry[name] &&
      `${entry.clusterScope ? '' : (entry.namespace ?? '')}/${String(entry.clusterScope)}/${entry[name]}`;
    for (const { index } of repetitions(policies, keyOf)) {
      report({
        path: [index, name],
        code: 'DUPLICATE_RBAC_NAME',
        message: `Another policy of this component already makes "${policies[index]?.[name]}".`,
        fix: 'Give each policy names of its own, or put all rules into one policy.',
      });
    }
  }
}

function checkRules({ rules = [], clusterScope }: Policy, index: number, { report }: CheckContext): void {
  for (const [at, { resources = [], nonResourceURLs, verbs }] of rules.entries()) {
    if (nonResourceURLs !== undefined && !clusterScope) {
      report({
        path: [index, 'rules', at, 'nonResourceURLs'],
        code: 'INVALID_RBAC_RULE',
        message: 'URLs that are no resources belong to no namespace.',
        fix: 'Set "clusterScope": true, or remove the rule.',
      });
    }
    if (!resources.includes('*') || !verbs.includes('*')) continue;
    report({
      path: [index, 'rules', at],
      code: 'RBAC_WILDCARD',
      message: 'This allows everything with everything; whoever gets into the container has it too.',
      fix: 'Name the resources and verbs that are needed.',
      severity: 'warning',
    });
  }
}
