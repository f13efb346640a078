import type { FormField } from '@kubemin/model';
import { wizardMessages } from '../../messages/index.ts';
import { type AskField, type FieldPlace, fieldPlace, type Holder } from './field-place.ts';
import type { Script } from './interview.ts';
import { questionFlag, questionId } from './question-id.ts';
import type { WizardContext } from './wizard-context.ts';

const PROMINENT_GROUPS: readonly string[] = ['basic', 'network', 'storage'];

/** Asks for the fields of an object: of those that exclude each other for one, then for the others. */
export function* askGroup(context: WizardContext, place: FieldPlace, ask: AskField): Script<void> {
  const { fields = [], exactlyOne = [] } = place.field;
  const others = fields.filter(({ name }) => !exactlyOne.includes(name));
  yield* askProminent(context, others, { holder: place, ask });
  const ways = fields.filter(({ name }) => exactlyOne.includes(name));
  if (ways.length > 0) yield* askVariant(context, ways, { holder: place, ask });
  yield* askMore(context, others, { holder: place, ask });
  // An object without fields is kept: `probe: {}` differs from no probe.
  if (context.sketch.at(place.path) === undefined) context.sketch.set(place.path, {});
}

interface Around {
  readonly holder: Holder;
  /** Where a field stands that is shown with the others and stands elsewhere. */
  readonly elsewhere?: (field: FormField) => Holder | undefined;
  readonly ask: AskField;
}

/** Asks for the fields of an object that most people give. */
export function* askProminent(context: WizardContext, fields: readonly FormField[], around: Around): Script<void> {
  for (const field of fields.filter((each) => isProminent(each, fields))) {
    yield* around.ask(context, fieldPlace(field, around.holder, context));
  }
}

/** Asks which of the other fields are wanted, and for those. */
export function* askMore(context: WizardContext, fields: readonly FormField[], around: Around): Script<void> {
  const rest = fields.filter((field) => !isProminent(field, fields) && field.widget !== 'traits');
  if (rest.length === 0) return;
  const id = `${questionId(around.holder.path)}.more`;
  const picked = yield {
    kind: 'multi-select',
    id,
    flag: questionFlag(id),
    message: context.translate(wizardMessages.moreOf({ what: around.holder.title })),
    options: fieldChoices(rest, context),
    default: [],
    opens: questionId(around.holder.path),
  };
  for (const field of rest.filter(({ name }) => Array.isArray(picked) && picked.includes(name))) {
    const holder = around.elsewhere?.(field) ?? around.holder;
    yield* around.ask(context, { ...fieldPlace(field, holder, context), needed: true });
  }
}

function* askVariant(context: WizardContext, ways: readonly FormField[], { holder, ask }: Around): Script<void> {
  const id = `${questionId(holder.path)}.which`;
  const picked = yield {
    kind: 'select',
    id,
    flag: questionFlag(id),
    message: context.translate(wizardMessages.whichOf({ what: holder.title })),
    options: fieldChoices(ways, context),
    opens: questionId(holder.path),
  };
  const way = ways.find(({ name }) => name === picked);
  if (way !== undefined) yield* ask(context, { ...fieldPlace(way, holder, context), needed: true });
}

function fieldChoices(fields: readonly FormField[], { translate }: WizardContext) {
  return fields.map(({ name, label, help }) => ({
    value: name,
    label: label[translate.language],
    hint: help[translate.language],
  }));
}

/**
 * Whether a field is asked for without being picked: it is required, or its authors thought of a typical value for it,
 * or there is hardly anything beside it.
 */
function isProminent(field: FormField, siblings: readonly FormField[]): boolean {
  if (field.required) return true;
  if (field.widget === 'traits' || field.group === 'advanced') return false;
  return siblings.length <= 2 || (field.example !== undefined && PROMINENT_GROUPS.includes(field.group));
}
