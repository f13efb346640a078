import { expect, test } from 'vitest';
import { statusPatch } from './pod-status.ts';

const WAITS = {
  type: 'Ready',
  status: 'False',
  reason: 'ContainersNotReady',
  message: 'containers with unready status',
};

test('a condition that holds now does not keep the reason why it did not', () => {
  const ready = { type: 'Ready', status: 'True' };
  expect(statusPatch({ conditions: [WAITS] }, { phase: 'Running', conditions: [ready] })).toEqual({
    phase: 'Running',
    conditions: [{ ...ready, reason: null, message: null }],
  });
});

test('fields that were not set are not removed, and conditions of others are left alone', () => {
  const gate = { type: 'example.com/gate', status: 'False', reason: 'Closed' };
  expect(statusPatch({ conditions: [gate] }, { conditions: [WAITS] })).toEqual({ conditions: [WAITS] });
  expect(statusPatch(undefined, { conditions: [WAITS] })).toEqual({ conditions: [WAITS] });
  expect(statusPatch({ conditions: [WAITS] }, { phase: 'Failed' })).toEqual({ phase: 'Failed' });
});

test('what was reported last is taken back, also while the API server is not seen to have it', () => {
  const ready = { type: 'Ready', status: 'True' };
  const resize = { type: 'PodResizeInProgress', status: 'True' };
  const reported = { reason: 'Evicted', conditions: [WAITS, resize] };
  expect(statusPatch({ conditions: [ready] }, { phase: 'Running', conditions: [ready] }, reported)).toEqual({
    ...{ phase: 'Running', reason: null },
    conditions: [
      { ...ready, reason: null, message: null },
      { type: 'PodResizeInProgress', $patch: 'delete' },
    ],
  });
});
