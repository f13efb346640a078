import { type Callback, instant, type Job, type RunEvent, runSourceSchema, type Task } from '@kubemin/client';
import type { CallbackState, RunEvent as EngineEvent, Job as EngineJob, Task as EngineTask } from '@kubemin/engine';

/** A run as the contract shows it. */
export function taskView({ createdAt, startedAt, endedAt, heldUntil, source, ...task }: EngineTask): Task {
  const known = runSourceSchema.safeParse(source);
  return {
    ...task,
    ...(known.success && { source: known.data }),
    createdAt: instant(createdAt),
    ...spanView({ startedAt, endedAt }),
    ...(heldUntil !== undefined && { heldUntil: instant(heldUntil) }),
  };
}

/** A job as the contract shows it. */
export function jobView({ startedAt, endedAt, deadlineAt, approval, ...job }: EngineJob): Job {
  return {
    ...job,
    ...spanView({ startedAt, endedAt }),
    ...(deadlineAt !== undefined && { deadlineAt: instant(deadlineAt) }),
    ...(approval !== undefined && { approval: approvalView(approval) }),
  };
}

function approvalView({ at, ...approval }: NonNullable<EngineJob['approval']>): NonNullable<Job['approval']> {
  return { ...approval, ...(at !== undefined && { at: instant(at) }) };
}

/** A transition as the contract shows it. */
export function runEventView(event: EngineEvent): RunEvent {
  const { taskId, number, sequence } = event;
  const common = { taskId, number, sequence, time: instant(event.time) };
  if (event.kind === 'task') return { ...common, kind: 'task', task: taskView(event.task) };
  return { ...common, kind: 'job', job: jobView(event.job) };
}

/** A callback as the contract shows it. */
export function callbackView({ origin, status, attempts, nextAt }: CallbackState): Callback {
  return {
    origin,
    status,
    attempts: attempts.map(({ startedAt, endedAt, ...attempt }) => ({
      ...attempt,
      startedAt: instant(startedAt),
      ...(endedAt !== undefined && { endedAt: instant(endedAt) }),
    })),
    ...(nextAt !== undefined && { nextAt: instant(nextAt) }),
  };
}

interface Span {
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
}

function spanView({ startedAt, endedAt }: Span): Pick<Task, 'startedAt' | 'endedAt'> {
  return {
    ...(startedAt !== undefined && { startedAt: instant(startedAt) }),
    ...(endedAt !== undefined && { endedAt: instant(endedAt) }),
  };
}
