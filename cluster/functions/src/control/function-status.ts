import type { FunctionObject, FunctionStatus } from '../resources/index.ts';

type Condition = NonNullable<FunctionStatus['conditions']>[number];
type ConditionFacts = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

/** Why something is not as it should be: a word for programs and a sentence for people. */
export interface Problem {
  readonly reason: string;
  readonly message: string;
}

export interface StatusFacts {
  readonly revisions: NonNullable<FunctionStatus['revisions']>;
  readonly active: string | undefined;
  readonly instances: number;
  readonly readyInstances: number;
  /** Why the newest revision cannot be loaded. */
  readonly buildFailure: Problem | undefined;
  readonly isBuilt: boolean;
  /** Why calls cannot be served. */
  readonly failure: Problem | undefined;
  /** What instances that are not ready wait for. */
  readonly waitingFor: Problem | undefined;
  readonly scaling: FunctionStatus['scaling'];
  readonly url: string | undefined;
}

/** The status that states the facts; times of transitions are kept where nothing has changed. */
export function makeStatus(
  object: FunctionObject,
  stored: FunctionStatus | undefined,
  facts: StatusFacts,
  now: string,
): FunctionStatus {
  const { revisions, active, instances, readyInstances, scaling, url } = facts;
  const generation = object.metadata.generation;
  return {
    ...(generation !== undefined && { observedGeneration: generation }),
    conditions: [builtCondition(facts), readyCondition(facts), activeCondition(facts)].map((condition) => {
      const before = stored?.conditions?.find(({ type }) => type === condition.type);
      const lastTransitionTime = before?.status === condition.status ? before.lastTransitionTime : now;
      return { ...condition, lastTransitionTime };
    }),
    revisions,
    ...(active !== undefined && { activeRevision: active }),
    instances,
    readyInstances,
    ...(scaling && { scaling }),
    ...(url !== undefined && { url }),
  };
}

function builtCondition({ buildFailure, isBuilt }: StatusFacts): ConditionFacts {
  if (buildFailure !== undefined) return { type: 'Built', status: 'False', ...buildFailure };
  return isBuilt
    ? { type: 'Built', status: 'True', reason: 'Loaded', message: 'the code of the newest revision was loaded' }
    : { type: 'Built', status: 'Unknown', reason: 'Loading', message: 'the newest revision is being tried' };
}

function readyCondition({ failure, active }: StatusFacts): ConditionFacts {
  if (failure !== undefined) return { type: 'Ready', status: 'False', ...failure };
  return active === undefined
    ? { type: 'Ready', status: 'Unknown', reason: 'Loading', message: 'no revision was loaded yet' }
    : { type: 'Ready', status: 'True', reason: 'Serving', message: `calls are served by ${active}` };
}

function activeCondition({ readyInstances, instances, waitingFor }: StatusFacts): ConditionFacts {
  const type = 'Active';
  if (readyInstances > 0) {
    return {
      type,
      status: 'True',
      reason: 'Running',
      message: `${readyInstances} of ${instances} instances are ready`,
    };
  }
  if (instances === 0) {
    return { type, status: 'False', reason: 'ScaledToZero', message: 'the next call starts an instance' };
  }
  return waitingFor === undefined
    ? { type, status: 'False', reason: 'Starting', message: `${instances} instances are starting` }
    : { type, status: 'False', ...waitingFor };
}
