interface StatusCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

/** The condition of a type, if it is there. */
export function findCondition<C extends StatusCondition>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/**
 * The conditions with `next` in its place. An unchanged condition keeps its times, so that writing it again
 * changes nothing; one whose status stays keeps its transition time.
 */
export function withCondition<C extends StatusCondition>(conditions: readonly C[] | undefined, next: C): readonly C[] {
  const known = findCondition(conditions, next.type);
  if (known === undefined) return [...(conditions ?? []), next];
  if (known.status === next.status && known.reason === next.reason && known.message === next.message) {
    return conditions ?? [];
  }
  const time = known.status === next.status ? known.lastTransitionTime : next.lastTransitionTime;
  const merged = time === undefined ? next : { ...next, lastTransitionTime: time };
  return (conditions ?? []).map((condition) => (condition === known ? merged : condition));
}
