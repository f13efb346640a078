import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { parseJsonText } from './json-text.ts';

function parseError(text: string): ApiError {
  try {
    parseJsonText(text);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('the text was accepted');
}

test('broken JSON is refused with the line and column of the fault', () => {
  const refusal = parseError('{\n  "a": 1,\n  "b": ?\n}');
  expect(refusal.error).toBe('BODY_UNREADABLE');
  expect(refusal.problems?.[0]).toMatchObject({ code: 'INVALID_JSON', position: { line: 3, column: 8 } });
  expect(refusal.message).toContain('line 3, column 8');
});

test('JSON that simply stops is at fault at its end', () => {
  expect(parseError('{"a":\n[1,').problems?.[0]?.position).toEqual({ line: 2, column: 4 });
});

test('nothing but white space is no body, not a broken one', () => {
  expect(parseJsonText(' \n')).toBeUndefined();
});
