import { expect, test } from 'vitest';
import { StatementNames } from './postgres-session.ts';

test('a statement gets a name of its own when it comes again, and keeps it', () => {
  const names = new StatementNames();
  const [first, second] = ['a', 'b'].map((sql) => [names.of(sql), names.of(sql), names.of(sql)]);
  expect(first?.[0]).toBeUndefined();
  expect(first?.[1]).toBe(first?.[2]);
  expect(second?.[1]).toBe(second?.[2]);
  expect(second?.[1]).not.toBe(first?.[1]);
});

test('however many different statements come, a session keeps a limited number', () => {
  const names = new StatementNames();
  const given = new Set<string | undefined>();
  for (const round of [1, 2, 3]) {
    for (let index = 0; index < 5_000; index++) given.add(names.of(`select ${index}, ${round > 3}`));
  }
  expect(given.size).toBe(301);
});
