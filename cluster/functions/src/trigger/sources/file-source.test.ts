import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffFiles, type FileMark, isEditorFile } from './file-source.ts';

test.each(['a.swp', '.a.swp', '.a.swx', 'dir/.a.swo', 'a~', '4913', 'dir/4913', '.#a', '#a#'])(
  '%s is of an editor',
  (path) => {
    expect(isEditorFile(path)).toBe(true);
  },
);

test.each(['a', 'swp', 'a.swap', '4913.txt', '14913', 'a~b', '#a'])('%s is not of an editor', (path) => {
  expect(isEditorFile(path)).toBe(false);
});

test('the differences lead from one state to the other', () => {
  const mark = fc.record({
    modified: fc.integer({ min: 0, max: 2 }),
    size: fc.integer({ min: 0, max: 2 }),
    hash: fc.constantFrom('a', 'b'),
  });
  const marks = fc
    .dictionary(fc.constantFrom('x', 'y', 'z', '__proto__'), mark)
    .map((files) => new Map(Object.entries(files)));
  fc.assert(
    fc.property(marks, marks, (before, after) => {
      const state = new Map<string, FileMark>(before);
      for (const change of diffFiles(before, after)) {
        expect(state.has(change.path)).toBe(change.kind !== 'created');
        if (change.kind === 'deleted') state.delete(change.path);
        else state.set(change.path, change.mark);
      }
      expect(state).toEqual(after);
      expect(diffFiles(after, after)).toEqual([]);
    }),
  );
});
