import type { SuccessPolicy, SuccessPolicyRule } from '@kubemin/kubeapi/types/batch.v1';
import { parseIndexes } from './completion-index.ts';

/** The index of the first rule that the completed indexes satisfy. */
export function metRule(
  policy: SuccessPolicy | undefined,
  completed: ReadonlySet<number>,
  completions: number,
): number | undefined {
  const met = policy?.rules.findIndex((rule) => isMet(rule, completed, completions)) ?? -1;
  return met < 0 ? undefined : met;
}

function isMet(
  { succeededIndexes, succeededCount }: SuccessPolicyRule,
  completed: ReadonlySet<number>,
  completions: number,
): boolean {
  if (succeededIndexes === undefined) return succeededCount !== undefined && completed.size >= succeededCount;
  const wanted = parseIndexes(succeededIndexes, completions);
  const reached = [...wanted].filter((index) => completed.has(index)).length;
  return reached >= (succeededCount ?? wanted.size);
}
