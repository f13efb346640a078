import { expect, test } from 'vitest';
import { translateTo } from '../language/language.ts';
import { createStyle } from '../style.ts';
import type { AnswerValue } from './answer.ts';
import { DefaultPrompter, type GivenAnswers, GivenPrompter } from './given-prompter.ts';
import type { Key } from './key.ts';
import type { Question } from './question.ts';
import { TerminalPrompter } from './terminal-prompter.ts';
import { describePrompter } from './test-support/describe-prompter.ts';
import { someQuestions } from './test-support/questions.ts';
import { toKeys } from './test-support/typed.ts';

const translate = translateTo('en');

function given(find: (question: Question) => unknown, ids: readonly string[] = []): GivenPrompter {
  const answers: GivenAnswers = { find, has: (id) => ids.some((each) => each === id || each.startsWith(`${id}.`)) };
  const refuse = ({ flag }: Question, problem: string) => new Error(`${flag}: ${problem}`);
  return new GivenPrompter({ answers, translate, refuse, otherwise: new DefaultPrompter(translate, missing) });
}

const missing = ({ flag }: Question): Error => new Error(`${flag} is missing`);

describePrompter('answers in a file', {
  answering: (answers) => given(({ id }) => answers[id]),
  refusal: (question, raw) => errorText(given(() => raw).ask(question)),
});

describePrompter('flags, whose values are texts', {
  answering: (answers) => given(({ id }) => flagText(answers[id])),
  refusal: (question, raw) => errorText(given(() => raw).ask(question)),
});

describePrompter('keystrokes', {
  answering: (answers) => atKeyboard((question) => keysFor(answers[question.id])).prompter,
  refusal: async (question, raw) => {
    const { prompter, drawn } = atKeyboard(() => `${raw}\r\u0003`);
    expect(await prompter.ask(question)).toEqual({ kind: 'cancel' });
    return drawn();
  },
});

test('a missing value without a default is reported by the name of its flag', async () => {
  expect(await errorText(given(() => undefined).ask(someQuestions.text))).toBe('--name is missing');
  expect(await errorText(given(() => undefined).ask(someQuestions.secret))).toBe('--set password is missing');
});

test('an answer to something that a question would open answers that question', async () => {
  const from = (...ids: readonly string[]) => given(() => undefined, ids);
  const another: Question = { ...someQuestions.confirm, default: false, opens: 'component.2' };
  expect(await from('component.2.image').ask(another)).toMatchObject({ value: true });
  expect(await from('component.21.image').ask(another)).toMatchObject({ value: false });
  const traits: Question = { ...someQuestions.multi, opens: 'component.1.traits' };
  expect(await from('component.1.traits.probes.1.type').ask(traits)).toMatchObject({ value: ['probes'] });
  const which: Question = { ...someQuestions.select, opens: 'part' };
  expect(await from('part.job.name').ask(which)).toMatchObject({ value: 'job' });
});

test('a choice that is none is refused with the choices there are', async () => {
  expect(await errorText(given(() => 'web').ask(someQuestions.select))).toBe(
    '--type: "web" is not one of: webservice, store, job.',
  );
  expect(await errorText(given(() => 'envs,prob').ask(someQuestions.multi))).toContain('"prob" is not one of');
  expect(await errorText(given(() => 'maybe').ask(someQuestions.confirm))).toContain('neither yes nor no');
});

test('an interruption, and the end of the input, stop the question that stands', async () => {
  const interruption = new AbortController();
  const { prompter } = atKeyboard(() => '', interruption.signal);
  const answer = prompter.ask(someQuestions.text);
  interruption.abort();
  expect(await answer).toEqual({ kind: 'cancel' });
  expect(await atKeyboard(() => undefined).prompter.ask(someQuestions.text)).toEqual({ kind: 'cancel' });
});

function flagText(value: AnswerValue | undefined): string | boolean | undefined {
  return Array.isArray(value)
    ? value.join(',')
    : value === undefined || typeof value === 'boolean'
      ? value
      : `${value}`;
}

async function errorText(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    (answer) => `no error, but ${JSON.stringify(answer)}`,
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );
}

/** What a person types to give an answer. */
function keysFor(value: AnswerValue | undefined): string {
  if (value === undefined) return '\r';
  if (typeof value === 'boolean') return `${value ? 'y' : 'n'}\r`;
  if (typeof value === 'string') return `${value}\r`;
  return `${value.map((each) => `${each} \u0015`).join('')}\r`;
}

/** A person who types this to each question; one who types undefined has gone. */
function atKeyboard(typing: (question: Question) => string | undefined, interrupted = new AbortController().signal) {
  let written = '';
  let keys: Key[] = [];
  let gone = false;
  const prompter = new TerminalPrompter({
    keyboard: {
      next: () => {
        const key = keys.shift();
        return key !== undefined || gone ? Promise.resolve(key) : new Promise(() => undefined);
      },
      close: () => undefined,
    },
    write: (text) => {
      written += text;
    },
    size: () => ({ columns: 80, rows: 24 }),
    onResize: () => () => undefined,
    style: createStyle(false),
    translate,
    interrupted,
  });
  return {
    prompter: {
      ask: (question: Question) => {
        const bytes = typing(question);
        gone = bytes === undefined;
        keys = [...toKeys(bytes ?? '')];
        return prompter.ask(question);
      },
    },
    drawn: () => written,
  };
}
