import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countKeys, formatCheckpoint, resumeWalk } from './database-walk.ts';

const checkpoint = fc.record({
  runId: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 1, maxLength: 40 }),
  // Cursors are unsigned 64-bit numbers, more than a number holds.
  cursor: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
  keys: fc.nat(),
});

test('a walk goes on where it was stored', () => {
  fc.assert(
    fc.property(checkpoint, (stored) => {
      expect(resumeWalk(formatCheckpoint(stored), stored.runId)).toEqual({ ...stored, restarted: false });
    }),
  );
});

test('a walk starts again when the server was restarted, and reports it', () => {
  fc.assert(
    fc.property(checkpoint, (stored) => {
      const start = resumeWalk(formatCheckpoint(stored), `${stored.runId}0`);
      expect(start).toEqual({ runId: `${stored.runId}0`, cursor: '0', keys: 0, restarted: true });
    }),
  );
});

test('a walk that has not begun starts at the first key, and has not been interrupted', () => {
  expect(resumeWalk(undefined, 'a')).toEqual({ runId: 'a', cursor: '0', keys: 0, restarted: false });
});

test('keys of all walks are added up', () => {
  expect(countKeys([undefined, 'a:0:12', 'a:17:30'])).toBe(42);
});
