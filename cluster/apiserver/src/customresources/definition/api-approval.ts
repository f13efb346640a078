import { type FieldError, fieldError } from '@kubemin/kubeapi';
import type { ConditionState } from './condition.ts';
import type { Definition } from './definition.ts';

const ANNOTATION = 'api-approved.kubernetes.io';
const FIELD = `metadata.annotations[${ANNOTATION}]`;

/** Groups that belong to the Kubernetes project: a definition there needs a link to its approval. */
const PROTECTED = ['k8s.io', 'kubernetes.io'];

interface Approval {
  readonly state: 'approved' | 'bypassed' | 'invalid' | 'missing';
  readonly reason: string;
}

/** Why a definition may not be in a group of the Kubernetes project. */
export function approvalProblems(definition: Definition, current?: Definition): readonly FieldError[] {
  const approval = parseApproval(definition);
  if (approval === undefined || parseApproval(current)?.state === approval.state) return [];
  if (approval.state === 'missing') return [fieldError.required(FIELD, approval.reason)];
  const value = definition.metadata.annotations?.[ANNOTATION];
  return approval.state === 'invalid' ? [fieldError.invalid(FIELD, value, approval.reason)] : [];
}

const REASONS = {
  approved: 'ApprovedAnnotation',
  bypassed: 'UnapprovedAnnotation',
  invalid: 'InvalidAnnotation',
  missing: 'MissingAnnotation',
} as const;

/** The condition of the status; undefined for groups that need no approval. */
export function approvalCondition(definition: Definition): ConditionState | undefined {
  const approval = parseApproval(definition);
  if (approval === undefined) return undefined;
  return {
    type: 'KubernetesAPIApprovalPolicyConformant',
    status: approval.state === 'approved' ? 'True' : 'False',
    reason: REASONS[approval.state],
    message: approval.reason,
  };
}

function parseApproval(definition: Definition | undefined): Approval | undefined {
  if (definition === undefined) return undefined;
  const { group } = definition.spec;
  if (!PROTECTED.some((owned) => group === owned || group.endsWith(`.${owned}`))) return undefined;
  const annotation = definition.metadata.annotations?.[ANNOTATION];
  if (annotation === undefined || annotation === '') {
    const reason = `protected groups must have approval annotation "${ANNOTATION}", see https://github.com/kubernetes/enhancements/pull/1111`;
    return { state: 'missing', reason };
  }
  if (annotation.startsWith('unapproved')) return { state: 'bypassed', reason: `not approved: "${annotation}"` };
  if (URL.canParse(annotation)) return { state: 'approved', reason: `approved in ${annotation}` };
  const rule = `protected groups must have approval annotation "${ANNOTATION}" with either a URL or a reason starting with "unapproved", see https://github.com/kubernetes/enhancements/pull/1111`;
  return { state: 'invalid', reason: rule };
}
