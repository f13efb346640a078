import { type Logger, TerminalError, toError } from '@kubemin/base';
import { errorMessage, type Message, readMessage } from '@kubemin/base/message';
import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import { runMessages } from '../messages/index.ts';
import { hasPods, readWorkloadLog } from '../sandbox/index.ts';
import type { JobOutcome, PlanRow } from '../store/index.ts';
import {
  getInterruption,
  Interruption,
  type Job,
  type PermittedUses,
  type PlainResult,
  RejectedError,
  raceWithAbort,
  type StepContext,
} from '../task/index.ts';
import { abandonWork } from './abandon-work.ts';
import { jobContext } from './job-context.ts';
import { type JobWork, jobWork } from './job-work.ts';
import { ReportChannel } from './report-channel.ts';
import { type RetryOptions, retryWithPauses, steppedPauses, transientPauses } from './retry-with-pauses.ts';
import type { RunDependencies } from './run-dependencies.ts';
import type { RunStore } from './run-store.ts';
import type { SlotLease } from './slot-lease.ts';
import type { StepResults } from './step-results.ts';
import { pickOutputs } from './step-values.ts';
import { boundedMessage } from './storable-text.ts';
import type { WriteGate } from './write-gate.ts';

const GRACE_MS = 3_000;
const LARGEST_OUTPUTS = 262_144;

/**
 * Stores what the pods that came with a job have written so far, since it cannot be read once they are gone. Call it
 * before the end of the job is stored. Never fails, and takes no longer than its grace.
 */
async function storeWorkloadLog({ dependencies, store, appId, logger }: JobRunOptions, job: Job): Promise<void> {
  if (!hasPods(job)) return;
  const { client, clock } = dependencies;
  const late = new AbortController();
  const stopTimer = clock.after(GRACE_MS, () => late.abort(new Interruption('timeout', runMessages.podLogTimeout)));
  try {
    const { signal } = late;
    const log = await raceWithAbort(readWorkloadLog(client, { appId, job, pods: 'run', signal }), signal);
    if (log !== undefined) await store.storeLog(job.id, log);
  } catch (thrown) {
    logger.debug('what the pods of a job have written was not kept', { jobId: job.id, error: toError(thrown) });
  } finally {
    stopTimer();
  }
}

const LAST_LOOK_MS = 5_000;
const ENDED = new Interruption('ended', runMessages.jobEnded);

/** How a job's run ended; `interrupted` means the task's own end or hand-over settles the job. */
export type JobEnd =
  | { readonly status: 'completed' | 'skipped' }
  | { readonly status: 'failed' | 'timeout' | 'rejected'; readonly error: Message }
  | { readonly status: 'interrupted' };

/** What the jobs of one task share. */
export interface JobRunOptions {
  readonly dependencies: RunDependencies;
  readonly store: RunStore;
  readonly appId: string;
  readonly firstRun: boolean;
  readonly permitted: PermittedUses;
  readonly claimNames: StepContext['claimNames'];
  readonly application: { readonly name: string; readonly namespace: string; readonly revision: number };
  readonly stepResults: StepResults;
  readonly slotLease: SlotLease;
  readonly gate: WriteGate;
  readonly logger: Logger;
}

