import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SortedMap } from './sorted-map.ts';

const key = fc.string({ maxLength: 3 });
const step = fc.oneof(fc.tuple(fc.constant('set' as const), key), fc.tuple(fc.constant('delete' as const), key));
/** Short runs split and vanish all the time. */
const runLength = fc.constantFrom(1, 2, 5, 512);

it('behaves like a map whose keys are sorted, from any key on', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), key, runLength, (steps, from, length) => {
      const sorted = new SortedMap<number>(length);
      const model = new Map<string, number>();
      for (const [index, [kind, name]] of steps.entries()) {
        if (kind === 'set') {
          sorted.set(name, index);
          model.set(name, index);
        } else {
          sorted.delete(name);
          model.delete(name);
        }
      }
      const expected = [...model].sort(([a], [b]) => (a < b ? -1 : 1));
      expect([...sorted.entries()]).toEqual(expected);
      expect([...sorted.entries(from)]).toEqual(expected.filter(([name]) => name >= from));
      expect(sorted.countFrom(from)).toBe([...sorted.entries(from)].length);
      expect(sorted.size).toBe(model.size);
    }),
    { numRuns: 500 },
  );
});
