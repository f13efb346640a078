import type { Job, RunEvent, Task } from '@kubemin/client';
import { expect, test } from 'vitest';
import { fakeContext } from '../test-support/fake-context.ts';
import { scriptJob } from '../test-support/script-job.ts';
import { transitionLines } from './run-display.ts';
import { emptyRunView } from './run-view.ts';

const time = new Date(0).toISOString();
const PULL = 'container api cannot pull image "nginx:nope"';
const web: Job = {
  ...scriptJob,
  id: 'w',
  component: 'api',
  type: 'deployment',
  objectKind: 'Deployment',
  objectName: 'deploy-api-k7f3q2mz',
};

function jobEvent(job: Partial<Job>): RunEvent {
  return { taskId: 't', number: 214, sequence: 1, time, kind: 'job', job: { ...web, ...job } };
}

test('R-20: a reason is printed when it changes, and not again by the run that ends of it', () => {
  const { context, err } = fakeContext();
  const display = transitionLines(context);
  const task: Task = {
    ...createTask(),
    status: 'failed',
    error: `component "api", Deployment deploy-api-k7f3q2mz: ${PULL}`,
  };
  for (const event of [
    jobEvent({ status: 'running', message: '0 of 1 updated' }),
    jobEvent({ status: 'running', message: '0 of 1 updated' }),
    jobEvent({ status: 'running', message: `0 of 1 updated; ${PULL}` }),
    jobEvent({ status: 'running', message: `0 of 1 updated; ${PULL}` }),
    jobEvent({ status: 'failed', error: PULL }),
    jobEvent({ id: 's', status: 'skipped', attempt: 0, message: 'not started: the run ended before' }),
    { taskId: 't', number: 214, sequence: 9, time, kind: 'task', task } as const,
  ]) {
    display.show(emptyRunView, event);
  }
  const lines = err().trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/^.*k7f3q2mz /, ''))).toEqual([
    'running: 0 of 1 updated',
    `running: 0 of 1 updated; ${PULL}`,
    `failed: ${PULL}`,
    'not started: the run ended before',
    'run 214 failed',
  ]);
  expect(display.printedErrors).toEqual([PULL]);
});

function createTask(): Task {
  return {
    id: 't',
    number: 214,
    appId: 'k7f3q2mz',
    appName: 'shop',
    namespace: 'default',
    revision: 3,
    status: 'running',
    kind: 'deploy',
    createdAt: time,
    version: 3,
  };
}
