import type { CustomResourceDefinitionCondition } from '@kubemin/kubeapi/types/apiextensions.v1';
import type { Definition } from './definition.ts';

export type Condition = CustomResourceDefinitionCondition;

export type ConditionType =
  | 'Established'
  | 'KubernetesAPIApprovalPolicyConformant'
  | 'NamesAccepted'
  | 'NonStructuralSchema'
  | 'Terminating';

/** A condition without its transition time. */
export interface ConditionState {
  readonly type: ConditionType;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/** The conditions with one of them set; its transition time changes only when its status does. */
export function withCondition(
  conditions: readonly Condition[],
  state: ConditionState,
  time: string,
): readonly Condition[] {
  const before = conditions.find(({ type }) => type === state.type);
  const since = before?.status === state.status ? before.lastTransitionTime : undefined;
  const condition: Condition = { lastTransitionTime: since ?? time, ...state };
  if (before === undefined) return [...conditions, condition];
  return conditions.map((other) => (other === before ? condition : other));
}

export function withoutCondition(conditions: readonly Condition[], type: ConditionType): readonly Condition[] {
  return conditions.filter((condition) => condition.type !== type);
}

export function isTrue({ status }: Definition, type: ConditionType): boolean {
  return status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
}
