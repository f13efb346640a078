import { wizardMessages } from '../../messages/index.ts';
import type { FieldPlace } from './field-place.ts';
import type { Script } from './interview.ts';
import { questionFlag } from './question-id.ts';
import { about } from './scalar-questions.ts';
import { typedPair } from './typed-value.ts';
import type { WizardContext } from './wizard-context.ts';

/** Asks for the entries of a map until one is left empty. */
export function* askMap(context: WizardContext, place: FieldPlace): Script<void> {
  const askEntry = place.field.item?.widget === 'password' ? askHiddenPair : askPair;
  for (let number = 1; ; number += 1) {
    const needed = number === 1 && place.needed;
    const isThere = yield* askEntry(context, { ...place, needed, title: `${place.title} ${number}` }, number);
    if (!isThere) return;
  }
}

function* askPair(context: WizardContext, place: FieldPlace, number: number): Script<boolean> {
  const { translate, sketch } = context;
  const { id, flag, help, message } = entryQuestion(context, place, number);
  const answer = yield {
    kind: 'text',
    id,
    flag,
    message,
    help: `${help} ${translate(wizardMessages.emptyEnds)}`,
    optional: !place.needed,
    example: pairExample(place.field.example),
    check: (text) => {
      const pair = typedPair(text);
      return pair === undefined
        ? translate(wizardMessages.notAPair)
        : sketch.problemWith([...place.path, pair[0]], pair[1]);
    },
  };
  const pair = typedPair(String(answer));
  if (pair !== undefined) sketch.set([...place.path, pair[0]], pair[1]);
  return pair !== undefined;
}

function* askHiddenPair(context: WizardContext, place: FieldPlace, number: number): Script<boolean> {
  const { translate, sketch } = context;
  const { id, help, message } = entryQuestion(context, place, number);
  const key = yield {
    kind: 'text',
    id: `${id}.key`,
    flag: questionFlag(`${id}.key`),
    message: translate(wizardMessages.keyOf({ what: message })),
    help: `${help} ${translate(wizardMessages.emptyEnds)}`,
    optional: !place.needed,
    check: (text) => sketch.problemWith([...place.path, text], '-'),
  };
  if (typeof key !== 'string' || key === '') return false;
  const path = [...place.path, key];
  const value = yield {
    kind: 'secret',
    id: `${id}.value`,
    flag: questionFlag(`${id}.value`),
    message: translate(wizardMessages.valueOf({ key })),
    check: (text) => sketch.problemWith(path, text),
  };
  sketch.set(path, value);
  return true;
}

function entryQuestion(context: WizardContext, place: FieldPlace, number: number) {
  const { id, message, help = '' } = about(context, place);
  return { id: `${id}.${number}`, flag: questionFlag(`${id}.${number}`), message, help };
}

function pairExample(example: unknown): string {
  const [first] = typeof example === 'object' && example !== null ? Object.entries(example) : [];
  return first === undefined ? 'KEY=VALUE' : `${first[0]}=${first[1]}`;
}
