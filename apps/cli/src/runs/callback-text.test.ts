import type { Callback } from '@kubemin/client';
import { expect, test } from 'vitest';
import { translateTo } from '../terminal/language/language.ts';
import { callbackLines } from './callback-text.ts';

const origin = 'https://ci.example.com';
const startedAt = '2026-01-01T00:00:00.000Z';
const lines = (callback: Omit<Callback, 'origin'>) => callbackLines({ origin, ...callback }, translateTo('en'));

test('each attempt of a callback is a line, and so is what follows', () => {
  expect(callbackLines(undefined, translateTo('en'))).toEqual([]);
  expect(lines({ status: 'open', attempts: [] })).toEqual([`callback to ${origin}: waits for the end of the run`]);
  const lost = { number: 1, startedAt };
  const failed = { number: 2, startedAt, endedAt: startedAt, status: 503, error: 'the receiver returned status 503' };
  expect(lines({ status: 'open', attempts: [lost, failed], nextAt: '2026-01-01T00:00:02.000Z' })).toEqual([
    `callback: attempt 1 to ${origin}: no outcome, its instance died`,
    `callback: attempt 2 to ${origin}: the receiver returned status 503`,
    `callback to ${origin}: next attempt at 2026-01-01T00:00:02.000Z`,
  ]);
  expect(lines({ status: 'open', attempts: [lost] })).toEqual([`callback: attempt 1 to ${origin}: no outcome yet`]);
  expect(lines({ status: 'failed', attempts: [failed] }).at(-1)).toBe(
    `callback to ${origin}: not delivered, no further attempts`,
  );
});
