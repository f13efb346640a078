import type { WatchEvent } from '@kubemin/kubeapi';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWatchBatches } from './watch-lines.ts';

async function* chunksOf(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

async function read(...parts: readonly (string | Uint8Array)[]): Promise<readonly (readonly WatchEvent[])[]> {
  const batches: (readonly WatchEvent[])[] = [];
  const chunks = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  for await (const batch of parseWatchBatches(chunksOf(chunks))) batches.push(batch);
  return batches;
}

const line = (name: string, type = 'ADDED') => `${JSON.stringify({ type, object: { metadata: { name } } })}\n`;
const names = (batches: readonly (readonly WatchEvent[])[]) =>
  batches.map((batch) => batch.map(({ object }) => object.metadata.name));

test('the lines of one chunk form one batch', async () => {
  expect(names(await read(line('a') + line('b'), line('c')))).toEqual([['a', 'b'], ['c']]);
});

test('wherever the bytes are cut, even inside a character, the events are the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }),
      fc.array(fc.nat({ max: 500 })),
      async (given, cuts) => {
        const bytes = Buffer.from(given.map((name) => line(name)).join(''));
        const borders = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const parts = borders.slice(1).map((end, index) => bytes.subarray(borders[index], end));
        expect(names(await read(...parts)).flat()).toEqual(given);
      },
    ),
  );
});

test('half a line at the end of a cut stream is dropped', async () => {
  expect(names(await read(line('a'), line('b').slice(0, -5)))).toEqual([['a']]);
  expect(names(await read(line('a'), line('b').slice(0, -1)))).toEqual([['a']]);
});

test.each([
  ['no JSON', '{"type":', /not JSON/],
  ['no event', '{"kind":"Pod"}', /not a watch event/],
  ['an unknown type', '{"type":"CHANGED","object":{}}', /not a watch event/],
  ['null', 'null', /not a watch event/],
])('a line that is %s ends the stream with an ERROR after the good ones', async (_what, bad, message) => {
  const batches = await read(`${line('a')}${bad}\n${line('b')}`, line('c'));
  expect(batches).toHaveLength(1);
  expect(batches[0]).toMatchObject([
    { type: 'ADDED', object: { metadata: { name: 'a' } } },
    { type: 'ERROR', object: { kind: 'Status', code: 500, message: expect.stringMatching(message) } },
  ]);
});

test('empty lines are nothing', async () => {
  expect(names(await read('\n\r\n', `${line('a')}\n`))).toEqual([['a']]);
});

test('events are deep-frozen', async () => {
  const [[event] = []] = await read(line('a'));
  expect(Object.isFrozen(event?.object.metadata)).toBe(true);
});
