import fc from 'fast-check';
import { expect, test } from 'vitest';
import { translateTo } from '../language/language.ts';
import { displayWidth } from '../output/display-width.ts';
import type { Span } from './flow.ts';
import { type Frame, render, renderOutcome, type Size } from './frame.ts';
import { type PromptState, press, startPrompt } from './prompt-state.ts';
import type { Question } from './question.ts';
import { someQuestions } from './test-support/questions.ts';
import { toKeys } from './test-support/typed.ts';

const translate = translateTo('en');

const WIDE: Size = { columns: 80, rows: 24 };
const { text, port, secret, select, multi } = someQuestions;

function typed(question: Question, bytes: string): PromptState {
  return toKeys(bytes).reduce((state, key) => press(state, key, translate), startPrompt(question));
}

const plain = (line: readonly Span[]): string => line.map((span) => span.text).join('');
const drawn = (frame: Frame): readonly string[] => frame.lines.map(plain);

test('a line of text stands behind its question, and the cursor behind the text', () => {
  const frame = render(typed(text, 'shop'), WIDE, translate);
  expect(drawn(frame)).toEqual(['? App name › shop', '  Enter next · < back · Ctrl-C stop']);
  expect(frame.cursor).toEqual({ row: 0, column: 17 });
});

test('a default is shown until something is typed, with the cursor before it', () => {
  expect(render(typed(port, ''), WIDE, translate)).toMatchObject({ cursor: { row: 0, column: 9 } });
  expect(drawn(render(typed(port, ''), WIDE, translate))[0]).toBe('? Port › 8080');
  expect(drawn(render(typed(port, '9'), WIDE, translate))[0]).toBe('? Port › 9');
});

test('a secret is never drawn, not while typed and not afterwards', () => {
  expect(drawn(render(typed(secret, 'hunter2'), WIDE, translate))[0]).toBe('? Password › •••••••');
  expect(plain(renderOutcome(typed(secret, 'hunter2\r'), WIDE, translate))).toBe('✓ Password  ••••••••');
});

test('options are aligned by what they take on the screen, the marked one pointed at', () => {
  expect(drawn(render(typed(select, '\u001b[B'), WIDE, translate)).slice(1, 4)).toEqual([
    '  Web service  Stateless.',
    '❯ Store        Keeps data.',
    '  任务         运行到结束。',
  ]);
  expect(drawn(render(typed(multi, ' '), WIDE, translate)).slice(1, 3)).toEqual(['❯ ◉ envs', '  ○ probes']);
});

test('in a narrow terminal lines wrap between translate and Chinese characters, and options are cut', () => {
  const asked: Question = { ...select, message: 'Which type of component is it', help: '供其他组件读取的配置。' };
  expect(drawn(render(typed(asked, ''), { columns: 20, rows: 24 }, translateTo('zh'))).slice(0, 5)).toEqual([
    '? Which type of ',
    'component is it › ',
    '❯ Web service  Sta…',
    '  Store        Kee…',
    '  任务         运…',
  ]);
});

test('a long list shows the part around the marked option', () => {
  const options = Array.from({ length: 50 }, (_, index) => ({ value: `o${index}`, label: `option ${index}` }));
  const lines = drawn(render(typed({ ...select, options, default: 'o30' }, ''), { columns: 80, rows: 10 }, translate));
  expect(lines.length).toBeLessThan(10);
  expect(lines).toContain('❯ option 30');
});

test('the line that remains shows the answer, or that there was none', () => {
  expect(plain(renderOutcome(typed(select, '\r'), WIDE, translate))).toBe('✓ Type  webservice');
  expect(plain(renderOutcome(typed(multi, '\r'), WIDE, translate))).toBe('✓ Traits  none');
  expect(plain(renderOutcome(typed(text, '\u0003'), WIDE, translate))).toBe('✗ App name');
});

test('whatever is asked and typed, in whatever size: no line is too wide, none too many, the cursor is on one of them', () => {
  const anything = fc.string({ unit: fc.constantFrom('a', ' ', '商', '👩‍💻', 'é', '-'), maxLength: 120 });
  const asked = fc.tuple(fc.constantFrom<Question>(...Object.values(someQuestions)), anything, anything);
  const size = fc.record({ columns: fc.integer({ min: 8, max: 100 }), rows: fc.integer({ min: 2, max: 30 }) });
  fc.assert(
    fc.property(
      asked,
      anything,
      size,
      fc.constantFrom('en', 'zh'),
      ([question, message, help], typing, at, language) => {
        const state = typed({ ...question, message, help }, typing);
        const { lines, cursor } = render(state, at, translateTo(language));
        for (const line of [...lines, renderOutcome(state, at, translateTo(language))]) {
          expect(displayWidth(plain(line))).toBeLessThan(at.columns);
        }
        expect(lines.length).toBeLessThan(Math.max(2, at.rows));
        expect(cursor.row).toBeLessThan(lines.length);
        expect(cursor.column).toBeLessThan(at.columns);
      },
    ),
  );
});
