import { type Job, jobState } from '@kubemin/client';
import { runMessages } from '../messages/index.ts';
import { displayWidth, Flow, formatDuration, padDisplay, type Style, type Translate } from '../terminal/index.ts';
import { approvalHint, jobLabel, jobText, oneLine, retryText } from './run-text.ts';
import { listSteps, type RunView } from './run-view.ts';
import { stateMark } from './state-text.ts';

export interface RunTreeOptions {
  readonly style: Style;
  readonly translate: Translate;
  readonly now: number;
  /** Columns and rows there are. */
  readonly width: number;
  readonly height: number;
}

/** The rows of one component in one step: one line if there is room, else several. */
interface Row {
  readonly lines: readonly string[];
  /** Nothing more will happen to it. */
  readonly settled: boolean;
}

const INDENT = '    ';
const MOST_WORDS = 3;

/** The whole run, one row per component, with the step's name before its first; none wider than the terminal. */
export function runTree(view: RunView, options: Omit<RunTreeOptions, 'height'>): readonly string[] {
  return treeRows(view, options).flatMap(({ lines }) => lines);
}

/** As much of the tree as the terminal has rows for: what is over goes first, then what is far ahead. */
export function visibleTree(view: RunView, options: RunTreeOptions): readonly string[] {
  const rows = [...treeRows(view, options)];
  const linesOf = (shown: readonly Row[]): readonly string[] => shown.flatMap(({ lines }) => lines);
  if (linesOf(rows).length <= options.height) return linesOf(rows);
  let hidden = 0;
  while (rows.length > 1 && linesOf(rows).length >= options.height) {
    const over = rows.findIndex(({ settled }) => settled);
    rows.splice(over < 0 ? rows.length - 1 : over, 1);
    hidden += 1;
  }
  const more = options.style.dim(`… ${options.translate(runMessages.moreRows({ rows: hidden }))}`);
  return [more, ...linesOf(rows)].slice(0, Math.max(1, options.height));
}

function treeRows(view: RunView, options: Omit<RunTreeOptions, 'height'>): readonly Row[] {
  const { style } = options;
  const steps = listSteps(view);
  const stepWidth = Math.max(0, ...steps.map((step) => displayWidth(step.name)));
  const names = steps.flatMap((step) => step.components.map((component) => component.name));
  const nameWidth = Math.max(0, ...names.map(displayWidth));
  return steps.flatMap((step) =>
    step.components.map(({ name, jobs }, index) => {
      const lead =
        index === 0
          ? `${stateMark(jobState({ status: step.status, attempt: 0 }), style)} ${padDisplay(step.name, stepWidth)}`
          : ' '.repeat(stepWidth + 2);
      return {
        lines: rowLines({ lead, name: padDisplay(name, nameWidth), jobs, run: view.number }, options),
        settled: jobs.every(({ status }) => status !== 'queued' && status !== 'running'),
      };
    }),
  );
}

interface TreeRow {
  readonly lead: string;
  readonly name: string;
  readonly jobs: readonly Job[];
  /** The number of the run. */
  readonly run: number;
}

function rowLines(
  { lead, name, jobs, run }: TreeRow,
  { style, translate, now, width }: Omit<RunTreeOptions, 'height'>,
): readonly string[] {
  const marked = jobs.map((job) => `${jobLabel(job, translate)} ${stateMark(jobState(job), style)}`);
  const words = jobsText(jobs, run, translate);
  const time = `${jobsTime(jobs, now)}${retryText(jobs, translate)}`;
  const parts = [lead, name, ...marked, words, style.dim(time)];
  const whole = parts.filter((part) => displayWidth(part) > 0).join('  ');
  if (displayWidth(whole) < width) return [whole];
  const room = Math.max(8, width - 1 - INDENT.length);
  const wrapped = words === '' ? [] : new Flow(room).words(words).lines.slice(0, MOST_WORDS);
  return [
    [lead, name.trimEnd(), style.dim(time)].filter((part) => displayWidth(part) > 0).join('  '),
    ...packed(marked, room).map((line) => `${INDENT}${line}`),
    ...wrapped.map((spans) => `${INDENT}${spans.map(({ text }) => text).join('')}`),
  ];
}

/** As many on each line as fit. */
function packed(parts: readonly string[], room: number): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const longer = `${last}  ${part}`;
    if (last !== undefined && displayWidth(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** What is waited for, or what went wrong. */
function jobsText(jobs: readonly Job[], run: number, translate: Translate): string {
  const current = jobs.find(({ status }) => status === 'running');
  const notable = current ?? jobs.find(({ error }) => error !== undefined);
  const words = notable === undefined ? '' : (jobText(notable, translate) ?? '');
  return oneLine(`${words}${current === undefined ? '' : approvalHint(current, run, translate)}`).trim();
}

function jobsTime(jobs: readonly Job[], now: number): string {
  const started = Math.min(
    ...jobs.flatMap(({ startedAt }) => (startedAt === undefined ? [] : [Date.parse(startedAt)])),
  );
  if (!Number.isFinite(started)) return '';
  const ends = jobs.flatMap(({ endedAt }) => (endedAt === undefined ? [] : [Date.parse(endedAt)]));
  const isRunning = jobs.some(({ status }) => status === 'running');
  return formatDuration((isRunning ? now : Math.max(started, ...ends)) - started);
}