/** Runs one job from start to stored end: time limit, retries, and no trust that the job type behaves. */
export async function runJob(options: JobRunOptions, row: PlanRow, parent: AbortSignal): Promise<JobEnd> {
  const { dependencies, store, stepResults } = options;
  const job = await store.startJob(row.job.id);
  if (job === undefined) return { status: 'interrupted' };
  stepResults.recordJob(job);
  const limit = new AbortController();
  const signal = AbortSignal.any([parent, limit.signal]);
  const reports = openReportChannel(options, job, signal);
  const work = safeWork(row, dependencies);
  const limitMs = row.planned.flow.timeoutMs ?? work.timeoutMs;
  const stopTimer = startTimer(dependencies, remainingMs(limitMs, row.spentMs), () =>
    limit.abort(new Interruption('timeout', runMessages.timeout({ seconds: limitMs / 1000 }))),
  );
  const retries = { count: 0, job };
  try {
    const {
      message,
      skipped = false,
      values = {},
    } = await options.slotLease.countWorking(() =>
      attempt({ ...options, work, row, job, signal, reports, limitMs, retries }),
    );
    const picked = pickOutputs({ values, always: work.outputs, outputs: row.planned.flow.outputs });
    const outputs = picked === undefined ? {} : { outputs: storableOutputs(picked) };
    // The message of a failed attempt must not stay as that of a job that is done.
    const attempts = earlierAttempts(row, job) + retries.count + 1;
    const last = message ?? (retries.count > 0 ? runMessages.doneWithAttempt({ attempt: attempts }) : undefined);
    const result = { ...(last !== undefined && { message: last }), ...outputs };
    await reports.close();
    if (!skipped) await storeWorkloadLog(options, job);
    return await storeEnd(options, job.id, { status: skipped ? 'skipped' : 'completed', ...result });
  } catch (thrown) {
    const interruption = getInterruption(signal) ?? (thrown instanceof Interruption ? thrown : undefined);
    await reports.close();
    if (interruption?.kind !== 'stopped' && interruption?.kind !== 'lost') await storeWorkloadLog(options, job);
    if (interruption !== undefined) await abandonWork(options, work, { job, kind: interruption.kind });
    if (interruption?.kind === 'timeout') {
      return await storeEnd(options, job.id, { status: 'timeout', error: timeoutMessage(interruption, reports.last) });
    }
    if (interruption?.kind === 'sibling') {
      const ended = await store.endJob(job.id, { status: 'cancelled', error: interruption.text });
      if (ended !== undefined) stepResults.recordJob(ended);
    }
    if (interruption !== undefined) return { status: 'interrupted' };
    const status = thrown instanceof RejectedError ? 'rejected' : 'failed';
    const attempts = earlierAttempts(row, job) + retries.count + 1;
    const given = attempts > 1 ? { message: runMessages.failedAfterAttempts({ attempts }) } : {};
    return await storeEnd(options, job.id, { status, error: boundedMessage(errorMessage(thrown)), ...given });
  } finally {
    stopTimer();
  }
}

/** One job that runs, with its reports. */
export interface Attempt extends JobRunOptions {
  readonly work: JobWork;
  readonly row: PlanRow;
  readonly job: Job;
  readonly signal: AbortSignal;
  readonly reports: ReportChannel;
  readonly limitMs: number;
  /** How often it was tried again in this process, and the job as it was stored with that. */
  readonly retries: { count: number; job: Job };
}

function attempt(options: Attempt): Promise<PlainResult> {
  const { dependencies, work, row, signal, retries } = options;
  const { retry, outputs } = row.planned.flow;
  const areValuesWanted = outputs.length + work.outputs.length > 0;
  // `retry` of a step replaces the retries of the engine: added to them, its limit would be no limit.
  const limit = retry?.limit ?? (work.retries === 'transient' ? dependencies.settings.retries : 0);
  const earlier = earlierAttempts(row, options.job);
  const stepped = retry && steppedPauses(retry);
  const pause: RetryOptions['pause'] =
    stepped === undefined
      ? transientPauses({ ...dependencies, limit })
      : (error, retryCount) => stepped(error, earlier + retryCount);
  const onRetry = async (error: unknown, count: number): Promise<void> => {
    options.logger.warn('a job failed for now and will be tried again', { jobId: options.job.id, error });
    dependencies.observer.onJobRetried(options.job);
    await options.reports.send(
      runMessages.attemptFailed({ attempt: earlier + count, limit: limit + 1, reason: errorMessage(error) }),
    );
  };
  // The inner function makes a job type that throws before its first await no different from others.
  return retryWithPauses({ ...dependencies, signal, onRetry, pause }, async (retryCount) => {
    if (retryCount > 0) await countAttempt(options, retryCount);
    const over = new AbortController();
    // A signal without listeners has the reason of its first source that has aborted by the time it is read.
    const within = AbortSignal.any([over.signal, signal]);
    const context = jobContext({ ...options, job: retries.job, signal: within });
    try {
      return readResult(await raceWithAbort((async () => work.run(context))(), signal), areValuesWanted);
    } finally {
      // What the job type left running must not write any more, nor talk, nor wait in the task's name.
      over.abort(getInterruption(signal) ?? ENDED);
    }
  });
}

/**
 * Attempts before this start that count against the limit of a step: those of executors that are gone. The engine's own
 * retries of what may pass begin again, so that restarts of the platform fail nothing.
 */
function earlierAttempts({ planned }: PlanRow, job: Job): number {
  return planned.flow.retry === undefined ? 0 : job.attempt - 1;
}

