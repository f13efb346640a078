import type { Job, RunEvent, Task } from '@kubemin/client';
import { formatDuration } from './duration.ts';
import { type RunView, type StepStatus, stepsOf } from './run-view.ts';
import type { Style } from './style.ts';

type Mark = readonly [symbol: string, colour: keyof Style];

const JOB_MARKS: Readonly<Record<Job['status'], Mark>> = {
  queued: ['·', 'dim'],
  running: ['●', 'cyan'],
  completed: ['✓', 'green'],
  skipped: ['-', 'dim'],
  failed: ['✗', 'red'],
  timeout: ['✗', 'red'],
  cancelled: ['-', 'yellow'],
  rejected: ['✗', 'yellow'],
};

const STEP_MARKS: Readonly<Record<StepStatus, Mark>> = {
  queued: ['·', 'dim'],
  running: ['●', 'cyan'],
  completed: ['✓', 'green'],
  failed: ['✗', 'red'],
  cancelled: ['-', 'yellow'],
};

export interface RunTextOptions {
  readonly style: Style;
  readonly now: number;
}

/** The whole run as a few lines: one per component, with the step's name before its first. */
export function runTree(view: RunView, options: RunTextOptions): readonly string[] {
  const steps = stepsOf(view);
  const stepWidth = Math.max(0, ...steps.map((step) => step.name.length));
  const names = steps.flatMap((step) => step.components.map((component) => component.name));
  const nameWidth = Math.max(0, ...names.map((name) => name.length));
  return steps.flatMap((step) =>
    step.components.map((component, index) => {
      const lead =
        index === 0
          ? `${mark(STEP_MARKS[step.status], options.style)} ${step.name.padEnd(stepWidth)}`
          : ' '.repeat(stepWidth + 2);
      const jobs = component.jobs
        .map((job) => `${whatOf(job)} ${mark(JOB_MARKS[job.status], options.style)}`)
        .join('  ');
      return `${lead}  ${component.name.padEnd(nameWidth)}  ${jobs}${doing(component.jobs, options)}`;
    }),
  );
}

/** One line about one transition, for logs and pipes. */
export function transitionLine(event: RunEvent, { style }: Pick<RunTextOptions, 'style'>): string {
  if (event.kind === 'task') return `run ${event.task.id} ${event.task.status}${because(event.task)}`;
  const { job } = event;
  const detail = job.error ?? job.message;
  const about = `${detail === undefined ? '' : `: ${detail}`}${howToAnswer(job)}`;
  return `${mark(JOB_MARKS[job.status], style)} ${job.step}/${job.component} ${whatOf(job)} ${job.objectName} ${job.status}${about}`;
}

/** A run that asks may be watched by somebody who can answer. */
function howToAnswer({ approval, status, taskId }: Job): string {
  const isOpen = approval !== undefined && approval.verdict === undefined && status === 'running';
  return isOpen ? ` (kubemin run approve ${taskId}, or reject)` : '';
}

/** What failed, in words, for the end of a run that did not go well. */
export function failures(view: RunView): readonly string[] {
  const failed = [...view.jobs.values()].filter((job) => ['failed', 'timeout', 'rejected'].includes(job.status));
  return failed.map((job) => `${job.component} (${job.objectKind} ${job.objectName}): ${job.error ?? job.status}`);
}

const VERBS: ReadonlyMap<string, string> = new Map([
  ['prune', 'remove'],
  ['remove_created', 'remove'],
  ['restore', 'restore'],
  ['scale', 'scale'],
  ['restart', 'restart'],
  ['release_share', 'release'],
]);

/** Most jobs bring an object; those that do something else to one say so, and those without one have their type. */
function whatOf({ type, objectKind }: Job): string {
  if (objectKind === '') return type;
  const verb = VERBS.get(type);
  return verb === undefined ? objectKind : `${verb} ${objectKind}`;
}

function because(task: Task): string {
  const reason = task.error ?? task.cancelReason;
  return reason === undefined ? '' : `: ${reason}`;
}

function doing(jobs: readonly Job[], { style, now }: RunTextOptions): string {
  const current = jobs.find((job) => job.status === 'running');
  const notable = current ?? jobs.find((job) => job.error !== undefined);
  const words = notable?.error ?? notable?.message;
  const started = Math.min(...jobs.flatMap((job) => (job.startedAt === undefined ? [] : [Date.parse(job.startedAt)])));
  if (!Number.isFinite(started)) return '';
  const ends = jobs.flatMap((job) => (job.endedAt === undefined ? [] : [Date.parse(job.endedAt)]));
  const elapsed = (current === undefined ? Math.max(started, ...ends) : now) - started;
  const answer = current === undefined ? '' : howToAnswer(current);
  return `  ${words === undefined ? '' : `${words}${answer}  `}${style.dim(formatDuration(elapsed))}`;
}

function mark([symbol, colour]: Mark, style: Style): string {
  return style[colour](symbol);
}
