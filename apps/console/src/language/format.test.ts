import { expect, test } from 'vitest';
import { formatInstant, formatTime, languageName, momentFormat } from './format.ts';

const MOMENT = Date.parse('2026-01-31T23:30:05Z');

test('times are in the zone of the browser unless the reader chose UTC', () => {
  const utc = { language: 'en', timeZone: 'UTC' } as const;
  expect(formatInstant(MOMENT, utc)).toBe('Jan 31, 2026, 11:30:05 PM');
  expect(formatTime(MOMENT, utc)).toBe('23:30:05');
  expect(momentFormat({ ...utc, language: 'zh' }, { month: 'numeric', day: 'numeric' })(MOMENT)).toBe('1/31');
  const local = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hour12: false }).format(MOMENT);
  expect(formatTime(MOMENT, { language: 'en', timeZone: undefined })).toBe(local);
});

test('each language is named in itself', () => {
  expect([languageName('en'), languageName('zh')]).toEqual(['English', '中文']);
});
