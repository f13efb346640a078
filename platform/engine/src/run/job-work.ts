import type { AbandonContext, EngineSettings, JobResult, PlannedJob, StepContext, StepType } from '../task/index.ts';
import type { RunDependencies } from './run-dependencies.ts';
import type { StepResults } from './step-results.ts';
import { withInputs } from './step-values.ts';

/** What running a planned job takes, whichever registry its type is from. */
export interface JobWork extends Pick<StepType, 'retries'> {
  readonly timeoutMs: number;
  /** Names of outputs that every job of its type has. */
  readonly outputs: readonly string[];
  run(context: JobWorkContext): Promise<JobResult | string | undefined>;
  abandon?(context: AbandonContext): Promise<void>;
}

/** What a planned job is run with; what it is about comes from its plan. */
export type JobWorkContext = Omit<StepContext, 'step' | 'components' | 'properties' | 'question'> & {
  readonly stepResults: Pick<StepResults, 'lookUp'>;
};

/** Finds the code for a planned job and binds it to what is planned. */
export function jobWork(planned: PlannedJob, dependencies: RunDependencies): JobWork {
  const { settings, jobTypes, stepTypes } = dependencies;
  if (planned.kind === 'object') {
    const type = jobTypes.get(planned.type);
    const { rendered } = planned;
    const run: JobWork['run'] = (context) => type.run({ ...context, rendered });
    return { timeoutMs: timeLimit(type, settings), retries: 'transient', outputs: [], run };
  }
  const type = stepTypes.get(planned.type, planned.step);
  const { components, flow, question } = planned;
  return {
    timeoutMs: timeLimit(type, settings),
    retries: type.retries,
    outputs: type.declaration.outputs ?? [],
    abandon: async (context) => type.abandon?.(context),
    run: (context) => {
      const properties = withInputs(planned.properties, flow.inputs, context.stepResults);
      const step = planned.subStep ?? planned.step;
      return type.run({ ...context, step, components, properties, ...(question !== undefined && { question }) });
    },
  };
}

/** How long a planned job may take; undefined without a limit, and for a type that is not known, which fails when it runs. */
export function plannedTimeLimit(
  planned: PlannedJob,
  dependencies: Pick<RunDependencies, 'settings' | 'jobTypes' | 'stepTypes'>,
): number | undefined {
  const { settings, jobTypes, stepTypes } = dependencies;
  if (planned.flow.timeoutMs !== undefined) return planned.flow.timeoutMs;
  try {
    const type = planned.kind === 'object' ? jobTypes.get(planned.type) : stepTypes.get(planned.type, planned.step);
    const limitMs = timeLimit(type, settings);
    return Number.isFinite(limitMs) ? limitMs : undefined;
  } catch {
    return undefined;
  }
}

function timeLimit({ timeoutMs }: Pick<StepType, 'timeoutMs'>, settings: EngineSettings): number {
  if (typeof timeoutMs === 'function') return timeoutMs(settings);
  return timeoutMs ?? settings.defaultJobTimeoutMs;
}
