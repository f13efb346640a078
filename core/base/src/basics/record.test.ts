import { expect, test } from 'vitest';
import { ownEntry } from './record.ts';

test('a name is looked up among those the table was given', () => {
  const table = { FORBIDDEN: 'askForRole' };
  expect(ownEntry(table, 'FORBIDDEN')).toBe('askForRole');
  expect(ownEntry(table, 'OF_THE_FUTURE')).toBeUndefined();
  expect(ownEntry<unknown>(table, 'toString')).toBeUndefined();
});
