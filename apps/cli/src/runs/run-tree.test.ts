import type { Job, JobStatus } from '@kubemin/client';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { translateTo } from '../terminal/language/language.ts';
import { displayWidth } from '../terminal/output/display-width.ts';
import { createStyle } from '../terminal/style.ts';
import { runTree, visibleTree } from './run-tree.ts';
import { applyRunEvent, emptyRunView, type RunView } from './run-view.ts';

const at = (seconds: number): string => new Date(seconds * 1000).toISOString();

function job(index: number, given: Partial<Job> = {}): Job {
  return {
    id: `job-${index}`,
    taskId: 't',
    step: `step-${index}`,
    stepIndex: index,
    bucket: 10,
    component: `component-${index}`,
    type: 'deployment_deploy',
    objectKind: 'Deployment',
    objectName: `deploy-${index}`,
    namespace: 'default',
    status: 'queued',
    attempt: 1,
    ...given,
  };
}

function createView(jobs: readonly Job[]): RunView {
  return jobs.reduce(
    (view, each, sequence) =>
      applyRunEvent(view, { taskId: 't', number: 7, sequence, time: at(sequence), kind: 'job', job: each }),
    emptyRunView,
  );
}

const plain = { style: createStyle(false), translate: translateTo('en'), now: 5_000 };

test('a narrow terminal gets more lines instead of less: what is waited for can be read to its end', () => {
  const waiting = job(0, {
    step: '数据库',
    component: 'mysql',
    status: 'running',
    startedAt: at(1),
    attempt: 2,
    message: 'created, 0 of 1 ready: the image is being pulled',
  });
  expect(runTree(createView([waiting]), { ...plain, width: 40 })).toEqual([
    '● 数据库  mysql  4.0s (retry 1)',
    '    Deployment ●',
    '    created, 0 of 1 ready: the image is',
    '    being pulled',
  ]);
  expect(runTree(createView([waiting]), { ...plain, width: 100 })).toEqual([
    '● 数据库  mysql  Deployment ●  created, 0 of 1 ready: the image is being pulled  4.0s (retry 1)',
  ]);
});

test('in a low terminal what is over makes room for what is under way', () => {
  const states: readonly JobStatus[] = ['completed', 'completed', 'running', 'queued'];
  const view = createView(states.map((status, index) => job(index, { status })));
  expect(visibleTree(view, { ...plain, width: 80, height: 3 })).toEqual([
    '… 2 more',
    '● step-2  component-2  Deployment ●',
    '· step-3  component-3  Deployment ·',
  ]);
});

describe('of any run in any terminal', () => {
  const text = fc.oneof(fc.string({ maxLength: 60 }), fc.constantFrom('数据库正在启动，请稍候', '👩‍👩‍👧 ready', ''));
  const jobs = fc.array(
    fc.record({
      stepIndex: fc.nat(5),
      component: text,
      step: text,
      message: text,
      status: fc.constantFrom<JobStatus>('queued', 'running', 'completed', 'failed', 'cancelled', 'skipped'),
      attempt: fc.nat(4),
    }),
    { minLength: 1, maxLength: 12 },
  );
  const size = fc.record({ width: fc.integer({ min: 60, max: 200 }), height: fc.integer({ min: 1, max: 30 }) });

  test('the tree has no more lines than there are rows', () => {
    fc.assert(
      fc.property(jobs, size, (given, { width, height }) => {
        const view = createView(given.map((each, index) => job(index, each)));
        expect(visibleTree(view, { ...plain, width, height }).length).toBeLessThanOrEqual(height);
      }),
    );
  });

  test('what is waited for is never wider than the terminal', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 40, max: 120 }), (message, width) => {
        const view = createView([job(0, { status: 'running', startedAt: at(1), message })]);
        for (const line of runTree(view, { ...plain, width })) {
          expect(displayWidth(line)).toBeLessThan(width);
          expect(line).not.toMatch(/\p{Cc}/u);
        }
      }),
    );
  });
});
