import { expect, test } from 'vitest';
import { signalNumber } from './process-identity.ts';

test.each([
  ['SIGQUIT', 3],
  ['quit', 3],
  ['9', 9],
  ['SIGRTMIN+3', 37],
  ['RTMAX-1', 63],
  ['', 15],
  ['SIGNOTHING', 15],
  ['99', 15],
])('stop signal %j is number %d', (name, number) => {
  expect(signalNumber(name)).toBe(number);
});
