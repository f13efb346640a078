import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth, graphemes, padDisplay } from './display-width.ts';

test('Chinese characters and full-width signs take two columns, colours and accents none', () => {
  expect(displayWidth('已完成')).toBe(6);
  expect(displayWidth('(a)')).toBe(3);
  expect(displayWidth('\uff08a\uff09')).toBe(5);
  expect(displayWidth('\u001b[32m✓\u001b[39m ok')).toBe(4);
  expect(displayWidth('e\u0301')).toBe(1);
  expect(displayWidth('𠀀')).toBe(2);
});

test('padding fills exactly to the column asked for, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, width) => {
      expect(displayWidth(padDisplay(text, width))).toBe(Math.max(width, displayWidth(text)));
    }),
  );
});

test('the fast path splits a text like the Unicode segmenter', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const below = fc.integer({ min: 0x20, max: 0xd7ff }).map((code) => String.fromCodePoint(code));
  const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: below }));
  fc.assert(
    fc.property(texts, (text) => {
      expect(graphemes(text)).toEqual(Array.from(segmenter.segment(text), ({ segment }) => segment));
    }),
    { numRuns: 2_000 },
  );
});
