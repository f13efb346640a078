import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SeenLines } from './container-log.ts';
import { splitLines, stripControlCharacters } from './log-text.ts';

it('what would steer a terminal is taken out, words stay', () => {
  expect(stripControlCharacters('\u001b[31mred\u001b[0m \u001b]0;title\u0007done\r\u0008\ttab')).toBe('red done\ttab');
});

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

it('a log that breaks off anywhere is shown once, lines of one moment as often as they were written', () => {
  const line = fc.record({ time: fc.constantFrom('t1', 't2', 't3', 't4'), text: fc.constantFrom('a', 'b') });
  const log = fc
    .array(line)
    .map((lines) => lines.toSorted((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0)));
  fc.assert(
    fc.property(log, fc.array(fc.nat({ max: 12 })), (lines, breaks) => {
      const seen = new SeenLines();
      const shown = [...breaks, lines.length].flatMap((end) => {
        const { since = '' } = seen;
        seen.reopened();
        return lines
          .slice(0, end)
          .filter(({ time }) => time >= since)
          .filter((each) => seen.isNew(each));
      });
      expect(shown).toEqual(lines);
    }),
  );
});

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += size) yield bytes.subarray(start, start + size);
}
