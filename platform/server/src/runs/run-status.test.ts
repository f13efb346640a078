import { runStatusSchema, type TaskStatus } from '@kubemin/client';
import type { Job, Task } from '@kubemin/engine';
import { type AppDocument, builtinRegistry, createModel } from '@kubemin/model';
import { describe, expect, test } from 'vitest';
import { runStatus } from './run-status.ts';

function task(status: TaskStatus): Task {
  return {
    id: 't',
    number: 1,
    appId: 'a',
    appName: 'shop',
    namespace: 'default',
    kind: 'deploy',
    revision: 3,
    status,
    createdAt: 1_000,
    startedAt: 2_999,
    version: 1,
  };
}

function job(component: string, status: Job['status'], more: Partial<Job> = {}): Job {
  const object = { type: 'deployment', objectKind: 'Deployment', objectName: component, namespace: 'default' };
  return {
    id: `${component}-${status}`,
    taskId: 't',
    step: 's',
    stepIndex: 0,
    bucket: 0,
    component,
    ...object,
    status,
    attempt: 1,
    ...more,
  };
}

function shop(): AppDocument {
  const { document, problems } = createModel(builtinRegistry).parse({
    name: 'shop',
    component: [
      { name: 'web', type: 'webservice', image: 'nginx' },
      { name: 'db', type: 'store', image: 'mysql' },
      { name: 'cfg', type: 'config', properties: { conf: { a: 'b' } } },
    ],
    workflow: [
      { name: 'first', components: ['cfg'] },
      {
        name: 'second',
        mode: 'DAG',
        subSteps: [
          { name: 'data', components: ['db'] },
          { name: 'rest', components: ['web'] },
        ],
      },
    ],
  });
  if (document === undefined) throw new Error(JSON.stringify(problems));
  return document;
}

function statusWith(status: TaskStatus, jobs: readonly Job[] = [], document?: AppDocument) {
  return runStatusSchema.parse(
    runStatus({ task: task(status), jobs, document, workflow: { id: 'w', name: 'shop-workflow' } }),
  );
}

const shopStatus = (status: TaskStatus, jobs?: readonly Job[]) => statusWith(status, jobs, shop());

const summary = (status: TaskStatus, jobs: readonly Job[] = []) =>
  shopStatus(status, jobs).components.map((component) => `${component.name}:${component.status}`);

describe('the state of a run', () => {
  test('components come in the order of the workflow, not of the document or of the jobs', () => {
    expect(summary('running', [job('web', 'queued'), job('db', 'running'), job('cfg', 'completed')])).toEqual([
      'cfg:completed',
      'db:running',
      'web:queued',
    ]);
  });

  test('a run without jobs yet shows its components as waiting, and once ended, as it ended', () => {
    expect(summary('queued')).toEqual(['cfg:waiting', 'db:waiting', 'web:waiting']);
    for (const end of ['cancelled', 'completed'] as const) {
      expect(summary(end)).toEqual([`cfg:${end}`, `db:${end}`, `web:${end}`]);
    }
  });

  test('R-11: components that a failed run has not reached are skipped, with the reason, and not completed', () => {
    const left = { attempt: 0, message: 'not started: the run ended before' };
    const jobs = [
      job('cfg', 'completed'),
      job('db', 'failed', { error: 'no such image' }),
      job('db', 'skipped', left),
      job('web', 'skipped', left),
    ];
    expect(summary('failed', jobs)).toEqual(['cfg:completed', 'db:failed', 'web:skipped']);
    expect(shopStatus('failed', jobs).components[2]).toMatchObject({ message: left.message });
    expect(summary('failed', [job('web', 'completed'), job('web', 'skipped', left)])).toContain('web:skipped');
    // Failed before anything was planned.
    expect(summary('failed')).toEqual(['cfg:skipped', 'db:skipped', 'web:skipped']);
  });

  test('R-11: a job that an earlier run or the cluster had done already leaves its component completed', () => {
    expect(summary('failed', [job('web', 'skipped'), job('web', 'completed')])).toContain('web:completed');
  });

  test('R-11: steps without components add no component', () => {
    const jobs = [job('', 'completed', { type: 'pause', objectKind: '', objectName: 'hold' }), job('web', 'completed')];
    expect(shopStatus('completed', jobs).components.map(({ name }) => name)).toEqual(['cfg', 'db', 'web']);
  });

  test('the worst job of a component speaks for it', () => {
    const order = ['failed', 'timeout', 'cancelled', 'running'] as const;
    for (const [index, worst] of order.entries()) {
      const jobs = (['completed', 'queued', ...order.slice(index)] as const).map((status) => job('web', status));
      expect(summary('running', jobs)).toContain(`web:${worst}`);
    }
  });

  test('a component with one job done and one still to come is not completed', () => {
    expect(summary('running', [job('web', 'completed'), job('web', 'queued')])).toContain('web:running');
    expect(summary('running', [job('web', 'skipped'), job('web', 'completed')])).toContain('web:completed');
  });

  test('the first error and the whole duration are shown, in seconds; the end only once there is one', () => {
    const jobs = [
      job('web', 'completed', { startedAt: 5_000, endedAt: 6_000 }),
      job('web', 'failed', { startedAt: 4_500, endedAt: 9_999, error: 'no such image' }),
      job('web', 'failed', { error: 'later' }),
      job('db', 'running', { startedAt: 7_000 }),
    ];
    const components = shopStatus('running', jobs).components;
    expect(components.find(({ name }) => name === 'web')).toEqual({
      name: 'web',
      type: 'webservice',
      status: 'failed',
      error: 'no such image',
      startTime: 4,
      endTime: 9,
    });
    expect(components.find(({ name }) => name === 'db')).toEqual({
      name: 'db',
      type: 'store',
      status: 'running',
      startTime: 7,
    });
  });

  test('a run whose document is gone still shows its jobs', () => {
    const { components, jobs } = statusWith('running', [job('ghost', 'running')]);
    expect(components).toMatchObject([{ name: 'ghost', type: 'deployment', status: 'running' }]);
    expect(jobs).toHaveLength(1);
  });

  test('the run names its application, its workflow and its revision', () => {
    expect(shopStatus('running')).toMatchObject({
      taskId: 't',
      appId: 'a',
      workflowId: 'w',
      workflowName: 'shop-workflow',
      type: 'workflow',
      revision: 3,
      startTime: 2,
    });
  });
});
