import type { Job, JobStatus, RunStatus, TaskStatus } from '@kubemin/client';
import { findIdleSpans } from './idle-spans.ts';
import { type Attempt, type AttemptState, knownAttempts, markKeptJobs, type RunHistory } from './run-history.ts';
import type { Span } from './time-scale.ts';
import { findMarks, type Mark } from './timeline-marks.ts';

/** What a bar is coloured by. */
export type BarState = AttemptState | 'waiting';

/** One bar of a row. `waiting`: others of its step come first; `summary`: all of what is below the row. */
export interface Bar extends Span {
  readonly kind: 'waiting' | 'queued' | 'attempt' | 'backoff' | 'summary';
  readonly state: BarState;
  /** Whether it goes on: its end is now. */
  readonly isOpen: boolean;
  readonly attempt?: number;
}

/** One row of the timeline; a row is below the one that `parent` names. */
export interface Row {
  readonly id: string;
  readonly kind: 'step' | 'component' | 'job';
  readonly level: number;
  readonly name: string;
  readonly parent: string | undefined;
  readonly state: TaskStatus | JobStatus;
  readonly jobs: readonly Job[];
  readonly bars: readonly Bar[];
  readonly hasChildren: boolean;
  readonly isExpanded: boolean;
  /** Of a job below its component: its priority, and where it is among the jobs of that priority. */
  readonly priority?: { readonly value: number; readonly place: 'only' | 'first' | 'middle' | 'last' };
}

export interface Timeline {
  readonly from: number;
  /** The end of the run, or now. */
  readonly to: number;
  readonly rows: readonly Row[];
  readonly marks: readonly Mark[];
  /** Spans in which the run did nothing but wait for a decision or a time. */
  readonly idle: readonly Span[];
}

export interface TimelineInput {
  readonly run: Pick<RunStatus, 'appId' | 'status' | 'startedAt' | 'endedAt' | 'jobs'>;
  readonly history: RunHistory;
  readonly now: number;
  /** Ids of rows whose children are hidden. */
  readonly collapsed: ReadonlySet<string>;
}

/** Arranges the jobs of a run as rows of step, component and job, with what each did when. */
export function layoutTimeline({ run, history, now, collapsed }: TimelineInput): Timeline {
  const begin = runBegin(run, history) ?? now;
  const end = run.endedAt === undefined ? Math.max(now, begin) : Math.max(Date.parse(run.endedAt), begin);
  const moments: Moments = { begin, end, isOver: run.endedAt !== undefined };
  const rows: Row[] = [];
  let stepBegin: number | undefined = begin;
  const shown = markKeptJobs(run.jobs, history);
  for (const { key, jobs } of groupJobs(shown, ({ stepIndex, step }) => `${stepIndex}/${step}`)) {
    const bars = new Map(jobs.map((job) => [job.id, jobBars(job, { history, moments, stepBegin })]));
    rows.push(...stepRows(key, jobs, { bars, collapsed, appId: run.appId }));
    stepBegin = stepEnd(jobs, stepBegin);
  }
  return {
    from: begin,
    to: end,
    rows,
    marks: findMarks(history, end),
    idle: findIdleSpans(run.jobs, history, end),
  };
}

interface Moments {
  readonly begin: number;
  readonly end: number;
  readonly isOver: boolean;
}

function runBegin({ startedAt }: TimelineInput['run'], { task }: RunHistory): number | undefined {
  const at = task?.createdAt ?? startedAt;
  return at === undefined ? undefined : Date.parse(at);
}

interface Group {
  readonly key: string;
  readonly jobs: readonly Job[];
}

/** Groups in the order of their first job. */
function groupJobs(jobs: readonly Job[], keyOf: (job: Job) => string): readonly Group[] {
  const groups = new Map<string, Job[]>();
  for (const job of jobs) {
    const key = keyOf(job);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [job]);
    else group.push(job);
  }
  return [...groups].map(([key, members]) => ({ key, jobs: members }));
}

type BarsByJob = ReadonlyMap<string, readonly Bar[]>;

interface RowInput {
  readonly bars: BarsByJob;
  readonly collapsed: ReadonlySet<string>;
  readonly appId: string;
}

