import type { Message } from '@kubemin/base/message';
import { holds, refersToFailure } from '@kubemin/model';
import { runMessages } from '../messages/index.ts';
import {
  type Bucket,
  type Execution,
  Interruption,
  isJobFinished,
  type Stage,
  type StepFlow,
  stageJobs,
} from '../task/index.ts';
import { type BucketEnd, runBucket } from './bucket-run.ts';
import { type JobRunOptions, runJob } from './job-run.ts';
import type { StepResults } from './step-results.ts';

/** What running the stages of one task takes. */
export interface StageRunOptions extends JobRunOptions {
  readonly signal: AbortSignal;
  /** Sees to what a failed stage left behind; false when the task was interrupted meanwhile. */
  readonly undo: (stage: Stage, signal: AbortSignal) => Promise<boolean>;
}

/**
 * Runs stages in order. After a failure only those run whose condition allows it; the end of the stages is that of the first
 * failure. `failed` is whether anything before them has failed.
 */
export async function runStages(
  options: StageRunOptions,
  stages: readonly Stage[],
  failed = false,
): Promise<BucketEnd> {
  let failure: Exclude<BucketEnd, 'done' | 'interrupted'> | undefined;
  for (const stage of stages) {
    const blocked = failure !== undefined;
    const turn = decideStage(stage.flow, options.stepResults, { blocked, failed: failed || blocked });
    if (!turn.runs) {
      if (!(await skipStage(options, stage, blocked ? undefined : turn.why))) return 'interrupted';
      continue;
    }
    const end = await runStage(options, stage, failed || blocked);
    if (end === 'interrupted') return end;
    if (end !== 'done') failure ??= end;
  }
  return failure ?? 'done';
}

async function runStage(options: StageRunOptions, stage: Stage, failed: boolean): Promise<BucketEnd> {
  const { timeoutMs } = stage.flow;
  const settled = await (timeoutMs === undefined
    ? runBody(options, stage, failed)
    : runWithTimeout(options, stage, { timeoutMs, failed }));
  if (settled === 'done' || settled === 'interrupted') return settled;
  return (await options.undo(stage, options.signal)) ? settled : 'interrupted';
}

async function runWithTimeout(
  options: StageRunOptions,
  stage: Stage,
  { timeoutMs, failed }: { readonly timeoutMs: number; readonly failed: boolean },
): Promise<BucketEnd> {
  const { clock } = options.dependencies;
  const limit = new AbortController();
  const error = runMessages.stepTimeout({ step: stage.name, seconds: timeoutMs / 1000 });
  const stopTimer = clock.after(remainingStageMs(options, stage, timeoutMs), () =>
    limit.abort(new Interruption('timeout', error)),
  );
  try {
    const end = await runBody({ ...options, signal: AbortSignal.any([options.signal, limit.signal]) }, stage, failed);
    const timedOut = end === 'interrupted' && limit.signal.aborted && !options.signal.aborted;
    return timedOut ? { status: 'timeout', error } : end;
  } finally {
    stopTimer();
  }
}

/** The limit counts from the first start of the step, over restarts. */
function remainingStageMs({ dependencies, stepResults }: StageRunOptions, stage: Stage, timeoutMs: number): number {
  const starts = stageJobs(stage).flatMap(({ key }) => stepResults.row(key)?.job.startedAt ?? []);
  const now = dependencies.clock.now();
  return Math.max(0, timeoutMs - (now - Math.min(now, ...starts)));
}

async function runBody(options: StageRunOptions, stage: Stage, failed: boolean): Promise<BucketEnd> {
  const left = new Set<string>();
  for (const { name, flow } of stage.members) {
    const turn = decideStage(flow, options.stepResults, { blocked: false, failed });
    if (turn.runs) continue;
    left.add(name);
    const jobs = stageJobs(stage).filter(({ subStep }) => subStep === name);
    if (!(await skipJobs(options, jobs, turn.why))) return 'interrupted';
    options.stepResults.recordSkippedStep(name);
  }
  const end = await runStages(options, stage.stages, failed);
  if (end !== 'done') return end;
  for (const execution of stage.executions) {
    for (const bucket of execution.buckets) {
      const jobs = bucket.jobs.filter(({ subStep = '' }) => !left.has(subStep));
      const bucketEnd = await runOne(options, execution, { ...bucket, jobs });
      if (bucketEnd !== 'done') return bucketEnd;
    }
  }
  return 'done';
}

function runOne(options: StageRunOptions, { mode }: Execution, bucket: Bucket): Promise<BucketEnd> {
  return runBucket({
    bucket,
    mode,
    serialLimit: options.dependencies.settings.sequentialMaxConcurrency,
    stepResults: options.stepResults,
    signal: options.signal,
    run: (row, signal) => runJob(options, row, signal),
  });
}

/** Without `why` the jobs are left to the end of the run, which marks them as not reached. */
async function skipStage(options: StageRunOptions, stage: Stage, why: Message | undefined): Promise<boolean> {
  for (const name of [stage.name, ...stage.stages.map((each) => each.name), ...stage.members.map((each) => each.name)])
    options.stepResults.recordSkippedStep(name);
  return why === undefined || skipJobs(options, stageJobs(stage), why);
}

async function skipJobs(
  { store, stepResults }: StageRunOptions,
  jobs: readonly { readonly key: string }[],
  why: Message,
): Promise<boolean> {
  for (const { key } of jobs) {
    const row = stepResults.row(key);
    if (row === undefined || isJobFinished(row.job.status)) continue;
    const skipped = await store.skipJob(row.job.id, why);
    if (skipped === undefined) return false;
    stepResults.recordJob(skipped);
  }
  return true;
}

/** Whether a step runs now; if not, why. */
type StageDecision = { readonly runs: true } | { readonly runs: false; readonly why: Message };

/**
 * A step without a condition runs when everything before it succeeded; one whose condition asks how others ended is
 * evaluated after a failure too.
 */
function decideStage(
  flow: StepFlow,
  stepResults: StepResults,
  /** `blocked`: something it comes after failed. `failed`: anything did so far. */
  { blocked, failed }: { readonly blocked: boolean; readonly failed: boolean },
): StageDecision {
  const { condition } = flow;
  if (condition === undefined || !refersToFailure(condition.parsed)) {
    if (blocked) return { runs: false, why: runMessages.blocked };
    if (condition === undefined) return { runs: true };
  }
  const inputs = new Map(flow.inputs.map(({ name, from }) => [name, from]));
  const lookUp = (path: readonly string[]): unknown => {
    const [first, ...rest] = path;
    if (first === 'failed') return failed;
    if (first === 'succeeded') return !failed;
    if (first === 'inputs') return stepResults.lookUp((inputs.get(rest.join('.')) ?? '').split('.'));
    return stepResults.lookUp(path);
  };
  if (holds(condition.parsed, lookUp)) return { runs: true };
  return { runs: false, why: runMessages.conditionFalse({ condition: condition.text }) };
}
