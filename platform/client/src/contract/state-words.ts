import type { ApplicationPhase } from './application-health.ts';
import type { ComponentStatus } from './component.ts';
import type { Job, JobStatus } from './job.ts';
import type { TaskStatus } from './task.ts';

/** A colour by its name; readers choose its shades. */
export type StateColour = 'grey' | 'violet' | 'blue' | 'green' | 'red' | 'orange' | 'brown' | 'pink' | 'teal';

/** How a state is shown: never by its colour alone. */
export interface StateWords {
  readonly en: string;
  readonly zh: string;
  /** One column wide in a terminal. */
  readonly symbol: string;
  readonly colour: StateColour;
}

/** States of runs and jobs. */
export const runStates: Readonly<Record<TaskStatus | JobStatus, StateWords>> = {
  waiting: { en: 'Waiting', zh: '等待中', symbol: '○', colour: 'grey' },
  queued: { en: 'Queued', zh: '排队中', symbol: '·', colour: 'violet' },
  running: { en: 'Running', zh: '执行中', symbol: '●', colour: 'blue' },
  completed: { en: 'Completed', zh: '已完成', symbol: '✓', colour: 'green' },
  failed: { en: 'Failed', zh: '失败', symbol: '✗', colour: 'red' },
  timeout: { en: 'Timed out', zh: '超时', symbol: '◷', colour: 'orange' },
  cancelled: { en: 'Cancelled', zh: '已取消', symbol: '⊘', colour: 'brown' },
  rejected: { en: 'Rejected', zh: '已拒绝', symbol: '⊗', colour: 'pink' },
  skipped: { en: 'Kept', zh: '已沿用', symbol: '»', colour: 'teal' },
};

const NOT_STARTED: StateWords = { en: 'Not started', zh: '未开始', symbol: '–', colour: 'grey' };

/** The state of a job; one that was skipped without ever being tried has nothing to keep. */
export function jobState({ status, attempt }: Pick<Job, 'status' | 'attempt'>): StateWords {
  return status === 'skipped' && attempt === 0 ? NOT_STARTED : runStates[status];
}

/** The states of components. */
export const componentStates: Readonly<Record<ComponentStatus | 'NotDeployed' | 'Stopped', StateWords>> = {
  Running: { en: 'Running', zh: '运行中', symbol: '✓', colour: 'green' },
  Pending: { en: 'Pending', zh: '等待就绪', symbol: '●', colour: 'blue' },
  Failed: { en: 'Failed', zh: '失败', symbol: '✗', colour: 'red' },
  Unknown: { en: 'Unknown', zh: '未知', symbol: '?', colour: 'orange' },
  NotDeployed: { en: 'Not deployed', zh: '未部署', symbol: '·', colour: 'grey' },
  Stopped: { en: 'Scaled to 0', zh: '已缩容为 0', symbol: '○', colour: 'grey' },
};

/** The states of applications as a whole. */
export const applicationPhases: Readonly<Record<ApplicationPhase, StateWords>> = {
  Deploying: { en: 'Deploying', zh: '部署中', symbol: '●', colour: 'blue' },
  Degraded: { en: 'Degraded', zh: '降级', symbol: '✗', colour: 'red' },
  Starting: { en: 'Starting', zh: '启动中', symbol: '●', colour: 'blue' },
  Healthy: { en: 'Healthy', zh: '健康', symbol: '✓', colour: 'green' },
  NotDeployed: { en: 'Not deployed', zh: '未部署', symbol: '·', colour: 'grey' },
  Unknown: { en: 'Unknown', zh: '未知', symbol: '?', colour: 'orange' },
};
