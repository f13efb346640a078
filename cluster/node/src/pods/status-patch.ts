import type { PodCondition, PodStatus } from '@kubemin/kubeapi/types/core.v1';

/**
 * What turns the status that is stored into the one that is wanted. Conditions are merged by type: why one did not hold
 * has to be taken back in so many words, or it would stand beside one that does.
 */
export function statusPatch(stored: PodStatus | undefined, { conditions, ...rest }: PodStatus): object {
  if (conditions === undefined) return rest;
  return { ...rest, conditions: conditions.map((wanted) => ({ ...surplusFields(stored, wanted), ...wanted })) };
}

/** Fields that the stored condition has and the wanted one does not, as null. */
function surplusFields(stored: PodStatus | undefined, wanted: PodCondition): Readonly<Record<string, null>> {
  const known = stored?.conditions?.find(({ type }) => type === wanted.type);
  const fields = (['reason', 'message'] as const).filter((field) => known?.[field] !== undefined);
  return Object.fromEntries(fields.map((field) => [field, null]));
}
