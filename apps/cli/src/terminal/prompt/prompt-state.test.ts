import fc from 'fast-check';
import { expect, test } from 'vitest';
import { promptMessages } from '../../messages/terminal.ts';
import { translateTo } from '../language/language.ts';
import type { Key } from './key.ts';
import { type PromptState, press, startPrompt } from './prompt-state.ts';
import type { Question } from './question.ts';
import { someQuestions } from './test-support/questions.ts';
import { command, toKeys } from './test-support/typed.ts';

const translate = translateTo('en');

const { text, port, secret, confirm, select, multi } = someQuestions;
const BACK = { kind: 'back' };
const CANCEL = { kind: 'cancel' };

function after(question: Question, keys: readonly Key[]): PromptState {
  return keys.reduce((state, key) => press(state, key, translate), startPrompt(question));
}

function answerTo(question: Question, bytes: string): unknown {
  const { outcome } = after(question, toKeys(bytes));
  return outcome?.kind === 'answer' ? outcome.value : outcome;
}

test('a line is what was typed, edited with the usual keys', () => {
  expect(answerTo(text, 'shop\r')).toBe('shop');
  expect(answerTo(text, 'shpo\u007f\u007fop\r')).toBe('shop');
  expect(answerTo(text, 'hop\u0001s\r')).toBe('shop');
  expect(answerTo(text, 'nonsense\u0015shop\r')).toBe('shop');
  expect(answerTo(text, 'my first\u0017shop\r')).toBe('my shop');
  expect(answerTo(text, 'shops\u001b[D\u001b[3~\r')).toBe('shop');
});

test('characters of several code points are erased as one', () => {
  expect(answerTo(text, '商店👩‍💻e\u0301\u007f\u007f\r')).toBe('商店');
});

test('an empty line means the default; once that was fetched to be changed, it means nothing', () => {
  expect(answerTo(port, '\r')).toBe('8080');
  expect(answerTo(port, '9\u007f\r')).toBe('8080');
  expect(answerTo(port, '\t1\r')).toBe('80801');
  expect(answerTo(port, '\t\u0015\r')).toBe('');
});

test('a required line is not accepted empty or against its check, and shows the reason', () => {
  expect(after(text, toKeys('\r'))).toMatchObject({ problem: promptMessages.required.message });
  const refused = after(text, toKeys('Shop\r'));
  expect(refused).toMatchObject({ problem: 'No capitals.' });
  expect(refused.outcome).toBeUndefined();
  expect(press(refused, command('backspace'), translate).problem).toBeUndefined();
});

test('a secret keeps its spaces', () => {
  expect(answerTo(secret, ' two translate \r')).toBe(' two translate ');
});

test('y and n only mark: the Enter after them belongs to this question', () => {
  expect(answerTo(confirm, 'n')).toBeUndefined();
  expect(answerTo(confirm, 'n\r')).toBe(false);
  expect(answerTo(confirm, 'ny\r')).toBe(true);
  expect(answerTo(confirm, '\t\r')).toBe(false);
  expect(answerTo(confirm, '\r')).toBe(true);
});

test('an option is found by arrows, round the ends, or by typing a part of its name', () => {
  expect(answerTo(select, '\u001b[B\r')).toBe('store');
  expect(answerTo(select, '\u001b[A\r')).toBe('job');
  expect(answerTo(select, 'STO\r')).toBe('store');
  expect(answerTo(select, '任\r')).toBe('job');
  expect(answerTo({ ...select, default: 'store' }, '\r')).toBe('store');
});

test('typing what no option has ends nothing', () => {
  expect(after(select, toKeys('zzz\r'))).toMatchObject({ problem: promptMessages.noMatch.message });
  expect(answerTo(select, 'zzz\r\u007f\u007f\u007fjob\r')).toBe('job');
});

test('ticks come and go, and are answered in the order of the options', () => {
  expect(answerTo(multi, '\u001b[B \u001b[A \r')).toEqual(['envs', 'probes']);
  expect(answerTo(multi, '  \r')).toEqual([]);
  expect(answerTo(multi, 'stor \u0015\r')).toEqual(['storage']);
  expect(answerTo({ ...multi, default: ['probes'] }, '\r')).toEqual(['probes']);
});

test.each(Object.entries(someQuestions))('%s: < and Escape go back, Ctrl-C stops', (_, question) => {
  expect(answerTo(question, '<')).toEqual(BACK);
  expect(after(question, [command('escape')]).outcome).toEqual(BACK);
  expect(answerTo(question, '\u0003')).toEqual(CANCEL);
});

test('a question that is left after a refused answer no longer shows the refusal', () => {
  const left = after(text, [command('return'), command('escape')]);
  expect(left.outcome).toEqual(BACK);
  expect(left.problem).toBeUndefined();
});

test('a < within a text is a character like any other', () => {
  expect(answerTo(text, 'a<b\r')).toBe('a<b');
  expect(answerTo(secret, 'p<w\r')).toBe('p<w');
});

const keys = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).map((each): Key => ({ kind: 'text', text: each })),
    fc
      .constantFrom('return', 'tab', 'left', 'right', 'up', 'down', 'home', 'end', 'backspace', 'delete')
      .map((name) => command(name)),
    fc
      .constantFrom('ctrl-a', 'ctrl-e', 'ctrl-u', 'ctrl-k', 'ctrl-w', 'escape', 'ctrl-c', 'f5')
      .map((name) => command(name)),
  ),
  { maxLength: 40 },
);
const question = fc.constantFrom<Question>(...Object.values(someQuestions));

test('whatever is pressed: an end is final, a problem and an end never stand together, an option is an option', () => {
  fc.assert(
    fc.property(question, keys, (asked, pressed) => {
      const state = after(asked, pressed);
      expect(state.problem !== undefined && state.outcome !== undefined).toBe(false);
      if (state.outcome !== undefined) expect(press(state, command('return'), translate)).toBe(state);
      if (state.outcome?.kind !== 'answer' || !('options' in asked)) return;
      const allowed = asked.options.map(({ value }) => value);
      expect(allowed).toEqual(expect.arrayContaining([state.outcome.value].flat()));
    }),
  );
});

test('a line holds every character typed, wherever the cursor went in between', () => {
  const moves = fc.constantFrom('left', 'right', 'home', 'end').map((name) => command(name));
  const letters = fc.constantFrom('a', 'é', '商', '👩‍💻').map((each): Key => ({ kind: 'text', text: each }));
  fc.assert(
    fc.property(fc.array(fc.oneof(moves, letters)), (pressed) => {
      const state = after({ ...text, check: () => undefined }, pressed);
      const typed = pressed.flatMap((key) => (key.kind === 'text' ? [key.text] : []));
      const held = state.kind === 'text' ? Array.from(state.line.before + state.line.after) : [];
      expect(held.toSorted()).toEqual(typed.flatMap((each) => Array.from(each)).toSorted());
    }),
  );
});