function stepRows(key: string, jobs: readonly Job[], input: RowInput): readonly Row[] {
  const id = `step/${key}`;
  const step = groupRow({ id, kind: 'step', level: 1, name: jobs[0]?.step ?? '', parent: undefined }, jobs, input);
  if (!step.isExpanded) return [step];
  const groups = groupJobs(jobs, ({ component, id: jobId }) => (component === '' ? `job/${jobId}` : component));
  return [
    step,
    ...groups.flatMap((group): readonly Row[] => {
      const [first] = group.jobs;
      if (first === undefined) return [];
      if (first.component === '') return [jobRow(first, { id, level: 2, beside: [] }, input)];
      const componentId = `${id}/${first.component}`;
      const head = { id: componentId, kind: 'component', level: 2, name: first.component, parent: id } as const;
      const row = groupRow(head, group.jobs, input);
      const below = { id: componentId, level: 3, beside: group.jobs };
      return row.isExpanded ? [row, ...group.jobs.map((job) => jobRow(job, below, input))] : [row];
    }),
  ];
}

function groupRow(
  head: Pick<Row, 'id' | 'kind' | 'level' | 'name' | 'parent'>,
  jobs: readonly Job[],
  { bars, collapsed }: RowInput,
): Row {
  const isExpanded = !collapsed.has(head.id);
  const state = groupState(jobs);
  const own = summaryBars(
    jobs.flatMap((job) => bars.get(job.id) ?? []),
    state,
    isExpanded,
  );
  return { ...head, state, jobs, bars: own, hasChildren: true, isExpanded };
}

interface JobPlace {
  /** Of the row above. */
  readonly id: string;
  readonly level: number;
  readonly beside: readonly Job[];
}

function jobRow(job: Job, { id: parent, level, beside }: JobPlace, { bars, appId }: RowInput): Row {
  return {
    id: `${parent}/job/${job.id}`,
    kind: 'job',
    level,
    name: jobRowName(job, beside, appId),
    parent,
    state: shownState(job),
    jobs: [job],
    bars: bars.get(job.id) ?? [],
    hasChildren: false,
    isExpanded: false,
    ...(beside.length > 0 && { priority: { value: job.bucket, place: priorityPlace(job, beside) } }),
  };
}

/** Jobs of a component are in the order of their plan, so that those of one priority are next to each other. */
function priorityPlace(job: Job, beside: readonly Job[]): NonNullable<Row['priority']>['place'] {
  const at = beside.indexOf(job);
  const isFirst = beside[at - 1]?.bucket !== job.bucket;
  const isLast = beside[at + 1]?.bucket !== job.bucket;
  if (isFirst) return isLast ? 'only' : 'first';
  return isLast ? 'last' : 'middle';
}

/** Below its component the kind of an object is enough, unless several are of that kind. */
function jobRowName({ objectKind, objectName, component, type }: Job, beside: readonly Job[], appId: string): string {
  if (objectKind === '') return component === '' ? objectName : type;
  const isOnly = beside.filter((each) => each.objectKind === objectKind).length < 2;
  // Names are made unique by the id of the application, which is no help to a reader.
  return isOnly ? objectKind : `${objectKind} ${objectName.replace(`-${appId}`, '')}`;
}

/** Whether the run ended, or skipped the job, before it was its turn: nothing of it is kept. */
export function isNotStarted({ status, attempt }: Job): boolean {
  return status === 'skipped' && attempt === 0;
}

/** Jobs are queued from the start of their run on: until it is their turn, they wait. */
export function shownState(job: Job): TaskStatus | JobStatus {
  return job.status === 'queued' || isNotStarted(job) ? 'waiting' : job.status;
}

const WORST_FIRST = ['failed', 'timeout', 'rejected', 'running', 'cancelled'] as const;

/** The state of several jobs together. */
export function groupState(jobs: readonly Job[]): TaskStatus | JobStatus {
  const states = new Set(jobs.map(({ status }) => status));
  const worst = WORST_FIRST.find((state) => states.has(state));
  if (worst !== undefined) return worst;
  if (states.has('queued')) return states.has('completed') ? 'running' : 'waiting';
  if (states.has('completed')) return 'completed';
  return jobs.every(isNotStarted) ? 'waiting' : 'skipped';
}

/** What is done of some jobs: what has completed or was kept. */
export function doneCount(jobs: readonly Job[]): number {
  return jobs.filter(({ status, attempt }) => status === 'completed' || (status === 'skipped' && attempt > 0)).length;
}

interface JobBarsInput {
  readonly history: RunHistory;
  readonly moments: Moments;
  /** When the step of the job could begin; undefined while others come first. */
  readonly stepBegin: number | undefined;
}

