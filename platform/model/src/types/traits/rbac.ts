import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import { annotations, field, labels, repetitions } from '../../field/index.ts';
import { networkMessages, securityMessages } from '../../messages/index.ts';
import { rejection } from '../../problem/index.ts';
import type { CheckContext } from '../check-context.ts';
import type { ExclusiveName } from '../exclusive-name.ts';
import { profileName } from '../profile.ts';
import { reference } from '../reference.ts';
import { defineTrait, type TraitOwner } from '../trait.ts';

const RULES_FIX = securityMessages.rulesFix;

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
      fix: securityMessages.verbsFix,
    }),
  })
  .refine((value) => isGiven(value.resources) !== isGiven(value.nonResourceURLs), {
    ...rejection(securityMessages.ruleTarget, { code: 'INVALID_RBAC_RULE', fix: securityMessages.ruleTargetFix }),
    when: ({ value }) => isRecord(value),
  });

/** Names of roles and bindings may have colons, as `system:node`; they only must not break a URL. */
const roleName = field(
  z
    .string()
    .trim()
    .min(1)
    .max(253)
    .refine((name) => name !== '.' && name !== '..' && !/[/%]/.test(name), {
      ...rejection((input) => securityMessages.roleNameInvalid({ name: String(input) }), {
        code: 'INVALID_NAME_FORMAT',
      }),
    })
    .optional(),
  { fix: securityMessages.roleNameFormat },
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
    ...rejection(securityMessages.noRules, { code: 'MISSING_RBAC_RULES', fix: RULES_FIX }),
    when: ({ value }) => isRecord(value),
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

/** Roles with the same rules may be shared, and so may bindings of one account to one role. */
function policyNames(entry: Policy, index: number): readonly ExclusiveName[] {
  const { roleName: role, bindingName, serviceAccount, namespace = '', clusterScope } = entry;
  if (role === undefined || bindingName === undefined) return [];
  const prefix = clusterScope ? 'Cluster' : '';
  const where = clusterScope || namespace === '' ? undefined : networkMessages.inNamespace({ namespace });
  return [
    {
      object: securityMessages.object({ kind: `${prefix}Role`, name: role, where }),
      path: [index, 'roleName'],
      content: JSON.stringify(entry.rules),
    },
    {
      object: securityMessages.object({ kind: `${prefix}RoleBinding`, name: bindingName, where }),
      path: [index, 'bindingName'],
      content: JSON.stringify([serviceAccount, namespace, role]),
    },
  ];
}

/** Policies with the same settings may share an account; policies of one component describe it together. */
function accountNames(policies: readonly Policy[]): readonly ExclusiveName[] {
  const account = ({ serviceAccount, namespace }: Policy) =>
    securityMessages.object({
      kind: 'ServiceAccount',
      name: serviceAccount ?? '',
      where: namespace === undefined ? undefined : networkMessages.inNamespace({ namespace }),
    });
  return policies.flatMap((entry, index) => {
    if (entry.serviceAccount === undefined) return [];
    const same = policies.filter((other) => account(other).message === account(entry).message);
    const annotated = Object.assign({}, ...same.map((other) => other.serviceAccountAnnotations));
    const automount = same.find((other) => other.automountServiceAccountToken !== undefined);
    const content = JSON.stringify([Object.entries(annotated).toSorted(), automount?.automountServiceAccountToken]);
    return [{ object: account(entry), path: [index, 'serviceAccount'], content }];
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
    message: securityMessages.otherServiceAccount({ namespace, other: first.namespace }),
    fix: securityMessages.otherServiceAccountFix,
  });
}

function checkNames(policies: readonly Policy[], { report }: CheckContext): void {
  for (const name of ['roleName', 'bindingName'] as const) {
    const policyKey = (entry: Policy) =>
      entry[name] &&
      `${entry.clusterScope ? '' : (entry.namespace ?? '')}/${String(entry.clusterScope)}/${entry[name]}`;
    for (const { index } of repetitions(policies, policyKey)) {
      report({
        path: [index, name],
        code: 'DUPLICATE_RBAC_NAME',
        message: securityMessages.policyNameTaken({ name: policies[index]?.[name] ?? '' }),
        fix: securityMessages.policyNameTakenFix,
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
        message: securityMessages.urlsNeedClusterScope,
        fix: securityMessages.urlsNeedClusterScopeFix,
      });
    }
    if (!resources.includes('*') || !verbs.includes('*')) continue;
    report({
      path: [index, 'rules', at],
      code: 'RBAC_WILDCARD',
      message: securityMessages.allowsEverything,
      fix: securityMessages.allowsEverythingFix,
      severity: 'warning',
    });
  }
}
