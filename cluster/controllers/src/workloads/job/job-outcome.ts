import type { Job, SuccessPolicy, SuccessPolicyRule } from '@kubemin/kubeapi/types/batch.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { findCondition, isActive, isFinished, restartCount } from '../../pod-owner/index.ts';
import { parseIndexes } from './completion-index.ts';
import { hasFailed } from './failed-pods.ts';
import { allFailed, allSucceeded, type JobTally } from './job-tally.ts';
import { applyFailurePolicy } from './pod-failure-policy.ts';

/** How a Job ends. */
export interface JobOutcome {
  readonly kind: 'complete' | 'failed';
  readonly reason: string;
  readonly message: string;
}

/** A Job at one moment. */
export interface JobMoment {
  readonly job: Job;
  readonly pods: readonly Pod[];
  readonly tally: JobTally;
  /** Whether the cache shows all pods that were made. */
  readonly settled: boolean;
  readonly now: number;
}

type Rule = (moment: JobMoment) => Omit<JobOutcome, 'kind'> | undefined;

/** The first that applies decides. */
const FAILURES: readonly Rule[] = [brokenByPolicy, beyondBackoffLimit, beyondDeadline, beyondFailedIndexes];
const SUCCESSES: readonly Rule[] = [successPolicyMet, completionsReached];

/** How the Job ends, once that is certain; an outcome that was stored stays. */
export function jobOutcome(moment: JobMoment): JobOutcome | undefined {
  return storedOutcome(moment.job) ?? first('failed', FAILURES, moment) ?? first('complete', SUCCESSES, moment);
}

/** The outcome in the Job's conditions. */
export function storedOutcome({ status }: Job): JobOutcome | undefined {
  const known = (type: string) => {
    const condition = findCondition(status?.conditions, type);
    return condition?.status === 'True' ? condition : undefined;
  };
  const failed = known('FailureTarget') ?? known('Failed');
  const condition = failed ?? known('SuccessCriteriaMet') ?? known('Complete');
  if (condition === undefined) return undefined;
  const { reason = '', message = '' } = condition;
  return { kind: failed === undefined ? 'complete' : 'failed', reason, message };
}

/** In how many ms the Job will have been active for too long; undefined when it may take as long as it likes. */
export function deadlineInMs({ spec, status }: Job, now: number): number | undefined {
  if (spec?.activeDeadlineSeconds === undefined || status?.startTime === undefined) return undefined;
  // While it rests, and until its going on is stored with a new start.
  if (spec.suspend === true || findCondition(status.conditions, 'Suspended')?.status === 'True') return undefined;
  // The stored start has lost its fraction of a second; without one more it would be up too early.
  return Date.parse(status.startTime) + (spec.activeDeadlineSeconds + 1) * 1000 - now;
}

function first(kind: JobOutcome['kind'], rules: readonly Rule[], moment: JobMoment): JobOutcome | undefined {
  for (const rule of rules) {
    const met = rule(moment);
    if (met !== undefined) return { kind, ...met };
  }
  return undefined;
}

function brokenByPolicy({ job, pods }: JobMoment): ReturnType<Rule> {
  for (const pod of pods) {
    const verdict = hasFailed(job, pod) ? applyFailurePolicy(job.spec?.podFailurePolicy, pod) : undefined;
    if (verdict?.kind === 'fail-job') return { reason: 'PodFailurePolicy', message: verdict.message };
  }
  return undefined;
}

function beyondBackoffLimit({ job, pods, tally }: JobMoment): ReturnType<Rule> {
  const limit = job.spec?.backoffLimit ?? 6;
  const restarts =
    job.spec?.template.spec?.restartPolicy === 'OnFailure'
      ? pods.filter((pod) => !isFinished(pod)).reduce((sum, pod) => sum + restartCount(pod), 0)
      : 0;
  if (allFailed(tally) <= limit && restarts < Math.max(1, limit)) return undefined;
  return { reason: 'BackoffLimitExceeded', message: 'Job has reached the specified backoff limit' };
}

function beyondDeadline({ job, now }: JobMoment): ReturnType<Rule> {
  if ((deadlineInMs(job, now) ?? 1) > 0) return undefined;
  return { reason: 'DeadlineExceeded', message: 'Job was active longer than specified deadline' };
}

function beyondFailedIndexes({ job, tally }: JobMoment): ReturnType<Rule> {
  const { maxFailedIndexes = Number.POSITIVE_INFINITY, completions = 0 } = job.spec ?? {};
  const failed = tally.failedIndexes.size;
  if (failed > maxFailedIndexes) {
    const message = 'Job has exceeded the specified maximal number of failed indexes';
    return { reason: 'MaxFailedIndexesExceeded', message };
  }
  if (failed === 0 || failed + tally.completedIndexes.size < completions) return undefined;
  return { reason: 'FailedIndexes', message: 'Job has failed indexes' };
}

function successPolicyMet({ job, tally }: JobMoment): ReturnType<Rule> {
  const rule = metRule(job.spec?.successPolicy, tally.completedIndexes, job.spec?.completions ?? 0);
  return rule === undefined ? undefined : { reason: 'SuccessPolicy', message: `Matched rules at index ${rule}` };
}

/** Without a number of completions, one success ends the Job as soon as the other pods have ended too. */
function completionsReached({ job, pods, tally, settled }: JobMoment): ReturnType<Rule> {
  const wanted = job.spec?.completions ?? 1;
  if (!settled || pods.some(isActive) || allSucceeded(tally) < wanted) return undefined;
  return { reason: 'CompletionsReached', message: 'Reached expected number of succeeded pods' };
}

/** The index of the first rule that the completed indexes satisfy. */
function metRule(
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
