import { builtinRegistry, createModel } from '@kubemin/model';
import { translateTo } from '../../../terminal/language/language.ts';
import type { Answer, AnswerValue, Prompter } from '../../../terminal/prompt/answer.ts';
import type { Question } from '../../../terminal/prompt/question.ts';
import { readAnswer, unansweredValue } from '../../../terminal/prompt/read-answer.ts';
import { type ApplicationScriptOptions, applicationScript } from '../application-questions.ts';
import { type Answers, Interview, type Outcome } from '../interview.ts';

const model = createModel(builtinRegistry);
const form = model.form();

/** The reply of a person to a question: undefined for the default. */
export type Replies = (question: Question, turn: number) => AnswerValue | Exclude<Answer['kind'], 'answer'> | undefined;

type TestInterviewOptions = Partial<ApplicationScriptOptions> & { readonly resumed?: Answers };

/** An interview about an application with a person who replies so. */
export class TestInterview {
  /** Every question in the order asked. */
  readonly asked: Question[] = [];
  kept: Answers = new Map();
  readonly #reply: Replies;
  readonly #checks: 'all' | 'none';

  /** Without checks, answers that contradict each other are taken as well. */
  constructor(reply: Replies | Readonly<Record<string, AnswerValue>>, checks: 'all' | 'none' = 'all') {
    this.#checks = checks;
    this.#reply = typeof reply === 'function' ? reply : ({ id }) => reply[id];
  }

  /** The document as it would be written; 'stopped' when the person stopped. */
  async run(options: TestInterviewOptions = {}): Promise<string> {
    const outcome = await this.outcome(options);
    if (outcome.kind !== 'done') return outcome.kind;
    const { document, problems } = model.parse(outcome.value);
    if (document === undefined) throw new Error(JSON.stringify(problems));
    return model.printDocument(document);
  }

  /** What comes of it before the model has seen it. */
  async outcome(options: TestInterviewOptions = {}): Promise<Outcome<unknown>> {
    const { resumed, translate = translateTo('en'), ...more } = options;
    const script = () => applicationScript({ model, form, translate, ...more });
    return new Interview(script, {
      prompter: this.#prompter(),
      translate: translateTo('en'),
      ...(resumed !== undefined && { resumed }),
      accept: () => true,
      keep: async (answers) => {
        this.kept = answers;
      },
    }).run();
  }

  #prompter(): Prompter {
    return {
      ask: async (question) => {
        const turn = this.asked.push(question);
        if (turn > 5000) throw new Error(`still asking: ${question.id}`);
        const reply = this.#reply(question, turn);
        if (reply === 'back' || reply === 'cancel') return { kind: reply };
        const value = reply === undefined ? unansweredValue(question, translateTo('en')) : this.#read(question, reply);
        if (value === undefined) throw new Error(`no reply for ${question.id}`);
        return { kind: 'answer', value, by: 'person' };
      },
    };
  }

  #read(question: Question, reply: AnswerValue): AnswerValue {
    if (this.#checks === 'none') return reply;
    const reading = readAnswer(question, reply, translateTo('en'));
    if (reading.kind === 'refused') throw new Error(`${question.id}: ${reading.problem}`);
    return reading.value;
  }
}
