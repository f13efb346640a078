import type { Question } from './question.ts';

/** What a question can be answered with: a text or choice, a yes or no, several choices. */
export type AnswerValue = string | boolean | readonly string[];

/** What became of a question. */
export type Answer =
  | {
      readonly kind: 'answer';
      readonly value: AnswerValue;
      /** Whether the person was asked, or the answer was given before. Going back returns to the last asked question. */
      readonly by: 'person' | 'given';
    }
  /** The person wants to answer the question before this one again. */
  | { readonly kind: 'back' }
  /** The person wants to stop. */
  | { readonly kind: 'cancel' };

/** Gets questions answered: by a person at a terminal, from flags, from a file. */
export interface Prompter {
  ask(question: Question): Promise<Answer>;
}
