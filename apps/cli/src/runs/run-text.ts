import { type Job, jobState, type RunEvent, runStates, type Task } from '@kubemin/client';
import { runMessages } from '../messages/index.ts';
import { type Style, type Translate, translateSent } from '../terminal/index.ts';
import type { RunView } from './run-view.ts';
import { stateMark, stateWord } from './state-text.ts';

export interface TransitionOptions {
  readonly style: Style;
  readonly translate: Translate;
}

/** One line about one transition, for logs and pipes; the reason of a failed run is omitted if the line of a job has printed it. */
export function transitionLine(
  event: RunEvent,
  { style, translate, printedErrors = [] }: TransitionOptions & { readonly printedErrors?: readonly string[] },
): string {
  if (event.kind === 'task') {
    const { number, status, error } = event.task;
    const known = error !== undefined && printedErrors.some((words) => error.includes(words));
    return `${translate(runMessages.changed({ run: number, state: stateWord(runStates[status], translate) }))}${known ? '' : because(event.task, translate)}`;
  }
  const { job } = event;
  const state = jobState(job);
  const about = `${jobDetail(job, translate)}${approvalHint(job, event.number, translate)}`;
  const what = `${job.step}/${job.component} ${jobLabel(job, translate)} ${job.objectName}`;
  return `${stateMark(state, style)} ${what} ${stateWord(state, translate)}${retryText([job], translate)}${about}`;
}

/** Words from elsewhere on one line: line breaks and control characters of theirs would move the cursor. */
export function oneLine(words: string): string {
  return words.replaceAll(/\p{Cc}+/gu, ' ');
}

/** The command that approves a waiting job. */
export function approvalHint({ approval, status }: Job, run: number, translate: Translate): string {
  const isOpen = approval !== undefined && approval.verdict === undefined && status === 'running';
  return isOpen ? ` ${translate(runMessages.approvalCommand({ run }))}` : '';
}

/** How often jobs had to be tried again, or nothing. */
export function retryText(jobs: readonly Job[], translate: Translate): string {
  const again = Math.max(0, ...jobs.map(({ attempt }) => attempt - 1));
  return again === 0 ? '' : ` ${translate(runMessages.retried({ times: again }))}`;
}

/** The jobs of a run that did not go well. */
export function failedJobs(view: RunView): readonly Job[] {
  return [...view.jobs.values()].filter(({ status }) => ['failed', 'timeout', 'rejected'].includes(status));
}

/** What failed, in words, for the end of a run that did not go well. */
export function failures(jobs: readonly Job[], translate: Translate): readonly string[] {
  return jobs.map((job) => {
    const what = [jobLabel(job, translate), job.objectName].filter((word) => word !== '').join(' ');
    return `${job.component || job.step} (${what}): ${oneLine(errorText(job, translate) ?? stateWord(runStates[job.status], translate))}`;
  });
}

const VERBS: ReadonlyMap<string, 'remove' | 'restore' | 'scale' | 'restart' | 'release'> = new Map([
  ['prune', 'remove'],
  ['remove_created', 'remove'],
  ['restore', 'restore'],
  ['scale', 'scale'],
  ['restart', 'restart'],
  ['release_share', 'release'],
]);

/** The kind of the delivered object, with the verb of other actions; the type for jobs without an object. */
export function jobLabel({ type, objectKind }: Pick<Job, 'type' | 'objectKind'>, translate: Translate): string {
  if (objectKind === '') return type;
  const verb = VERBS.get(type);
  return verb === undefined ? objectKind : `${translate(runMessages[verb])} ${objectKind}`;
}

/** Why a job or a run failed, for the reader; undefined where it did not. */
function errorText(failed: Pick<Job, 'error'>, translate: Translate): string | undefined {
  return failed.error === undefined ? undefined : translateSent(translate, failed, 'error', failed.error);
}

/** Why a job failed, or what it does, for the reader. */
export function jobText(job: Pick<Job, 'error' | 'message'>, translate: Translate): string | undefined {
  const { message } = job;
  return errorText(job, translate) ?? (message && translateSent(translate, job, 'message', message));
}

/** The same after the word of the state, which it does not repeat: `: 2 of 2 ready`. */
export function jobDetail(job: Job, translate: Translate): string {
  const text = jobText(job, translate);
  if (text === undefined || text === '') return '';
  const word = stateWord(jobState(job), translate);
  const isRepeated = text.startsWith(`${word}: `) || text.startsWith(`${word}：`);
  return `: ${oneLine(isRepeated ? text.slice(word.length + 1).trimStart() : text)}`;
}

/** Why a run failed or was cancelled, for the reader. */
export function endReason(run: Pick<Task, 'error' | 'cancelReason'>, translate: Translate): string | undefined {
  const { cancelReason } = run;
  return errorText(run, translate) ?? (cancelReason && translateSent(translate, run, 'cancelReason', cancelReason));
}

function because(task: Task, translate: Translate): string {
  const reason = endReason(task, translate);
  return reason === undefined ? '' : `: ${oneLine(reason)}`;
}
