/** What is known of one revision. */
export interface RevisionFacts {
  readonly name: string;
  /** Whether its code was loaded once; undefined while that is not known. */
  readonly ready: boolean | undefined;
  readonly readyInstances: number;
}

export interface PlanInput {
  /** Oldest first; the last one is that of the spec. */
  readonly revisions: readonly RevisionFacts[];
  /** The revision that has had the requests until now. */
  readonly active: string | undefined;
  /** How the spec splits requests; empty for all to the active revision. */
  readonly traffic: readonly RevisionShare[];
  /** Instances that the scaling wants. */
  readonly wanted: number;
  /** Whether a revision that is ready has waited long enough for the rest of its instances. */
  readonly isOverdue: boolean;
}

export interface RevisionShare {
  readonly revision: string;
  readonly percent: number;
}

export interface InstancePlan {
  readonly active: string | undefined;
  readonly traffic: readonly RevisionShare[];
  /** Instances by revision; those of others are drained. */
  readonly instances: ReadonlyMap<string, number>;
}

/**
 * Which revision gets the requests, and how many instances each one has. A new revision gets none before its code was
 * loaded and it has as many instances as needed; until then the active one keeps all of its own. A revision whose code cannot be
 * loaded gets neither requests nor instances.
 */
export function planInstances(input: PlanInput): InstancePlan {
  const shares = usableShares(input);
  return shares.length > 0 ? planShares(input, shares) : planNewest(input);
}

function usableShares({ revisions, traffic }: PlanInput): readonly RevisionShare[] {
  const usable = new Set(revisions.filter(({ ready }) => ready !== false).map(({ name }) => name));
  return traffic.filter(({ revision, percent }) => percent > 0 && usable.has(revision));
}

function planShares({ revisions, wanted }: PlanInput, shares: readonly RevisionShare[]): InstancePlan {
  const total = shares.reduce((sum, { percent }) => sum + percent, 0);
  const instances = new Map<string, number>();
  for (const { revision, percent } of shares) {
    const part = wanted === 0 ? 0 : Math.max(1, Math.ceil((wanted * percent) / total));
    instances.set(revision, (instances.get(revision) ?? 0) + part);
  }
  for (const { name, ready } of revisions.slice(-1)) {
    // Tried also when it gets no requests yet, so that its status states whether it could.
    if (ready === undefined) instances.set(name, Math.max(instances.get(name) ?? 0, 1));
  }
  const [largest] = [...shares].sort((one, other) => other.percent - one.percent);
  return { active: largest?.revision, traffic: shares, instances };
}

function planNewest({ revisions, active: current, wanted, isOverdue }: PlanInput): InstancePlan {
  const newest = revisions.at(-1);
  const serving = revisions.find(({ name, ready }) => name === current && ready === true);
  if (newest === undefined) return { active: undefined, traffic: [], instances: new Map() };
  const needed = Math.min(Math.max(wanted, 1), Math.max(serving?.readyInstances ?? 0, 1));
  const takesOver =
    newest.ready === true && (serving === undefined || wanted === 0 || isOverdue || newest.readyInstances >= needed);
  const active = takesOver || serving === undefined ? newest : serving;
  const instances = new Map<string, number>();
  if (active.ready !== false) instances.set(active.name, wanted);
  if (newest.ready !== false) instances.set(newest.name, Math.max(wanted, newest.ready === undefined ? 1 : 0));
  return {
    active: active.ready === true ? active.name : undefined,
    traffic: active.ready === false ? [] : [{ revision: active.name, percent: 100 }],
    instances,
  };
}
