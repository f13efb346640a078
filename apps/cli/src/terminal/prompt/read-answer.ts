import { promptMessages } from '../../messages/index.ts';
import type { Translate } from '../language/language.ts';
import type { AnswerValue } from './answer.ts';
import type {
  Choice,
  ConfirmQuestion,
  MultiSelectQuestion,
  Question,
  SelectQuestion,
  TextQuestion,
} from './question.ts';

/** What a raw answer, typed or given, comes to. */
export type Reading =
  | { readonly kind: 'read'; readonly value: AnswerValue }
  | { readonly kind: 'refused'; readonly problem: string };

const YES = ['y', 'yes', 'true', '是'];
const NO = ['n', 'no', 'false', '否'];

/** Reads an answer of any origin: the one place that defines valid answers. */
export function readAnswer(question: Question, raw: unknown, translate: Translate): Reading {
  switch (question.kind) {
    case 'text':
      return readText(question, toText(raw).trim(), translate);
    case 'secret':
      return checked(toText(raw), question.check, translate);
    case 'confirm':
      return readConfirm(question, raw, translate);
    case 'select':
      return readSelect(question, toText(raw).trim(), translate);
    case 'multi-select':
      return readMultiSelect(question, raw, translate);
  }
}

/** The answer of a question without a person; undefined if only a person can answer. */
export function unansweredValue(question: Question, translate: Translate): AnswerValue | undefined {
  if (question.kind === 'secret') return undefined;
  const raw = question.kind === 'text' ? '' : question.default;
  if (raw === undefined) return undefined;
  const reading = readAnswer(question, raw, translate);
  return reading.kind === 'read' ? reading.value : undefined;
}

function readText(
  { default: fallback = '', optional, check }: TextQuestion,
  given: string,
  translate: Translate,
): Reading {
  const value = given === '' ? fallback : given;
  if (value === '' && optional === true) return { kind: 'read', value };
  return checked(value, check, translate);
}

function checked(
  value: string,
  check: ((value: string) => string | undefined) | undefined,
  translate: Translate,
): Reading {
  if (value === '') return { kind: 'refused', problem: translate(promptMessages.required) };
  const problem = check?.(value);
  return problem === undefined ? { kind: 'read', value } : { kind: 'refused', problem };
}

function readConfirm(question: ConfirmQuestion, raw: unknown, translate: Translate): Reading {
  if (typeof raw === 'boolean') return { kind: 'read', value: raw };
  const given = toText(raw).trim().toLowerCase();
  if (given === '') return { kind: 'read', value: question.default };
  if (YES.includes(given)) return { kind: 'read', value: true };
  if (NO.includes(given)) return { kind: 'read', value: false };
  return { kind: 'refused', problem: translate(promptMessages.notYesOrNo({ given })) };
}

function readSelect({ options, default: fallback = '' }: SelectQuestion, given: string, translate: Translate): Reading {
  const value = given === '' ? fallback : given;
  if (value === '') return { kind: 'refused', problem: translate(promptMessages.required) };
  return isOption(options, value) ? { kind: 'read', value } : notAnOption(options, value, translate);
}

function readMultiSelect({ options }: MultiSelectQuestion, raw: unknown, translate: Translate): Reading {
  const given = Array.isArray(raw) ? raw.map(toText) : toText(raw).split(',');
  const values = given.map((each) => each.trim()).filter((each) => each !== '');
  const foreign = values.find((value) => !isOption(options, value));
  if (foreign !== undefined) return notAnOption(options, foreign, translate);
  // In the order of the options, each once: the order of clicks means nothing.
  return { kind: 'read', value: options.map(({ value }) => value).filter((value) => values.includes(value)) };
}

function isOption(options: readonly Choice[], value: string): boolean {
  return options.some((option) => option.value === value);
}

function notAnOption(options: readonly Choice[], given: string, translate: Translate): Reading {
  return {
    kind: 'refused',
    problem: translate(promptMessages.notAnOption({ given, options: options.map(({ value }) => value).join(', ') })),
  };
}

function toText(raw: unknown): string {
  // A list where a line is asked for: the line can be read as one.
  if (Array.isArray(raw)) return JSON.stringify(raw);
  return typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : '';
}
