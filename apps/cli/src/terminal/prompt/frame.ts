import { promptMessages } from '../../messages/index.ts';
import type { Translate } from '../language/language.ts';
import { clipped, Flow, type Place, type Span } from './flow.ts';
import { MASK, promptBody } from './prompt-body.ts';
import type { PromptState } from './prompt-state.ts';

/** What stands on the screen for one question. */
export interface Frame {
  readonly lines: readonly (readonly Span[])[];
  /** Where the cursor blinks: input methods show their candidates there. */
  readonly cursor: Place;
}

/** The terminal's size in characters. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

const LEAST_COLUMNS = 8;
const LEAST_OPTIONS = 3;

/** Draws a question: never wider or higher than the terminal. */
export function render(state: PromptState, size: Size, translate: Translate): Frame {
  // The last column stays free: terminals disagree on what happens after it.
  const width = Math.max(LEAST_COLUMNS, size.columns) - 1;
  const { head, cursor, options, marked, keys } = promptBody(state, width, translate);
  const problem = state.problem === undefined ? [] : wrapped({ text: `✗ ${state.problem}`, tone: 'bad' }, width);
  const help = state.question.help === undefined ? [] : wrapped({ text: state.question.help, tone: 'faint' }, width);
  const hints = wrapped({ text: keys, tone: 'faint' }, width);
  const room = size.rows - 1 - head.lines.length;
  const kept = fitting([problem, help, hints], room - Math.min(LEAST_OPTIONS, options.length));
  const shown = page(options, marked, room - kept.length);
  const lines = [...head.lines, ...shown, ...kept];
  // What does not fit goes first at the top, as far as the cursor stays on the screen.
  const most = Math.max(1, size.rows - 1);
  const cut = Math.max(0, Math.min(cursor.row, lines.length - most));
  return { lines: lines.slice(cut, cut + most), cursor: { row: cursor.row - cut, column: cursor.column } };
}

/** The one line that stays behind when a question is over. */
export function renderOutcome(state: PromptState, size: Size, translate: Translate): readonly Span[] {
  const width = Math.max(LEAST_COLUMNS, size.columns) - 1;
  const answered = state.outcome?.kind === 'answer';
  const mark: Span = answered ? { text: '✓ ', tone: 'good' } : { text: '✗ ', tone: 'bad' };
  const value: Span = { text: answered ? `  ${answerText(state, translate)}` : '', tone: 'accent' };
  return clipped([mark, { text: state.question.message, tone: 'plain' }, value], width);
}

function answerText(state: PromptState, translate: Translate): string {
  const value = state.outcome?.kind === 'answer' ? state.outcome.value : '';
  // A fixed length: not even that is to be read off the screen.
  if (state.question.kind === 'secret') return MASK.repeat(8);
  if (typeof value === 'boolean') return value ? translate(promptMessages.yes) : translate(promptMessages.no);
  if (typeof value === 'string') return value;
  return value.length === 0 ? translate(promptMessages.nothingChosen) : value.join(', ');
}

function wrapped({ text, tone }: Span, width: number): readonly (readonly Span[])[] {
  return new Flow(width - 2).words(text, tone).lines.map((line) => [{ text: '  ', tone: 'plain' }, ...line]);
}

/** The first blocks that fit, each whole. */
function fitting(blocks: readonly (readonly (readonly Span[])[])[], room: number): readonly (readonly Span[])[] {
  const kept: (readonly Span[])[] = [];
  for (const block of blocks) if (kept.length + block.length <= room) kept.push(...block);
  return kept;
}

/** The part of a long list around the marked option. */
function page<T>(options: readonly T[], marked: number, room: number): readonly T[] {
  if (options.length <= room) return options;
  const size = Math.max(1, room);
  const from = Math.max(0, Math.min(marked - Math.floor(size / 2), options.length - size));
  return options.slice(from, from + size);
}
