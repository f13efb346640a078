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
