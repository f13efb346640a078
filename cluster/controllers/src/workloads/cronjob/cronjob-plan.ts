import { toError } from '@kubemin/base';
import { type CronSchedule, latestTime, nextTime, parseSchedule, upcomingTime, ZonedTime } from '@kubemin/base/cron';
import type { RecordedEvent } from '@kubemin/controller';
import { timestamp } from '@kubemin/kubeapi';
import type { CronJob, CronJobStatus, Job } from '@kubemin/kubeapi/types/batch.v1';
import type { ObjectReference } from '@kubemin/kubeapi/types/core.v1';
import { jobEnd } from '../job/job-end.ts';
import { activeReference, runName, scheduledAt } from './cron-job-run.ts';

/** A CronJob and the Jobs it controls at one moment. */
export interface CronJobState {
  readonly cronJob: CronJob;
  readonly jobs: readonly Job[];
  readonly now: number;
}

/** A run to be started. */
export interface CronStart {
  readonly scheduledMs: number;
  readonly zone: ZonedTime;
  /** What is at work and has to make room. */
  readonly replaces: readonly Job[];
}

/** What to do about a CronJob. */
export interface CronJobPlan {
  readonly start?: CronStart;
  /** Beyond what it keeps of the past. */
  readonly remove: readonly Job[];
  readonly status: CronJobStatus;
  readonly wakeAfterMs?: number;
  readonly events: readonly RecordedEvent[];
}

/** More missed times than these are a sign that something is wrong. */
const MANY = 100;

/** What the state of a CronJob asks for. */
export function planCronJob(state: CronJobState): CronJobPlan {
  const { cronJob, jobs } = state;
  // What people start by hand is none of the schedule's: it neither waits for that nor replaces it.
  const active = jobs.filter((job) => scheduledAt(job) !== undefined && jobEnd(job) === undefined);
  const report = { status: cronJobStatus(state, active), remove: surplusHistory(cronJob, jobs) };
  const seen = completions(cronJob, jobs);
  if (cronJob.metadata.deletionTimestamp !== undefined) return { ...report, remove: [], events: seen };
  if (cronJob.spec?.suspend === true) return { ...report, events: seen };
  const timetable = readTimetable(cronJob);
  if ('event' in timetable) return { ...report, events: [...seen, timetable.event] };
  const { start, events } = decide(state, timetable, active);
  const span = { afterMs: evaluatedUntil(state), now: state.now };
  const next = upcomingTime(timetable.schedule, span, timetable.zone);
  return {
    ...report,
    ...(start && { start }),
    ...(next !== undefined && { wakeAfterMs: next - state.now }),
    events: [...seen, ...events],
  };
}

interface Timetable {
  readonly schedule: CronSchedule;
  readonly zone: ZonedTime;
}

interface Decision {
  readonly start?: CronStart;
  readonly events: readonly RecordedEvent[];
}

/** Only the latest of the times that were missed is made up for. */
function decide(state: CronJobState, { schedule, zone }: Timetable, active: readonly Job[]): Decision {
  const { cronJob, jobs, now } = state;
  const { startingDeadlineSeconds, concurrencyPolicy } = cronJob.spec ?? {};
  const deadlineMs = (startingDeadlineSeconds ?? Number.POSITIVE_INFINITY) * 1_000;
  const afterMs = evaluatedUntil(state);
  const scheduledMs = latestTime(schedule, { afterMs, untilMs: now }, zone);
  if (scheduledMs === undefined) return { events: [] };
  const name = runName(cronJob, scheduledMs);
  if (jobs.some(({ metadata }) => metadata.name === name)) return { events: [] };
  if (scheduledMs + deadlineMs < now) {
    const time = new Date(scheduledMs).toUTCString().replace('GMT', '+0000');
    return { events: [warning('MissSchedule', `Missed scheduled time to start a job: ${time}`)] };
  }
  const events = missedMany({ schedule, zone }, { afterMs: Math.max(afterMs, now - deadlineMs), now })
    ? [TOO_MANY]
    : [];
  if (concurrencyPolicy === 'Forbid' && active.length > 0) return { events: [...events, ALREADY_ACTIVE] };
  return { start: { scheduledMs, zone, replaces: concurrencyPolicy === 'Replace' ? active : [] }, events };
}

function missedMany({ schedule, zone }: Timetable, span: { readonly afterMs: number; readonly now: number }): boolean {
  let time: number | undefined = span.afterMs;
  for (let missed = 0; missed <= MANY; missed += 1) {
    time = nextTime(schedule, time, zone);
    if (time === undefined || time > span.now) return false;
  }
  return true;
}

