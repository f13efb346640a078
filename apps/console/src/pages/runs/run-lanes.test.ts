import { expect, test } from 'vitest';
import { EMPTY_HISTORY, readHistory } from './run-history.ts';
import { activeLane, layoutRunLanes } from './run-lanes.ts';
import { instant, testEvents, testJob, testTask } from './test-support/run-events.ts';

const document = {
  component: [
    { name: 'settings', type: 'config' },
    { name: 'web', type: 'webservice', image: 'web:1' },
    { name: 'api', type: 'webservice', image: 'api:1' },
    { name: 'left', type: 'webservice', image: 'left:1' },
  ],
  workflow: [
    { name: 'first', components: ['settings'] },
    { name: 'gate', jobType: 'approval' },
    { name: 'second', mode: 'DAG', components: ['web', 'api'] },
  ],
};
const done = { status: 'completed', attempt: 1, startedAt: instant(0), endedAt: instant(10) } as const;

test('the lanes of a run are the steps of its document; a component that no step delivers is not there', () => {
  const jobs = [
    testJob({ id: 'a', step: 'first', component: 'settings', objectKind: 'ConfigMap', ...done }),
    testJob({ id: 'b', step: 'gate', stepIndex: 1, component: '', objectKind: '', objectName: 'gate', ...done }),
    testJob({ id: 'c', step: 'second', stepIndex: 2, component: 'web', ...done }),
    testJob({ id: 'd', step: 'second', stepIndex: 2, component: 'web', objectKind: 'Service' }),
    testJob({ id: 'e', step: 'clean', stepIndex: 3, component: 'old', type: 'prune', objectName: 'old' }),
  ];
  const lanes = layoutRunLanes({ document, jobs, history: EMPTY_HISTORY });
  expect(
    lanes.map(({ name, isSequential, state, done: count, cards }) => [
      `${name} ${isSequential ? 'sequential' : 'parallel'} ${state} ${count}/${cards.length}`,
      ...cards.map((card) => `${card.name} ${card.state} ${card.jobs.length}`),
    ]),
  ).toEqual([
    ['first sequential completed 1/1', 'settings completed 1'],
    ['gate sequential completed 1/1', 'gate completed 1'],
    ['second parallel running 0/2', 'web running 2', 'api waiting 0'],
    ['clean sequential waiting 0/1', 'old Deployment waiting 1'],
  ]);
  expect(activeLane(lanes)?.name).toBe('second');
});

test('before its plan is stored, a run shows its document; what an earlier run has done is kept', () => {
  const lanes = layoutRunLanes({ document, jobs: [], history: EMPTY_HISTORY });
  expect(lanes.map(({ name, state }) => `${name} ${state}`)).toEqual(['first waiting', 'second waiting']);
  const history = readHistory(testEvents([100, { task: testTask({ retryOf: 'before', createdAt: instant(100) }) }]));
  const jobs = [testJob({ id: 'a', step: 'first', component: 'settings', ...done, attempt: 0 })];
  expect(layoutRunLanes({ document, jobs, history })[0]).toMatchObject({ state: 'skipped', done: 1 });
});
