import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { detachKeys } from './container-session.ts';

async function typed(...parts: readonly string[]): Promise<{ readonly passed: string; readonly left: number }> {
  let left = 0;
  const keys = detachKeys(() => {
    left += 1;
  });
  const passed = await buffer(Readable.from(parts.map((part) => Buffer.from(part, 'latin1'))).pipe(keys));
  return { passed: passed.toString('latin1'), left };
}

test.each([
  ['other keys pass', ['ab', 'c'], 'abc', 0],
  ['the two keys leave, and what follows is not passed on', ['ab\x10\x11cd', 'ef'], 'ab', 1],
  ['they may come apart', ['a\x10', '\x11b'], 'a', 1],
  ['the first alone is passed on with the next key', ['a\x10', 'b'], 'a\x10b', 0],
  ['the first twice counts once', ['\x10\x10\x11'], '\x10', 1],
  ['the first at the end is not lost', ['a\x10'], 'a\x10', 0],
  ['the second alone passes', ['\x11a'], '\x11a', 0],
])('%s', async (_name, parts, passed, left) => {
  expect(await typed(...parts)).toEqual({ passed, left });
});
