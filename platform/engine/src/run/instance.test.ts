import { expect, test } from 'vitest';
import { decideDuties } from './instance.ts';

test.each([
  [1, true],
  [2, true],
  [3, false],
  [4, false],
  [5, false],
  [6, false],
])('W-10: with %i instances there is one that executes; the leader too: %s', (instances, leaderExecutes) => {
  const leader = decideDuties({ leading: true, instances, announcesToOthers: true });
  const follower = decideDuties({ leading: false, instances, announcesToOthers: true });
  expect(leader).toEqual({ dispatches: true, consumes: leaderExecutes, polls: false });
  expect(follower).toEqual({ dispatches: false, consumes: true, polls: false });
});

test.each([1, 2, 3, 4])('without announcements between %i instances each polls', (instances) => {
  for (const leading of [true, false])
    expect(decideDuties({ leading, instances, announcesToOthers: false }).polls).toBe(true);
});
