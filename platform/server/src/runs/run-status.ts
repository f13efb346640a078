import { decodeMessage, type Message, verbatim } from '@kubemin/base/message';
import { encodeTexts, instant, isTerminal, type RunComponent, type RunStatus, type TaskStatus } from '@kubemin/client';
import type { Job, Task } from '@kubemin/engine';
import type { AnyDocument } from '@kubemin/model';
import { jobView } from '../api/index.ts';
import { runMessages } from '../messages/index.ts';

/** What the state of a run is put together from. */
export interface RunFacts {
  readonly task: Task;
  /** In the order of the plan. */
  readonly jobs: readonly Job[];
  /** The document the run delivers, when it is still known. */
  readonly document: AnyDocument | undefined;
  /** The workflow it runs, when it is still known. */
  readonly workflow: { readonly id: string; readonly name: string } | undefined;
}

/** The state of a run, with components in the order of the workflow. */
export function runStatus({ task, jobs, document, workflow }: RunFacts): RunStatus {
  const types = new Map(document?.component.map(({ name, type }): [string, string] => [name, type]));
  // Other runs than those of the workflow have to do with the components that they have jobs for.
  const planned = task.kind === 'deploy' ? workflowOrder(document) : [];
  // A step that has to do with several components, or with none, is none itself.
  const names = new Set([...planned, ...jobs.map((job) => job.component)].filter((name) => name !== ''));
  const components = [...names].map((name) => {
    const own = jobs.filter((job) => job.component === name);
    return runComponent({ name, type: types.get(name) ?? own[0]?.type ?? '', jobs: own, task });
  });
  return {
    taskId: task.id,
    number: task.number,
    kind: task.kind,
    status: task.status,
    workflowId: workflow?.id ?? task.workflowId ?? '',
    workflowName: workflow?.name ?? `${task.appName}-workflow`,
    appId: task.appId,
    appName: task.appName,
    revision: task.revision,
    ...(task.waitingFor !== undefined && { waitingFor: task.waitingFor }),
    ...(task.waitingForNumber !== undefined && { waitingForNumber: task.waitingForNumber }),
    type: 'workflow',
    ...(task.error !== undefined && { error: task.error }),
    ...(task.cancelReason !== undefined && { cancelReason: task.cancelReason }),
    ...(task.texts !== undefined && { texts: task.texts }),
    ...seconds('startTime', task.startedAt),
    ...seconds('endTime', task.endedAt),
    ...(task.startedAt !== undefined && { startedAt: instant(task.startedAt) }),
    ...(task.endedAt !== undefined && { endedAt: instant(task.endedAt) }),
    components,
    jobs: jobs.map(jobView),
  };
}

function workflowOrder(document: AnyDocument | undefined): readonly string[] {
  return (document?.workflow ?? []).flatMap((step) => [
    ...step.components,
    ...(step.subSteps ?? []).flatMap((subStep) => subStep.components),
  ]);
}

interface ComponentFacts {
  readonly name: string;
  readonly type: string;
  readonly jobs: readonly Job[];
  readonly task: Task;
}

function runComponent({ name, type, jobs, task }: ComponentFacts): RunComponent {
  const status = jobs.length === 0 ? impliedStatus(task.status) : componentStatus(jobs);
  const failed = jobs.find((job) => job.error !== undefined);
  const reason = status === 'skipped' ? skipReason(jobs) : undefined;
  const texts = encodeTexts({ message: reason, error: failed && jobMessage(failed, 'error') });
  const starts = jobs.flatMap((job) => job.startedAt ?? []);
  const ends = jobs.flatMap((job) => job.endedAt ?? []);
  return {
    name,
    type,
    status,
    ...(reason !== undefined && { message: reason.message }),
    ...(failed?.error !== undefined && { error: failed.error }),
    ...texts,
    ...(starts.length > 0 && seconds('startTime', Math.min(...starts))),
    ...(ends.length > 0 && isEnded(status) && seconds('endTime', Math.max(...ends))),
  };
}

function skipReason(jobs: readonly Job[]): Message {
  const leftOut = jobs.find(isLeftOut);
  return (leftOut && jobMessage(leftOut, 'message')) ?? runMessages.notStarted;
}

function jobMessage({ texts, ...job }: Job, field: 'message' | 'error'): Message | undefined {
  const english = job[field];
  return english === undefined ? undefined : (decodeMessage(texts?.[field], english) ?? verbatim(english));
}

/** A component without jobs was not reached: the run ended before, or it still waits. */
function impliedStatus(task: TaskStatus): RunComponent['status'] {
  if (task === 'completed' || task === 'cancelled') return task;
  return isTerminal(task) ? 'skipped' : 'waiting';
}

/** The worst job stands for all; some finished and others still to come means that the component is on its way. */
function componentStatus(jobs: readonly Job[]): RunComponent['status'] {
  const has = (status: Job['status']): boolean => jobs.some((job) => job.status === status);
  for (const worst of ['failed', 'timeout', 'rejected', 'cancelled', 'running'] as const) if (has(worst)) return worst;
  if (has('queued')) return has('completed') || has('skipped') ? 'running' : 'queued';
  return jobs.some(isLeftOut) ? 'skipped' : 'completed';
}

/** A job that was skipped after it was started, or by an earlier run, has done its part. */
function isLeftOut({ status, attempt }: Job): boolean {
  return status === 'skipped' && attempt === 0;
}

function isEnded(status: RunComponent['status']): boolean {
  return status === 'skipped' || isTerminal(status);
}

function seconds<K extends 'startTime' | 'endTime'>(key: K, milliseconds: number | undefined): { [key in K]?: number } {
  const some: { [key in K]?: number } = {};
  if (milliseconds !== undefined) some[key] = Math.floor(milliseconds / 1000);
  return some;
}
