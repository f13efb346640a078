import type { DocumentForm, DocumentReader } from '@kubemin/model';
import { wizardMessages } from '../../messages/index.ts';
import type { Question, Translate } from '../../terminal/index.ts';
import { askComponent } from './component-questions.ts';
import { fieldPlace } from './field-place.ts';
import { askField } from './field-questions.ts';
import type { Script } from './interview.ts';
import { askOrder } from './order-questions.ts';
import { questionFlag } from './question-id.ts';
import { Sketch } from './sketch.ts';
import type { FoundStart, Start } from './start.ts';
import type { WizardContext } from './wizard-context.ts';

/** What the questions about an application are made from. */
export interface ApplicationScriptOptions {
  readonly model: DocumentReader;
  readonly form: DocumentForm;
  readonly translate: Translate;
  /** The default name of the application. */
  readonly directoryName?: string;
  /** The given starting point. */
  readonly start?: Start;
  /** What could be begun with, to be asked about. */
  readonly found?: FoundStart;
}

/** The questions about an application; what comes of them is a document for the model to read. */
export function* applicationScript(options: ApplicationScriptOptions): Script<unknown> {
  const { model, form, translate } = options;
  const context: WizardContext = { model, form, translate, sketch: new Sketch(model, { translate }) };
  yield* withSuggestions(askHead(context), suggestedNames(options));
  const start = options.start ?? (yield* askStart(context, options.found));
  const begun = begin(context, start);
  yield* withSuggestions(askComponents(context, begun), suggestedComponent(start));
  yield* askOrder(context);
  return context.sketch.document;
}

function* askHead(context: WizardContext): Script<void> {
  for (const field of context.form.application.filter(({ name }) => ['name', 'namespace'].includes(name))) {
    const place = fieldPlace(field, { path: [], title: '' }, context);
    yield* askField(
      context,
      field.name === 'name' ? { ...place, title: context.translate(wizardMessages.appName) } : place,
    );
  }
}

function* askStart({ translate }: WizardContext, found: FoundStart | undefined): Script<Start | undefined> {
  if (found === undefined) return undefined;
  const message = translate(wizardMessages.found({ files: found.files }));
  return (yield { kind: 'confirm', id: 'start', flag: questionFlag('start'), message, default: true }) === true
    ? found.start
    : undefined;
}

/** Puts what was begun with into the sketch; answers how many components that are. */
function begin({ sketch }: WizardContext, start: Start | undefined): number {
  if (start === undefined || start.kind === 'image') return 0;
  const components = start.kind === 'template' ? [{ template: { id: start.id } }] : Array.from(start.components);
  sketch.set(['component'], components);
  return components.length;
}

function* askComponents(context: WizardContext, begun: number): Script<void> {
  for (let index = begun; ; index += 1) {
    const id = `component.${index + 1}`;
    const more =
      index === 0 ||
      (yield {
        kind: 'confirm',
        id,
        flag: questionFlag(id),
        message: context.translate(wizardMessages.anotherComponent),
        default: false,
        opens: id,
      });
    if (more !== true) return;
    yield* askComponent(context, index);
  }
}

function suggestedNames({ directoryName }: ApplicationScriptOptions): Suggestions {
  return new Map(directoryName === undefined ? [] : [['name', directoryName]]);
}

function suggestedComponent(start: Start | undefined): Suggestions {
  if (start?.kind !== 'image') return new Map();
  const { name, image, port } = start;
  return new Map([
    ...(name === undefined ? [] : ([['component.1.name', name]] as const)),
    ['component.1.image', image],
    ...(port === undefined ? [] : ([['component.1.ports.1.port', String(port)]] as const)),
  ]);
}

/** Probable answers by the ids of their questions. */
type Suggestions = ReadonlyMap<string, string>;

/** The same questions, with what is probable as the default of lines that have none. */
function* withSuggestions<T>(script: Script<T>, suggestions: Suggestions): Script<T> {
  let step = script.next();
  while (step.done !== true) step = script.next(yield suggested(step.value, suggestions));
  return step.value;
}

function suggested(question: Question, suggestions: Suggestions): Question {
  const suggestion = suggestions.get(question.id);
  if (question.kind !== 'text' || question.default !== undefined || suggestion === undefined) return question;
  return { ...question, default: suggestion };
}
