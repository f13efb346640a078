import type { Job, RunEvent, Task } from '@kubemin/client';

/** What is known of a run after some of its events. */
export interface RunView {
  /** The number of the run; 0 before its first event. */
  readonly number: number;
  readonly task: Task | undefined;
  /** In the order they were first heard of, which is the order of the plan. */
  readonly jobs: ReadonlyMap<string, Job>;
}

export interface StepView {
  readonly name: string;
  readonly status: StepStatus;
  readonly components: readonly { readonly name: string; readonly jobs: readonly Job[] }[];
}

export type StepStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled' | 'skipped';

export const emptyRunView: RunView = { number: 0, task: undefined, jobs: new Map() };

export function applyRunEvent(view: RunView, event: RunEvent): RunView {
  const { number } = event;
  if (event.kind === 'task') return { ...view, number, task: event.task };
  return { ...view, number, jobs: new Map(view.jobs).set(event.job.id, event.job) };
}

/** The run as people think of it: steps in order, inside them components, inside those their jobs. */
export function listSteps(view: RunView): readonly StepView[] {
  const bySteps = Map.groupBy(view.jobs.values(), (job) => job.stepIndex);
  return [...bySteps]
    .sort(([a], [b]) => a - b)
    .map(([, jobs]) => ({
      name: jobs[0]?.step ?? '',
      status: stepStatus(jobs),
      components: [...Map.groupBy(jobs, (job) => job.component)].map(([name, own]) => ({ name, jobs: own })),
    }));
}

function stepStatus(jobs: readonly Job[]): StepStatus {
  const any = (...states: readonly Job['status'][]): boolean => jobs.some((job) => states.includes(job.status));
  if (any('failed', 'timeout', 'rejected')) return 'failed';
  if (any('running')) return 'running';
  if (any('cancelled')) return 'cancelled';
  // What was never started was not delivered; what was kept from an earlier run was.
  if (jobs.every(({ status, attempt }) => status === 'skipped' && attempt === 0)) return 'skipped';
  if (!any('queued')) return 'completed';
  return any('completed', 'skipped') ? 'running' : 'queued';
}
