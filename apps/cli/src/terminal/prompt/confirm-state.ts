import type { Answer } from './answer.ts';
import type { Key } from './key.ts';
import type { ConfirmQuestion } from './question.ts';

/** A yes or no, and which of the two is marked. */
export interface ConfirmState {
  readonly kind: 'confirm';
  readonly question: ConfirmQuestion;
  readonly yes: boolean;
}

/** The default is marked. */
export function startConfirm(question: ConfirmQuestion): ConfirmState {
  return { kind: 'confirm', question, yes: question.default };
}

type Mark = (yes: boolean) => boolean;

const MARKS: ReadonlyMap<string, Mark> = new Map<string, Mark>([
  ['y', () => true],
  ['n', () => false],
  ['left', () => true],
  ['right', () => false],
  ['up', () => true],
  ['down', () => false],
  ['tab', (yes) => !yes],
  [' ', (yes) => !yes],
]);

/**
 * What a key does. A letter only marks: who types `y` and Enter, as elsewhere, must not answer the next question with
 * that Enter.
 */
export function pressInConfirm(state: ConfirmState, key: Key): ConfirmState & { readonly outcome?: Answer } {
  if (key.kind === 'command' && key.name === 'return') {
    return { ...state, outcome: { kind: 'answer', value: state.yes, by: 'person' } };
  }
  const mark = MARKS.get(key.kind === 'text' ? key.text.toLowerCase() : key.name);
  return mark === undefined ? state : { ...state, yes: mark(state.yes) };
}