/** Stores that a job is tried once more; an executor that has lost the task meanwhile tries nothing. */
async function countAttempt({ store, stepResults, retries }: Attempt, count: number): Promise<void> {
  const job = await store.retryJob(retries.job.id);
  if (job === undefined) throw new Interruption('lost', runMessages.takenOver);
  retries.job = job;
  retries.count = count;
  stepResults.recordJob(job);
}

/** A type that cannot even return its time limit fails its own job, and nothing else. */
function safeWork(row: PlanRow, dependencies: RunDependencies): JobWork {
  try {
    return jobWork(row.planned, dependencies);
  } catch (thrown) {
    const timeoutMs = dependencies.settings.defaultJobTimeoutMs;
    return { timeoutMs, retries: 'never', outputs: [], run: () => Promise.reject(thrown) };
  }
}

function openReportChannel(
  { dependencies, store, logger }: JobRunOptions,
  job: Job,
  signal: AbortSignal,
): ReportChannel {
  const { clock } = dependencies;
  return new ReportChannel({ clock, logger, signal, store: (message) => store.reportJob(job.id, message) });
}

async function storeEnd(
  { store, stepResults }: JobRunOptions,
  jobId: string,
  end: JobOutcome & Exclude<JobEnd, { status: 'interrupted' }>,
): Promise<JobEnd> {
  const stored = await store.endJob(jobId, end);
  if (stored === undefined) return { status: 'interrupted' };
  stepResults.recordJob(stored);
  return end;
}

function startTimer({ clock }: RunDependencies, ms: number, fire: () => void): () => void {
  return Number.isFinite(ms) ? clock.after(ms, fire) : () => undefined;
}

/**
 * What is left of the time limit after earlier starts: a job that is restarted again and again does not run for ever.
 * Time in which no executor had the job does not count, and a last look is always granted, since what was waited for
 * may have come about meanwhile.
 */
function remainingMs(limitMs: number, spentMs: number): number {
  return Math.max(limitMs - spentMs, Math.min(limitMs, LAST_LOOK_MS));
}

/** The last report is the best hint at why the job was not done. */
function timeoutMessage({ text: timeout }: Interruption, report: Message | undefined): Message {
  return report === undefined ? timeout : runMessages.timeoutAfterReport({ timeout, report });
}

/**
 * The result that a job type returned. Throws TerminalError when it is invalid. Values that would have to be
 * computed are left out unless they are wanted.
 */
export function readResult(result: unknown, areValuesWanted: boolean): PlainResult {
  if (result === undefined) return {};
  if (typeof result === 'string') return { message: boundedMessage(result) };
  if (typeof result !== 'object' || result === null || Array.isArray(result))
    throw invalid(runMessages.resultType({ type: typeName(result) }));
  const { skipped, message: text, values: given }: Readonly<Record<string, unknown>> = { ...result };
  const values: unknown = typeof given !== 'function' ? given : areValuesWanted ? given() : undefined;
  if (skipped !== undefined && typeof skipped !== 'boolean') throw invalidField('skipped', skipped);
  const message = typeof text === 'string' ? text : readMessage(text);
  if (text !== undefined && message === undefined) throw invalidField('message', text);
  if (values !== undefined && !isJsonObject(values)) throw invalidField('values', values);
  return {
    ...(skipped !== undefined && { skipped }),
    ...(message !== undefined && { message: boundedMessage(message) }),
    ...(values !== undefined && { values }),
  };
}

/** A frozen copy of the outputs. Throws TerminalError when they cannot be stored. */
function storableOutputs(outputs: JsonObject): JsonObject {
  const text = toJsonText(outputs);
  if (text.length > LARGEST_OUTPUTS) {
    throw new TerminalError(runMessages.outputsTooLarge({ length: text.length, limit: LARGEST_OUTPUTS }), {
      code: 'STEP_OUTPUTS_TOO_LARGE',
    });
  }
  const copy: unknown = JSON.parse(text);
  if (isJsonObject(copy)) return copy;
  throw invalid(runMessages.outputsNotObject);
}

function toJsonText(outputs: JsonObject): string {
  try {
    return JSON.stringify(outputs) ?? 'null';
  } catch (cause) {
    throw invalid(runMessages.outputsNotJson, cause);
  }
}

function invalid(problem: Message, cause?: unknown): TerminalError {
  return new TerminalError(runMessages.resultInvalid({ problem }), { code: 'JOB_RESULT_WRONG', cause });
}

function invalidField(field: string, value: unknown): TerminalError {
  return invalid(runMessages.resultField({ field, type: typeName(value) }));
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
