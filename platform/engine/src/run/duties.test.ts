import { expect, test } from 'vitest';
import { dutiesIn } from './duties.ts';

test.each([
  [1, true],
  [2, true],
  [3, false],
  [4, false],
  [5, false],
  [6, false],
])('W-10: with %i instances there is one that executes; the leader too: %s', (instances, leaderExecutes) => {
  const leader = dutiesIn({ leading: true, instances, newsTravels: true });
  const follower = dutiesIn({ leading: false, instances, newsTravels: true });
  expect(leader).toEqual({ dispatches: true, consumes: leaderExecutes, polls: false });
  expect(follower).toEqual({ dispatches: false, consumes: true, polls: false });
});

test.each([1, 2, 3, 4])('without news between %i instances each looks for work itself', (instances) => {
  for (const leading of [true, false]) expect(dutiesIn({ leading, instances, newsTravels: false }).polls).toBe(true);
});
