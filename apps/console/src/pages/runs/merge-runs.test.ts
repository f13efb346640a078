import { expect, test } from 'vitest';
import { mergeRuns } from './merge-runs.ts';
import { testTask } from './test-support/run-events.ts';

const run = (number: number, fields = {}) => testTask({ id: `run-${number}`, number, ...fields });

test('rows are replaced in place, each run is there once, and what started meanwhile waits to be shown', () => {
  const known = [run(3), run(2), run(1, { status: 'completed', version: 9 })];
  const newest = [run(5), run(4), run(3, { status: 'completed', version: 2 }), run(2)];
  const fresh = new Map([...newest, run(1)].map((task) => [task.id, task]));
  const shown = (top: number) =>
    mergeRuns(known, newest, fresh, top).map(({ number, status }) => `${number} ${status}`);
  expect(shown(3)).toEqual(['3 completed', '2 running', '1 completed']);
  expect(shown(5)).toEqual(['5 running', '4 running', '3 completed', '2 running', '1 completed']);
});
