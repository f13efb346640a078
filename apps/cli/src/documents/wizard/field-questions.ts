import type { Widget } from '@kubemin/model';
import type { FieldPlace, FieldQuestions } from './field-place.ts';
import { askGroup } from './group-questions.ts';
import type { Script } from './interview.ts';
import { askList } from './list-questions.ts';
import { askMap } from './map-questions.ts';
import { askHidden, askLine, askSelect, askSwitch } from './scalar-questions.ts';
import { typedJson, typedList, typedNumber } from './typed-value.ts';
import type { WizardContext } from './wizard-context.ts';

const BY_WIDGET: Readonly<Record<Widget, FieldQuestions>> = {
  text: (context, place) => askLine(context, place),
  textarea: (context, place) => askLine(context, place),
  number: (context, place) => askLine(context, place, typedNumber),
  tags: (context, place) => askLine(context, place, typedList),
  json: (context, place) => askLine(context, place, typedJson),
  password: askHidden,
  switch: askSwitch,
  select: askSelect,
  keyValue: askMap,
  list: askList,
  group: askGroup,
  traits: askNothing,
};

/** Asks for a field by what a form shows it with. */
export function* askField(context: WizardContext, place: FieldPlace): Script<unknown> {
  return yield* BY_WIDGET[place.field.widget](context, place, askField);
}

function* askNothing(): Script<void> {
  // Nested traits are not asked for: they are written by hand.
}