function readTimetable({ spec }: CronJob): Timetable | { readonly event: RecordedEvent } {
  const text = spec?.schedule ?? '';
  let zone: ZonedTime;
  try {
    zone = new ZonedTime(spec?.timeZone ?? 'UTC');
  } catch (error) {
    const message = `invalid timeZone: ${JSON.stringify(spec?.timeZone)}: ${toError(error).message}`;
    return { event: warning('UnknownTimeZone', message) };
  }
  try {
    return { schedule: parseSchedule(text), zone };
  } catch (error) {
    const message = `unparseable schedule: ${JSON.stringify(text)} : ${toError(error).message}`;
    return { event: warning('UnParseableCronJobSchedule', message) };
  }
}

function evaluatedUntil(state: CronJobState): number {
  return lastScheduledAt(state) ?? created(state.cronJob);
}

/** Also derived from the Jobs: the controller may have died after creating the last one and before storing the time. */
function lastScheduledAt({ cronJob, jobs }: CronJobState): number | undefined {
  const stored = Date.parse(cronJob.status?.lastScheduleTime ?? '') || 0;
  return Math.max(stored, ...jobs.map((job) => scheduledAt(job) ?? 0)) || undefined;
}

function cronJobStatus(state: CronJobState, working: readonly Job[]): CronJobStatus {
  const known = state.cronJob.status ?? {};
  const references = new Map(known.active?.map((reference) => [reference.uid, reference]));
  const inOrder = working.toSorted((a, b) => created(a) - created(b));
  const active: readonly ObjectReference[] = inOrder.map(
    (job) => references.get(job.metadata.uid ?? '') ?? activeReference(job),
  );
  const successes = state.jobs.map(jobEnd).filter((end) => end?.condition === 'Complete');
  const stored = Date.parse(known.lastSuccessfulTime ?? '') || 0;
  const lastSuccess = Math.max(stored, ...successes.map((end) => end?.atMs ?? 0));
  const lastScheduled = lastScheduledAt(state);
  return {
    ...((active.length > 0 || known.active !== undefined) && { active }),
    ...(lastScheduled !== undefined && { lastScheduleTime: timestamp(lastScheduled) }),
    ...(lastSuccess > 0 && { lastSuccessfulTime: timestamp(lastSuccess) }),
  };
}

/** Reported once: a Job that has ended, or is gone, is not among the active ones any more after this. */
function completions({ status }: CronJob, jobs: readonly Job[]): readonly RecordedEvent[] {
  const active = new Set(status?.active?.map(({ uid }) => uid));
  const there = new Set(jobs.map(({ metadata }) => metadata.uid));
  const gone = (status?.active ?? []).filter(({ uid }) => !there.has(uid));
  const missing = gone.map(({ name }): RecordedEvent => {
    return { type: 'Normal', reason: 'MissingJob', message: `Active job went missing: ${name}` };
  });
  const completed = jobs.flatMap((job): readonly RecordedEvent[] => {
    const end = active.has(job.metadata.uid ?? '') ? jobEnd(job) : undefined;
    if (end === undefined) return [];
    const message = `Saw completed job: ${job.metadata.name}, condition: ${end.condition}`;
    return [{ type: 'Normal', reason: 'SawCompletedJob', message }];
  });
  return [...missing, ...completed];
}

const TOO_MANY = warning(
  'TooManyMissedTimes',
  'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew',
);
const ALREADY_ACTIVE: RecordedEvent = {
  type: 'Normal',
  reason: 'JobAlreadyActive',
  message: 'Not starting job because prior execution is running and concurrency policy is Forbid',
};

function warning(reason: string, message: string): RecordedEvent {
  return { type: 'Warning', reason, message };
}

function created({ metadata }: CronJob | Job): number {
  return Date.parse(metadata.creationTimestamp ?? '') || 0;
}

/** The oldest ended Jobs beyond what a CronJob keeps; successful and failed ones are kept apart. */
function surplusHistory({ spec }: CronJob, jobs: readonly Job[]): readonly Job[] {
  const { successfulJobsHistoryLimit = 3, failedJobsHistoryLimit = 1 } = spec ?? {};
  return [
    ...exceedingJobs(jobs, 'Complete', successfulJobsHistoryLimit),
    ...exceedingJobs(jobs, 'Failed', failedJobsHistoryLimit),
  ].filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

function exceedingJobs(jobs: readonly Job[], condition: 'Complete' | 'Failed', limit: number): readonly Job[] {
  const ended = jobs.filter((job) => jobEnd(job)?.condition === condition);
  const oldestFirst = ended.toSorted((a, b) => (jobEnd(a)?.atMs ?? 0) - (jobEnd(b)?.atMs ?? 0));
  return oldestFirst.slice(0, Math.max(0, ended.length - limit));
}
