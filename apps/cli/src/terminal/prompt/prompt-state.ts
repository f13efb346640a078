import type { Translate } from '../language/language.ts';
import type { Answer } from './answer.ts';
import { type ChoiceState, pressInChoice, startChoice } from './choice-state.ts';
import { type ConfirmState, pressInConfirm, startConfirm } from './confirm-state.ts';
import type { Key } from './key.ts';
import type { Question } from './question.ts';
import { pressInText, startText, type TextState } from './text-state.ts';

/** A question on the screen and how far the person has got with it. */
export type PromptState = (TextState | ConfirmState | ChoiceState) & {
  /** Why the last attempt to answer was refused. */
  readonly problem?: string;
  /** Once there, the question is over. */
  readonly outcome?: Answer;
};

/** The initial state of a question. */
export function startPrompt(question: Question): PromptState {
  switch (question.kind) {
    case 'text':
    case 'secret':
      return startText(question);
    case 'confirm':
      return startConfirm(question);
    case 'select':
    case 'multi-select':
      return startChoice(question);
  }
}

/** What a key makes of a question. Questions that are over stay as they are. */
export function press(state: PromptState, key: Key, translate: Translate): PromptState {
  if (state.outcome !== undefined) return state;
  const { problem: _, ...calm } = state;
  const left = leaving(state, key);
  if (left !== undefined) return { ...calm, outcome: left };
  switch (calm.kind) {
    case 'text':
      return pressInText(calm, key, translate);
    case 'confirm':
      return pressInConfirm(calm, key);
    case 'choice':
      return pressInChoice(calm, key, translate);
  }
}

/** Keys that mean the same everywhere. */
function leaving(state: PromptState, key: Key): Answer | undefined {
  if (key.kind === 'text') return key.text === '<' && isUntouched(state) ? { kind: 'back' } : undefined;
  if (key.name === 'ctrl-c') return { kind: 'cancel' };
  return key.name === 'escape' ? { kind: 'back' } : undefined;
}

/** Where something has been typed, `<` is one more character of it. */
function isUntouched(state: PromptState): boolean {
  switch (state.kind) {
    case 'text':
      return state.line.before === '' && state.line.after === '';
    case 'confirm':
      return true;
    case 'choice':
      return state.filter === '';
  }
}
