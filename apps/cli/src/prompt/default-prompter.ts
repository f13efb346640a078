import type { PromptWords } from '../language/words/prompt.ts';
import type { Answer, Prompter } from './answer.ts';
import type { Question } from './question.ts';
import { unansweredValue } from './read-answer.ts';

/** Answers where nobody is there to ask: with the default, or with an error that names what is missing. */
export class DefaultPrompter implements Prompter {
  readonly #words: PromptWords;
  readonly #missing: (question: Question) => Error;

  constructor(words: PromptWords, missing: (question: Question) => Error) {
    this.#words = words;
    this.#missing = missing;
  }

  async ask(question: Question): Promise<Answer> {
    const value = unansweredValue(question, this.#words);
    if (value === undefined) throw this.#missing(question);
    return { kind: 'answer', value, by: 'given' };
  }
}
