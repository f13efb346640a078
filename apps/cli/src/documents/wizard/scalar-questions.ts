import { wizardMessages } from '../../messages/index.ts';
import type { FieldPlace } from './field-place.ts';
import type { Script } from './interview.ts';
import { questionFlag, questionId } from './question-id.ts';
import { asTyped } from './typed-value.ts';
import type { WizardContext } from './wizard-context.ts';

/** What every question about a place has. */
export function about({ translate }: WizardContext, { path, title, field }: FieldPlace) {
  const id = questionId(path);
  const help = [
    field.help?.[translate.language] ?? '',
    field.widget === 'tags' ? translate(wizardMessages.listHelp) : '',
  ].filter((each) => each !== '');
  return { id, flag: questionFlag(id), message: title, ...(help.length > 0 && { help: help.join(' ') }) };
}

/** Asks for a line. An empty one leaves the field out. */
export function* askLine(
  context: WizardContext,
  place: FieldPlace,
  read: (text: string) => unknown = (text) => text,
): Script<void> {
  const { field, path, needed } = place;
  const usual = asTyped(field.default);
  const example = asTyped(field.example);
  const answer = yield {
    kind: 'text',
    ...about(context, place),
    optional: !needed,
    ...(usual !== undefined && { default: usual }),
    ...(example !== undefined && { example }),
    check: (text) => context.sketch.problemWith(path, read(text)),
  };
  if (answer !== '' && answer !== usual) context.sketch.set(path, read(String(answer)));
}

/** Asks for a text without echo. */
export function* askHidden(context: WizardContext, place: FieldPlace): Script<void> {
  const { path } = place;
  const check = (text: string) => context.sketch.problemWith(path, text);
  context.sketch.set(path, yield { kind: 'secret', ...about(context, place), check });
}

/** Asks whether something is so. */
export function* askSwitch(context: WizardContext, place: FieldPlace): Script<void> {
  const usual = place.field.default === true;
  const answer = yield { kind: 'confirm', ...about(context, place), default: usual };
  if (answer !== usual || place.field.default === undefined) context.sketch.set(place.path, answer);
}

/** Asks for one of the values an enum has. */
export function* askSelect(context: WizardContext, place: FieldPlace): Script<void> {
  const { field, path } = place;
  const options = (field.options ?? []).map(({ value, label }) => ({
    value,
    label: label[context.translate.language],
  }));
  const usual = asTyped(field.default) ?? asTyped(field.example) ?? options[0]?.value;
  const answer = yield {
    kind: 'select',
    ...about(context, place),
    options,
    ...(usual !== undefined && { default: usual }),
  };
  if (answer !== asTyped(field.default)) context.sketch.set(path, answer);
}
