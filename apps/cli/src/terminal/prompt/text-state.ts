import type { Translate } from '../language/language.ts';
import type { Answer } from './answer.ts';
import type { Key } from './key.ts';
import type { SecretQuestion, TextQuestion } from './question.ts';
import { readAnswer } from './read-answer.ts';
import { EMPTY_LINE, edited, lineText, type TextLine } from './text-line.ts';

/** A line of text, shown or hidden, being typed. */
export interface TextState {
  readonly kind: 'text';
  readonly question: TextQuestion | SecretQuestion;
  readonly line: TextLine;
  /** The default was fetched into the line to be changed: now an empty line means nothing, not the default. */
  readonly fetched: boolean;
}

interface Over {
  readonly problem?: string;
  readonly outcome?: Answer;
}

/** An empty line. */
export function startText(question: TextQuestion | SecretQuestion): TextState {
  return { kind: 'text', question, line: EMPTY_LINE, fetched: false };
}

/** What a key does to the line. */
export function pressInText(state: TextState, key: Key, translate: Translate): TextState & Over {
  if (key.kind === 'command' && key.name === 'return') return submitted(state, translate);
  if (key.kind === 'command' && key.name === 'tab') return fetchedDefault(state);
  return { ...state, line: edited(state.line, key) };
}

function submitted(state: TextState, translate: Translate): TextState & Over {
  const reading = readAnswer(asked(state), lineText(state.line), translate);
  return reading.kind === 'read'
    ? { ...state, outcome: { kind: 'answer', value: reading.value, by: 'person' } }
    : { ...state, problem: reading.problem };
}

function asked({ question, fetched }: TextState): TextQuestion | SecretQuestion {
  if (!fetched || question.kind === 'secret') return question;
  const { default: _, ...withoutDefault } = question;
  return withoutDefault;
}

function fetchedDefault(state: TextState): TextState {
  const { question, line } = state;
  if (question.kind === 'secret' || question.default === undefined || lineText(line) !== '') return state;
  return { ...state, line: { before: question.default, after: '' }, fetched: true };
}
