import type { Job, RunEvent, Task } from '@kubemin/client';
import { expect, test } from 'vitest';
import { translateTo } from '../terminal/language/language.ts';
import { createStyle } from '../terminal/style.ts';
import { failedJobs, failures, transitionLine } from './run-text.ts';
import { runTree } from './run-tree.ts';
import { applyRunEvent, emptyRunView, listSteps } from './run-view.ts';

const style = createStyle(false);
const at = (seconds: number): string => new Date(seconds * 1000).toISOString();

const JOB: Job = {
  id: 'j',
  taskId: 't',
  step: 'config',
  stepIndex: 0,
  bucket: 0,
  component: 'settings',
  type: 'configmap_deploy',
  objectKind: 'ConfigMap',
  objectName: 'settings',
  namespace: 'default',
  status: 'queued',
  attempt: 1,
};
const TASK: Task = {
  id: 't',
  number: 7,
  appId: 'a',
  appName: 'demo',
  namespace: 'default',
  revision: 1,
  status: 'running',
  kind: 'deploy',
  createdAt: at(0),
  version: 1,
};

function jobEvent(sequence: number, job: Partial<Job>): RunEvent {
  return { taskId: 't', number: 7, sequence, time: at(sequence), kind: 'job', job: { ...JOB, ...job } };
}

const api = {
  id: 'k',
  step: 'services',
  stepIndex: 1,
  component: 'api',
  objectKind: 'Deployment',
  objectName: 'deploy-api',
};
const events: readonly RunEvent[] = [
  { taskId: 't', number: 7, sequence: 1, time: at(1), kind: 'task', task: TASK },
  jobEvent(2, {}),
  jobEvent(3, { ...api }),
  jobEvent(4, { status: 'completed', startedAt: at(1), endedAt: at(2) }),
  jobEvent(5, { ...api, status: 'running', startedAt: at(2), message: '1 of 2 pods ready' }),
];

test('the tree shows steps in order, each component on one line, and what is being waited for', () => {
  const view = events.reduce(applyRunEvent, emptyRunView);
  expect(listSteps(view).map((step) => [step.name, step.status])).toEqual([
    ['config', 'completed'],
    ['services', 'running'],
  ]);
  expect(runTree(view, { style, translate: translateTo('en'), now: 5_000, width: 80 })).toEqual([
    '✓ config    settings  ConfigMap ✓  1.0s',
    '● services  api       Deployment ●  1 of 2 pods ready  3.0s',
  ]);
});

test('without a terminal each transition is one line, with the reason in words', () => {
  const failed = jobEvent(6, { ...api, status: 'failed', error: 'image cannot be pulled' });
  expect(transitionLine(failed, { style, translate: translateTo('en') })).toBe(
    '✗ services/api Deployment deploy-api failed: image cannot be pulled',
  );
  const view = [...events, failed].reduce(applyRunEvent, emptyRunView);
  expect(failures(failedJobs(view), translateTo('en'))).toEqual([
    'api (Deployment deploy-api): image cannot be pulled',
  ]);
  expect(listSteps(view).at(-1)?.status).toBe('failed');
});

test('states and verbs are printed in Chinese if selected', () => {
  const scaled = jobEvent(7, { ...api, type: 'scale', status: 'completed' });
  expect(transitionLine(scaled, { style, translate: translateTo('zh') })).toBe(
    '✓ services/api 扩缩 Deployment deploy-api 已完成',
  );
});

test('R-11: a step whose jobs were never started is skipped, and not completed', () => {
  const events = [
    jobEvent(1, { id: 'a', status: 'failed' }),
    jobEvent(2, { id: 'b', step: 'later', stepIndex: 1, status: 'skipped', attempt: 0 }),
    jobEvent(3, { id: 'c', step: 'kept', stepIndex: 2, status: 'skipped', attempt: 1 }),
  ];
  const view = events.reduce(applyRunEvent, emptyRunView);
  expect(listSteps(view).map(({ name, status }) => `${name} ${status}`)).toEqual([
    'config failed',
    'later skipped',
    'kept completed',
  ]);
});
