import { expect, test } from 'vitest';
import { once } from './once.ts';

test('nothing is made before it is asked for, and undefined counts as made', () => {
  let made = 0;
  const value = once(() => {
    made += 1;
  });
  expect(made).toBe(0);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(made).toBe(1);
});

test('what could not be made is tried again', () => {
  const results = [() => 'there', () => expect.fail('away')];
  const value = once(() => results.pop()?.());
  expect(value).toThrow('away');
  expect(value()).toBe('there');
});
