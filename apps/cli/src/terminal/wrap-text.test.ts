import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth } from './output/display-width.ts';
import { wrapText } from './wrap-text.ts';

test('English breaks at spaces, Chinese between characters, and punctuation clings to what it is about', () => {
  expect(wrapText('one two three four', 9)).toBe('one two\nthree\nfour');
  expect(wrapText('平台接口的监听地址。', 10)).toBe('平台接口的\n监听地址。');
  expect(wrapText('监听地址（默认）。', 10)).toBe('监听地址\n（默认）。');
  expect(wrapText('端口由 --bind-addr 给出', 12)).toBe('端口由\n--bind-addr\n给出');
});

test('no line is wider than the terminal, and nothing but spaces at breaks is lost', () => {
  const word = fc.oneof(fc.constantFrom('平台', '地址。', '（默认）', '、'), fc.stringMatching(/^[a-z]{1,8}$/));
  fc.assert(
    fc.property(fc.array(word), fc.integer({ min: 12, max: 60 }), (words, width) => {
      const text = words.join(' ');
      const wrapped = wrapText(text, width);
      for (const line of wrapped.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      expect(wrapped.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    }),
  );
});
