import { type AnswerValue, type Prompter, type Question, readAnswer, type Translate } from '../../terminal/index.ts';

/** Questions in the order in which they are asked, each depending on the answers before it, and what comes of them. */
export type Script<T> = Generator<Question, T, AnswerValue>;

/** Answers by the ids of their questions. */
export type Answers = ReadonlyMap<string, AnswerValue>;

/** How an interview ended. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'stopped' }
  /** The result is invalid, and there is no person to change an answer. */
  | { readonly kind: 'refused' };

/** What an interview needs. */
export interface InterviewOptions<T> {
  readonly prompter: Prompter;
  readonly translate: Translate;
  /** Answers of an earlier interview that was stopped. */
  readonly resumed?: Answers;
  /** Called after each answer with all that may be kept: secrets may not. */
  readonly keep: (answers: Answers) => Promise<void>;
  /**
   * Whether the result is valid; prints the problems itself. If not, the last question is asked again, from where the
   * person can go further back.
   */
  readonly accept: (value: T) => boolean;
}

interface Settled {
  readonly question: Question;
  readonly value: AnswerValue;
  readonly by: 'person' | 'given';
}

/** Asks the questions of a script. Going back plays the script again up to the question before. */
export class Interview<T> {
  readonly #script: () => Script<T>;
  readonly #options: InterviewOptions<T>;
  /** What was answered, in the order in which it was asked. */
  #settled: readonly Settled[] = [];
  /** What was answered once, or in an earlier interview, to be offered when the question comes again. */
  readonly #remembered: Map<string, AnswerValue>;

  constructor(script: () => Script<T>, options: InterviewOptions<T>) {
    this.#script = script;
    this.#options = options;
    this.#remembered = new Map(options.resumed);
  }

  async run(): Promise<Outcome<T>> {
    this.#settled = this.#resume();
    for (;;) {
      const outcome = await this.#forward();
      if (outcome !== 'back') return outcome;
    }
  }

  async #forward(): Promise<Outcome<T> | 'back'> {
    const script = this.#script();
    let step = replay(script, this.#settled);
    while (step.done !== true) {
      const question = step.value;
      const answer = await this.#options.prompter.ask(withRemembered(question, this.#remembered));
      if (answer.kind === 'cancel') return { kind: 'stopped' };
      if (answer.kind === 'back') {
        if (this.#goBack()) return 'back';
        continue;
      }
      this.#settled = [...this.#settled, { question, value: answer.value, by: answer.by }];
      await this.#keep();
      step = script.next(answer.value);
    }
    if (this.#options.accept(step.value)) return { kind: 'done', value: step.value };
    return this.#goBack() ? 'back' : { kind: 'refused' };
  }

  /** The answers of the earlier interview, as far as the script still asks for them in a row. */
  #resume(): readonly Settled[] {
    const { translate, resumed = new Map<string, AnswerValue>() } = this.#options;
    const settled: Settled[] = [];
    const script = this.#script();
    for (let step = script.next(); step.done !== true; ) {
      const question = step.value;
      const kept = resumed.get(question.id);
      const reading = kept === undefined ? undefined : readAnswer(withoutDefault(question), kept, translate);
      if (reading?.kind !== 'read') break;
      settled.push({ question, value: reading.value, by: 'person' });
      step = script.next(reading.value);
    }
    return settled;
  }

  /** Forgets the last answer a person gave, and what was given after it; false when there is none. */
  #goBack(): boolean {
    const at = this.#settled.findLastIndex(({ by }) => by === 'person');
    if (at < 0) return false;
    for (const { question, value } of this.#settled.slice(at)) this.#remembered.set(question.id, value);
    this.#settled = this.#settled.slice(0, at);
    return true;
  }

  #keep(): Promise<void> {
    const open = this.#settled.filter(({ question }) => question.kind !== 'secret');
    return this.#options.keep(new Map(open.map(({ question, value }) => [question.id, value])));
  }
}

function replay<T>(script: Script<T>, settled: readonly Settled[]): IteratorResult<Question, T> {
  let step = script.next();
  for (const { value } of settled) step = script.next(value);
  return step;
}

/** An empty answer that was kept is meant, and not the default. */
function withoutDefault(question: Question): Question {
  if (question.kind !== 'text') return question;
  const { default: _, ...rest } = question;
  return rest;
}

/** The question with what was answered before as its default. */
function withRemembered(question: Question, remembered: Answers): Question {
  const value = remembered.get(question.id);
  if (value === undefined) return question;
  switch (question.kind) {
    case 'text':
      return typeof value === 'string' && value !== '' ? { ...question, default: value } : question;
    case 'secret':
      return question;
    case 'confirm':
      return typeof value === 'boolean' ? { ...question, default: value } : question;
    case 'select':
      return question.options.some((option) => option.value === value)
        ? { ...question, default: String(value) }
        : question;
    case 'multi-select':
      return Array.isArray(value)
        ? { ...question, default: value.filter((each) => typeof each === 'string') }
        : question;
  }
}
