import { expect, test } from 'vitest';
import { EMPTY_HISTORY, knownAttempts, readHistory } from './run-history.ts';
import { failedAttempt, instant, moment, testEvents, testJob, testTask } from './test-support/run-events.ts';

const queued = testJob({ id: 'a' });
const running = testJob({ id: 'a', status: 'running', attempt: 1, startedAt: instant(100) });

test('an attempt that failed ends when it is reported, and the next begins after the backoff', () => {
  const history = readHistory(
    testEvents(
      [0, { task: testTask({ status: 'queued' }) }],
      [50, { job: queued }],
      [110, { job: running }],
      [900, { job: { ...running, ...failedAttempt(1) } }],
      // The message of the failed attempt stays while the next one begins.
      [2_000, { job: { ...running, ...failedAttempt(1), attempt: 2 } }],
      [2_500, { job: { ...running, attempt: 2, message: 'starting' } }],
      [3_000, { job: { ...running, attempt: 2, status: 'completed', endedAt: instant(2_990) } }],
    ),
  );
  expect(history.queuedAt).toBe(moment(0));
  expect(history.attempts.get('a')).toMatchObject([
    { number: 1, from: moment(100), to: moment(900), state: 'failed' },
    { number: 2, from: moment(2_000), to: moment(2_990), state: 'completed' },
  ]);
});

test('a job that another instance resumes shows its first attempt as interrupted', () => {
  const history = readHistory(
    testEvents(
      [100, { job: running }],
      [500, { job: { ...running, status: 'queued', message: 'interrupted; will run again' } }],
      [4_500, { job: { ...running, attempt: 2 } }],
    ),
  );
  expect(history.attempts.get('a')).toMatchObject([
    { number: 1, to: moment(500), state: 'interrupted' },
    { number: 2, from: moment(4_500), state: 'running' },
  ]);
  expect(history.attempts.get('a')?.[1]?.to).toBeUndefined();
});

test('an attempt whose instance died without a report ends when the job is resumed', () => {
  const history = readHistory(testEvents([100, { job: running }], [4_500, { job: { ...running, attempt: 2 } }]));
  expect(history.attempts.get('a')).toMatchObject([
    { number: 1, to: moment(4_500), state: 'interrupted' },
    { number: 2, state: 'running' },
  ]);
});

test('a job without events has one attempt from its start to its end, and a kept one has none', () => {
  const done = testJob({ id: 'a', status: 'completed', attempt: 2, startedAt: instant(5), endedAt: instant(9) });
  expect(knownAttempts(done, EMPTY_HISTORY)).toMatchObject([{ number: 2, from: moment(5), to: moment(9) }]);
  expect(knownAttempts({ ...done, status: 'skipped' }, EMPTY_HISTORY)).toEqual([]);
});
