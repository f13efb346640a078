import { expect, test } from 'vitest';
import { firstTop, hasGap, mergeRuns } from './merge-runs.ts';
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

test('a list whose first page was empty shows what starts later, and one with runs offers it', () => {
  const newest = [run(8), run(7)];
  const shown = (firstPage: readonly ReturnType<typeof run>[]) =>
    mergeRuns(firstPage, newest, new Map(), firstTop(firstPage) ?? 0).map(({ number }) => number);
  expect(shown([])).toEqual([8, 7]);
  expect(shown([run(7)])).toEqual([7]);
  expect(firstTop(undefined)).toBeUndefined();
});

test('runs that started faster than the newest are read leave a gap to the known ones', () => {
  const newest = [run(9), run(8), run(7)];
  expect(hasGap([run(5)], newest, 3)).toBe(true);
  expect(hasGap([], newest, 3)).toBe(true);
  expect(hasGap([run(7)], newest, 3)).toBe(false);
  // All there are.
  expect(hasGap([run(5)], newest, 50)).toBe(false);
});
