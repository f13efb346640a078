import type { DocumentReader } from '@kubemin/model';
import { type CommandContext, withPrompter } from '../../terminal/index.ts';
import { answersFromFlags } from '../wizard/init-answers.ts';
import { initPrompter, missingValuePrompter, refuseUnused } from '../wizard/init-prompter.ts';
import { Interview, type Script } from '../wizard/interview.ts';
import { Sketch } from '../wizard/sketch.ts';
import type { WizardContext } from '../wizard/wizard-context.ts';
import { WrittenAnswers } from '../wizard/written-answers.ts';
import type { EditedDocument } from './edited-document.ts';

/** Something to be added to a document, with the values given as options. */
export interface Addition<T> {
  /** Where its questions are: `component.3`. */
  readonly prefix: string;
  /** Values of dedicated options, by their ids below the prefix. */
  readonly given: Readonly<Record<string, string | undefined>>;
  /** The options that give them, by the same ids. */
  readonly flags: Readonly<Record<string, string>>;
  /** As `--set` gives them, ids below the prefix. */
  readonly set: readonly string[];
  script(context: WizardContext): Script<T>;
}

/** What came of the questions about an addition. */
export type Added<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'stopped' };

/** Asks for the values that no option gives. Throws for an option that belongs to no question. */
export async function askAddition<T>(
  context: CommandContext,
  { document }: Pick<EditedDocument, 'document'>,
  { model, addition }: { readonly model: DocumentReader; readonly addition: Addition<T> },
): Promise<Added<T>> {
  const { translate } = context;
  const given = writtenValues(addition);
  const form = model.form();
  const plain: unknown = JSON.parse(model.printDocument(document, { format: 'json' }));
  const base = typeof plain === 'object' && plain !== null ? { ...plain } : {};
  const script = (): Script<T> =>
    relabelled(
      addition.script({ model, form, translate, sketch: new Sketch(model, { document: base, translate }) }),
      addition,
    );
  const outcome = await withPrompter(context, missingValuePrompter(context), (person) => {
    const prompter = initPrompter(context, [given], person);
    return new Interview(script, {
      prompter,
      translate,
      keep: async () => undefined,
      accept: () => true,
    }).run();
  });
  // Whether it is valid is seen in its document.
  if (outcome.kind !== 'done') return { kind: 'stopped' };
  refuseUnused([given]);
  return outcome;
}

function writtenValues({ prefix, given, set }: Pick<Addition<unknown>, 'prefix' | 'given' | 'set'>): WrittenAnswers {
  const settings = answersFromFlags({}, set);
  const own = Object.entries(given).filter(([, value]) => value !== undefined);
  const named = settings.ids().map((id) => [id, settings.getValue(id)] as const);
  return new WrittenAnswers(new Map([...own, ...named].map(([id, value]) => [`${prefix}.${id}`, value])));
}

/** The same questions, labelled with the options of this addition. */
function* relabelled<T>(script: Script<T>, { prefix, flags }: Pick<Addition<T>, 'prefix' | 'flags'>): Script<T> {
  let step = script.next();
  while (step.done !== true) {
    const question = step.value;
    const id = question.id.startsWith(`${prefix}.`) ? question.id.slice(prefix.length + 1) : question.id;
    step = script.next(yield { ...question, flag: flags[id] ?? `--set ${id}` });
  }
  return step.value;
}
