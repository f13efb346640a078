import { type Job, type RunEvent, runStates, type Task } from '@kubemin/client';
import { formatDuration } from './duration.ts';
import type { Language } from './language/language.ts';
import { runWords } from './language/words/run.ts';
import { displayWidth, padDisplay } from './output/display-width.ts';
import { type RunView, stepsOf } from './run-view.ts';
import { stateMark, stateWord } from './state-text.ts';
import type { Style } from './style.ts';

export interface RunTextOptions {
  readonly style: Style;
  readonly language: Language;
  readonly now: number;
}

/** The whole run as a few lines: one per component, with the step's name before its first. */
export function runTree(view: RunView, options: RunTextOptions): readonly string[] {
  const steps = stepsOf(view);
  const stepWidth = Math.max(0, ...steps.map((step) => displayWidth(step.name)));
  const names = steps.flatMap((step) => step.components.map((component) => component.name));
  const nameWidth = Math.max(0, ...names.map(displayWidth));
  return steps.flatMap((step) =>
    step.components.map((component, index) => {
      const lead =
        index === 0
          ? `${stateMark(runStates[step.status], options.style)} ${padDisplay(step.name, stepWidth)}`
          : ' '.repeat(stepWidth + 2);
      const jobs = component.jobs
        .map((job) => `${whatOf(job, options.language)} ${stateMark(runStates[job.status], options.style)}`)
        .join('  ');
      return `${lead}  ${padDisplay(component.name, nameWidth)}  ${jobs}${doing(component.jobs, options)}`;
    }),
  );
}

/** One line about one transition, for logs and pipes. */
export function transitionLine(event: RunEvent, { style, language }: Omit<RunTextOptions, 'now'>): string {
  if (event.kind === 'task') {
    const { id, status } = event.task;
    return `${runWords[language].changed(id, stateWord(runStates[status], language))}${because(event.task)}`;
  }
  const { job } = event;
  const state = runStates[job.status];
  const detail = job.error ?? job.message;
  const about = `${detail === undefined ? '' : `: ${detail}`}${howToAnswer(job, language)}`;
  const what = `${job.step}/${job.component} ${whatOf(job, language)} ${job.objectName}`;
  return `${stateMark(state, style)} ${what} ${stateWord(state, language)}${about}`;
}

/** A run that asks may be watched by somebody who can answer. */
function howToAnswer({ approval, status, taskId }: Job, language: Language): string {
  const isOpen = approval !== undefined && approval.verdict === undefined && status === 'running';
  return isOpen ? ` ${runWords[language].howToAnswer(taskId)}` : '';
}

/** What failed, in words, for the end of a run that did not go well. */
export function failures(view: RunView, language: Language): readonly string[] {
  const failed = [...view.jobs.values()].filter((job) => ['failed', 'timeout', 'rejected'].includes(job.status));
  return failed.map(
    (job) =>
      `${job.component} (${job.objectKind} ${job.objectName}): ${job.error ?? stateWord(runStates[job.status], language)}`,
  );
}

const VERBS: ReadonlyMap<string, 'remove' | 'restore' | 'scale' | 'restart' | 'release'> = new Map([
  ['prune', 'remove'],
  ['remove_created', 'remove'],
  ['restore', 'restore'],
  ['scale', 'scale'],
  ['restart', 'restart'],
  ['release_share', 'release'],
]);

/** Most jobs bring an object; those that do something else to one say so, and those without one have their type. */
function whatOf({ type, objectKind }: Job, language: Language): string {
  if (objectKind === '') return type;
  const verb = VERBS.get(type);
  return verb === undefined ? objectKind : `${runWords[language][verb]} ${objectKind}`;
}

function because(task: Task): string {
  const reason = task.error ?? task.cancelReason;
  return reason === undefined ? '' : `: ${reason}`;
}

function doing(jobs: readonly Job[], { style, now, language }: RunTextOptions): string {
  const current = jobs.find((job) => job.status === 'running');
  const notable = current ?? jobs.find((job) => job.error !== undefined);
  const words = notable?.error ?? notable?.message;
  const started = Math.min(...jobs.flatMap((job) => (job.startedAt === undefined ? [] : [Date.parse(job.startedAt)])));
  if (!Number.isFinite(started)) return '';
  const ends = jobs.flatMap((job) => (job.endedAt === undefined ? [] : [Date.parse(job.endedAt)]));
  const elapsed = (current === undefined ? Math.max(started, ...ends) : now) - started;
  const answer = current === undefined ? '' : howToAnswer(current, language);
  return `  ${words === undefined ? '' : `${words}${answer}  `}${style.dim(formatDuration(elapsed))}`;
}