function jobBars(job: Job, { history, moments, stepBegin }: JobBarsInput): readonly Bar[] {
  if (job.status === 'skipped') {
    const isTried = job.attempt > 0 && stepBegin !== undefined;
    return isTried ? [toBar('attempt', clamp(stepBegin, moments), clamp(stepBegin, moments), 'skipped')] : [];
  }
  const attempts = knownAttempts(job, history);
  const first = attempts[0];
  const bars: Bar[] = [];
  const waitsUntil = first?.from ?? (job.status === 'queued' && !moments.isOver ? moments.end : undefined);
  if (stepBegin !== undefined && waitsUntil !== undefined) {
    bars.push(...waitBars(stepBegin, waitsUntil, { history, moments, isOpen: first === undefined }));
  }
  let before: Attempt | undefined;
  for (const attempt of attempts) {
    const from = clamp(attempt.from, moments);
    if (before?.to !== undefined) bars.push(toBar('backoff', clamp(before.to, moments), from, 'waiting'));
    bars.push({
      ...toBar('attempt', from, attempt.to === undefined ? moments.end : clamp(attempt.to, moments), attempt.state),
      isOpen: attempt.to === undefined,
      attempt: attempt.number,
    });
    before = attempt;
  }
  const failedUntil = before?.to;
  if (failedUntil !== undefined && job.status === 'running' && !moments.isOver) {
    bars.push({ ...toBar('backoff', clamp(failedUntil, moments), moments.end, 'waiting'), isOpen: true });
  }
  return bars.filter((bar) => bar.to > bar.from || bar.kind === 'attempt');
}

/** Waiting of the run itself comes first, then its place in the queue, then other jobs of the step. */
function waitBars(
  from: number,
  to: number,
  { history, moments, isOpen }: { history: RunHistory; moments: Moments; isOpen: boolean },
): readonly Bar[] {
  const started = history.task?.startedAt === undefined ? moments.end : Date.parse(history.task.startedAt);
  const queued = Math.min(history.queuedAt ?? started, started);
  const spans = [
    { kind: 'waiting', state: 'waiting', from, to: queued },
    { kind: 'queued', state: 'queued', from: queued, to: started },
    { kind: 'waiting', state: 'waiting', from: started, to },
  ] as const;
  return spans.map((span) => {
    const begin = clamp(Math.max(from, span.from), moments);
    const end = Math.max(begin, clamp(Math.min(to, span.to), moments));
    return { ...span, from: begin, to: end, isOpen: isOpen && end === moments.end };
  });
}

function toBar(kind: Bar['kind'], from: number, to: number, state: BarState): Bar {
  return { kind, from, to: Math.max(from, to), state, isOpen: false };
}

function clamp(moment: number, { begin, end }: Moments): number {
  return Math.min(end, Math.max(begin, moment));
}

/** A thin bar above its children; without them, how long was waited, then all attempts as one. */
function summaryBars(below: readonly Bar[], state: TaskStatus | JobStatus, isExpanded: boolean): readonly Bar[] {
  const attempts = below.filter(({ kind }) => kind === 'attempt' || kind === 'backoff');
  const isOpen = attempts.some((bar) => bar.isOpen);
  const bars: Bar[] = [];
  const from = Math.min(...attempts.map((bar) => bar.from));
  if (!isExpanded) {
    bars.push(...below.filter((bar) => bar.kind !== 'attempt' && bar.kind !== 'backoff' && bar.to <= from).slice(0, 2));
    if (attempts.length === 0) bars.push(...below.slice(0, 2));
  }
  if (attempts.length > 0) {
    const to = Math.max(...attempts.map((bar) => bar.to));
    bars.push({ ...toBar(isExpanded ? 'summary' : 'attempt', from, to, state), isOpen });
  }
  return [...new Map(bars.map((bar) => [`${bar.kind} ${bar.from}`, bar])).values()];
}

const ENDED: readonly JobStatus[] = ['completed', 'failed', 'timeout', 'cancelled', 'rejected', 'skipped'];

/** When the next step could begin: after the last job of this one, unless one has not ended. */
function stepEnd(jobs: readonly Job[], begin: number | undefined): number | undefined {
  if (begin === undefined || jobs.some(({ status }) => !ENDED.includes(status))) return undefined;
  return Math.max(begin, ...jobs.map(({ endedAt }) => (endedAt === undefined ? begin : Date.parse(endedAt))));
}
