import { promptMessages } from '../../messages/index.ts';
import type { Translate } from '../language/language.ts';
import { graphemes } from '../output/display-width.ts';
import type { Answer } from './answer.ts';
import type { Key } from './key.ts';
import type { Choice, MultiSelectQuestion, SelectQuestion } from './question.ts';
import { readAnswer } from './read-answer.ts';

/** A list to choose from. */
export interface ChoiceState {
  readonly kind: 'choice';
  readonly question: SelectQuestion | MultiSelectQuestion;
  /** What was typed to find an option. */
  readonly filter: string;
  /** The value of the option that is marked. */
  readonly marked: string | undefined;
  /** The values that are ticked; of a single choice, none. */
  readonly ticked: readonly string[];
}

interface Over {
  readonly problem?: string;
  readonly outcome?: Answer;
}

/** The default is marked or ticked. */
export function startChoice(question: SelectQuestion | MultiSelectQuestion): ChoiceState {
  const first = question.options[0]?.value;
  return question.kind === 'select'
    ? { kind: 'choice', question, filter: '', marked: question.default ?? first, ticked: [] }
    : { kind: 'choice', question, filter: '', marked: first, ticked: question.default };
}

/** The options that match what was typed. */
export function matches({ question, filter }: Pick<ChoiceState, 'question' | 'filter'>): readonly Choice[] {
  const wanted = filter.toLowerCase();
  return question.options.filter(({ value, label }) => `${value}\n${label}`.toLowerCase().includes(wanted));
}

type Step = (at: number, last: number) => number;

const STEPS: ReadonlyMap<string, Step> = new Map<string, Step>([
  ['up', (at, last) => (at <= 0 ? last : at - 1)],
  ['down', (at, last) => (at >= last ? 0 : at + 1)],
  ['home', () => 0],
  ['end', (_, last) => last],
  ['pageup', (at) => Math.max(0, at - 5)],
  ['pagedown', (at, last) => Math.min(last, at + 5)],
]);

/** What a key does to the list. */
export function pressInChoice(state: ChoiceState, key: Key, translate: Translate): ChoiceState & Over {
  const { filter } = state;
  if (key.kind === 'text') {
    const ticks = state.question.kind === 'multi-select' && key.text === ' ';
    return ticks ? toggled(state) : filtered(state, filter + key.text);
  }
  if (key.name === 'return') return submitted(state, translate);
  if (key.name === 'backspace') return filtered(state, graphemes(filter).slice(0, -1).join(''));
  if (key.name === 'ctrl-u') return filtered(state, '');
  return moved(state, key.name);
}

function moved(state: ChoiceState, name: string): ChoiceState {
  const shown = matches(state);
  const step = STEPS.get(name);
  if (step === undefined || shown.length === 0) return state;
  const at = shown.findIndex(({ value }) => value === state.marked);
  return { ...state, marked: shown[step(at, shown.length - 1)]?.value };
}

function filtered(state: ChoiceState, filter: string): ChoiceState {
  const shown = matches({ question: state.question, filter });
  const stays = shown.some(({ value }) => value === state.marked);
  return { ...state, filter, marked: stays ? state.marked : shown[0]?.value };
}

function toggled(state: ChoiceState): ChoiceState {
  const { marked, ticked } = state;
  if (marked === undefined) return state;
  const others = ticked.filter((value) => value !== marked);
  return { ...state, ticked: others.length < ticked.length ? others : [...ticked, marked] };
}

function submitted(state: ChoiceState, translate: Translate): ChoiceState & Over {
  if (state.question.kind === 'select' && state.marked === undefined)
    return { ...state, problem: translate(promptMessages.noMatch) };
  const raw = state.question.kind === 'select' ? state.marked : state.ticked;
  const reading = readAnswer(state.question, raw, translate);
  return reading.kind === 'read'
    ? { ...state, outcome: { kind: 'answer', value: reading.value, by: 'person' } }
    : { ...state, problem: reading.problem };
}
