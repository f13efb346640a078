import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKubeClient } from '../client/index.ts';
import { readContainerLog, splitLines } from './container-log.ts';
import { LogPosition } from './log-position.ts';

it('lines are whole however their bytes come, characters of several bytes as well', async () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' '));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1 }), fc.integer({ min: 1, max: 7 }), async (lines, size) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
      const read: string[] = [];
      for await (const text of splitLines(cut(bytes, size))) read.push(text);
      expect(read).toEqual(lines);
    }),
  );
});

it('a line without an end is cut, and takes no more memory than that', async () => {
  const read: string[] = [];
  for await (const text of splitLines(cut(Buffer.from(`${'x'.repeat(1_000_000)}\nnext\n`), 10_000))) read.push(text);
  expect(read.map(({ length }) => length)).toEqual([65_536, 4]);
});

it('times of any zone and precision sort as texts; a line without one is whole', async () => {
  const client = createKubeClient(async () => ({
    kind: 'stream',
    status: 200,
    headers: {},
    body: cut(
      Buffer.from(
        '2026-01-01T01:00:00.5+01:00 a\n2026-01-01T00:00:00.500000001Z b c\n2026-01-01T00:00:01Z\nno time here\n',
      ),
      9,
    ),
  }));
  const lines = [];
  const name = { namespace: 'default', pod: 'web', container: 'main' };
  for await (const line of readContainerLog(client, name, {}, new AbortController().signal)) lines.push(line);
  expect(lines).toEqual([
    { time: '2026-01-01T00:00:00.500000000Z', text: 'a' },
    { time: '2026-01-01T00:00:00.500000001Z', text: 'b c' },
    { time: '2026-01-01T00:00:01.000000000Z', text: '' },
    { time: '', text: 'no time here' },
  ]);
});

const line = fc.record({ time: fc.constantFrom('t1', 't2', 't3', 't4'), text: fc.constantFrom('a', 'b') });
const log = fc
  .array(line)
  .map((lines) => lines.toSorted((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0)));

it('a log that breaks off anywhere is read once, also by another reader that has the mark', () => {
  fc.assert(
    fc.property(log, fc.array(fc.tuple(fc.nat({ max: 12 }), fc.boolean())), (lines, breaks) => {
      let position = new LogPosition();
      const shown = [...breaks, [lines.length, false] as const].flatMap(([end, moves]) => {
        const { mark } = position;
        if (moves) position = new LogPosition({ mark });
        position.reopened();
        return lines
          .slice(0, end)
          .filter(({ time }) => time >= (mark?.time ?? ''))
          .filter((each) => position.isNew(each));
      });
      expect(shown).toEqual(lines);
    }),
  );
});

it('a log that is opened by its last lines repeats none of them', () => {
  fc.assert(
    fc.property(log, fc.integer({ min: 1, max: 5 }), (lines, tail) => {
      const position = new LogPosition({ fromEnd: true });
      const first = lines.slice(-tail).filter((each) => position.isNew(each));
      expect(first).toEqual(lines.slice(-tail));
      const resumed = new LogPosition({ mark: position.mark, fromEnd: true });
      resumed.reopened();
      const later = [...lines, { time: 't5', text: 'new' }];
      const since = position.mark?.time ?? '';
      const rest = later.filter(({ time }) => time >= since).filter((each) => resumed.isNew(each));
      expect(lines.length === 0 ? rest.slice(-1) : rest).toEqual([{ time: 't5', text: 'new' }]);
    }),
  );
});

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += size) yield bytes.subarray(start, start + size);
}
