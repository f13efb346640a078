import type { FormField } from '@kubemin/model';
import { wizardMessages } from '../../messages/index.ts';
import { type AskedField, type AskField, type FieldPlace, fieldPlace } from './field-place.ts';
import type { Script } from './interview.ts';
import { questionFlag, questionId } from './question-id.ts';
import type { WizardContext } from './wizard-context.ts';

const LINES: readonly string[] = ['text', 'number'];

/** Asks for the entries of a list, one after the other. */
export function* askList(context: WizardContext, place: FieldPlace, ask: AskField): Script<void> {
  const { item } = place.field;
  if (item === undefined) return;
  const leading = leadingField(item);
  for (let index = 0; ; index += 1) {
    const entry: FieldPlace = {
      field: item,
      path: [...place.path, index],
      title: `${place.title} ${index + 1}`,
      needed: index === 0 && place.needed,
    };
    const isThere =
      leading === undefined
        ? yield* askWhether(context, entry, place.title)
        : yield* askLeading(context, { entry, leading, ask });
    if (!isThere) return;
    const rest = leading === undefined ? item : withoutField(item, leading);
    yield* ask(context, { ...entry, field: rest, needed: true });
  }
}

/** If an entry begins with a required line, an empty line means that there is no such entry. */
function leadingField({ fields = [] }: AskedField): FormField | undefined {
  const [first] = fields;
  return first?.required === true && LINES.includes(first.widget) ? first : undefined;
}

function withoutField(item: AskedField, leading: FormField): AskedField {
  return { ...item, fields: (item.fields ?? []).filter((field) => field !== leading) };
}

function* askLeading(
  context: WizardContext,
  { entry, leading, ask }: { readonly entry: FieldPlace; readonly leading: FormField; readonly ask: AskField },
): Script<boolean> {
  const place = fieldPlace(leading, entry, context);
  const { help, ...field } = leading;
  const { translate } = context;
  const ends: AskedField = entry.needed
    ? leading
    : { ...field, help: inLanguage(`${help[translate.language]} ${translate(wizardMessages.emptyEnds)}`) };
  yield* ask(context, { ...place, field: ends, needed: entry.needed });
  return context.sketch.at(place.path) !== undefined;
}

function inLanguage(text: string): FormField['help'] {
  return { en: text, zh: text };
}

function* askWhether({ translate }: WizardContext, entry: FieldPlace, list: string): Script<boolean> {
  if (entry.needed) return true;
  const id = questionId(entry.path);
  const message =
    entry.path.at(-1) === 0
      ? translate(wizardMessages.addOf({ what: list }))
      : translate(wizardMessages.anotherOf({ what: list }));
  return (yield { kind: 'confirm', id, flag: questionFlag(id), message, default: false, opens: id }) === true;
}
