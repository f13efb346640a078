import { expect, it } from 'vitest';
import { stripControlCharacters } from './log-printer.ts';

it('what would steer a terminal is taken out, words stay', () => {
  expect(stripControlCharacters('\u001b[31mred\u001b[0m \u001b]0;title\u0007done\r\u0008\ttab')).toBe('red done\ttab');
});
