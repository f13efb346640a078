import { expect, it } from 'vitest';
import { Warnings } from './warnings.ts';

function warningHeader(...texts: readonly string[]): readonly string[] {
  const warnings = new Warnings();
  for (const text of texts) warnings.add(text);
  return warnings.headerValues();
}

it('each warning is sent once, quoted', () => {
  expect(warningHeader('unknown field "spec.a"', 'b \\', 'unknown field "spec.a"')).toEqual([
    '299 - "unknown field \\"spec.a\\""',
    '299 - "b \\\\"',
  ]);
});

it('nothing in a warning can end the header, and other alphabets arrive as UTF-8', () => {
  const [value = ''] = warningHeader('a\r\nSet-Cookie: x\u0000 é 字');
  expect(value).toMatch(/^[\x20-\x7e\x80-\xff]*$/);
  expect(Buffer.from(value, 'latin1').toString()).toBe('299 - "aSet-Cookie: x é 字"');
});

it('many and long warnings are cut', () => {
  const values = warningHeader(...Array.from({ length: 200 }, (_, n) => `${n} ${'x'.repeat(1000)}`));
  expect(values.join('').length).toBeLessThan(6000);
  expect(values.length).toBeGreaterThan(4);
});
