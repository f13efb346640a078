import type { Translate } from '../language/language.ts';
import type { Answer, AnswerValue, Prompter } from './answer.ts';
import type { Question } from './question.ts';
import { readAnswer, unansweredValue } from './read-answer.ts';

/** Answers given before the questions. */
export interface GivenAnswers {
  /** What was given to a question; undefined for nothing. */
  find(question: Question): unknown;
  /** Whether anything was given to a question with this id, or below it. */
  has(id: string): boolean;
}

/** Thrown for an answer that was given and will not do. */
export type Refuse = (question: Question, problem: string) => Error;

/** What a prompter of given answers needs. */
export interface GivenPrompterOptions {
  readonly answers: GivenAnswers;
  readonly translate: Translate;
  readonly refuse: Refuse;
  /** Used for answers that were not given. */
  readonly otherwise: Prompter;
}

/** Answers questions from what was given with flags or in a file, and passes on those it finds nothing for. */
export class GivenPrompter implements Prompter {
  readonly #options: GivenPrompterOptions;

  constructor(options: GivenPrompterOptions) {
    this.#options = options;
  }

  async ask(question: Question): Promise<Answer> {
    const { answers, translate, refuse, otherwise } = this.#options;
    const raw = answers.find(question) ?? this.#implied(question);
    if (raw === undefined) return otherwise.ask(question);
    const reading = readAnswer(question, raw, translate);
    if (reading.kind === 'refused') throw refuse(question, reading.problem);
    return { kind: 'answer', value: reading.value, by: 'given' };
  }

  #implied(question: Question): AnswerValue | undefined {
    const { opens } = question;
    if (opens === undefined) return undefined;
    const { answers } = this.#options;
    if (question.kind === 'confirm') return answers.has(opens) || undefined;
    if (!('options' in question)) return undefined;
    const meant = question.options.map(({ value }) => value).filter((value) => answers.has(`${opens}.${value}`));
    return question.kind === 'select' ? meant[0] : meant.length > 0 ? meant : undefined;
  }
}

/** The prompter without a person: returns the default, or throws an error that names what is missing. */
export class DefaultPrompter implements Prompter {
  readonly #translate: Translate;
  readonly #missing: (question: Question) => Error;

  constructor(translate: Translate, missing: (question: Question) => Error) {
    this.#translate = translate;
    this.#missing = missing;
  }

  async ask(question: Question): Promise<Answer> {
    const value = unansweredValue(question, this.#translate);
    if (value === undefined) throw this.#missing(question);
    return { kind: 'answer', value, by: 'given' };
  }
}
