import { expect, it } from 'vitest';
import type { CacheEvent } from './cache-event.ts';
import { History } from './history.ts';

function event(revision: number): CacheEvent {
  return { kind: 'put', revision, object: { apiVersion: 'v1', kind: 'X', metadata: {} }, previous: undefined };
}

function revisionsAfter(history: History, revision: number): readonly number[] {
  return history.after(revision).map((kept) => kept.revision);
}

it('keeps the newest events and reports where history begins', () => {
  const history = new History(1, { maxEvents: 3 });
  for (const revision of [2, 5, 7, 8, 12]) history.add(event(revision));
  expect(history.start).toBe(5);
  expect(revisionsAfter(history, 5)).toEqual([7, 8, 12]);
  expect(revisionsAfter(history, 7)).toEqual([8, 12]);
  expect(revisionsAfter(history, 12)).toEqual([]);
});

it('trims up to a revision, also between and beyond its events', () => {
  const history = new History(1, { maxEvents: 100 });
  for (const revision of [2, 5, 7]) history.add(event(revision));
  history.trim(6);
  expect([history.start, revisionsAfter(history, 6)]).toEqual([6, [7]]);
  history.trim(50);
  expect([history.start, revisionsAfter(history, 50)]).toEqual([50, []]);
});

it('stays correct over many additions', () => {
  const history = new History(0, { maxEvents: 10 });
  for (let revision = 1; revision <= 10_000; revision += 1) history.add(event(revision));
  expect(revisionsAfter(history, history.start)).toEqual(Array.from({ length: 10 }, (_, index) => 9991 + index));
});
