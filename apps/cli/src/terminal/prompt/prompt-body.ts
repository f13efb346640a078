import { promptMessages } from '../../messages/index.ts';
import type { Translate } from '../language/language.ts';
import { displayWidth, graphemes } from '../output/display-width.ts';
import { type ChoiceState, matches } from './choice-state.ts';
import type { ConfirmState } from './confirm-state.ts';
import { clipped, Flow, type Place, type Span } from './flow.ts';
import type { PromptState } from './prompt-state.ts';
import { lineText } from './text-line.ts';
import type { TextState } from './text-state.ts';

/** A question's head line with the cursor in it, its options, and the keys it takes. */
export interface Body {
  readonly head: Flow;
  readonly cursor: Place;
  readonly options: readonly (readonly Span[])[];
  readonly marked: number;
  readonly keys: string;
}

/** What is shown for a character that is not. */
export const MASK = '•';

/** The parts of a question, before they are fitted to the screen. */
export function promptBody(state: PromptState, width: number, translate: Translate): Body {
  switch (state.kind) {
    case 'text':
      return textBody(state, width, translate);
    case 'confirm':
      return confirmBody(state, width, translate);
    case 'choice':
      return choiceBody(state, width, translate);
  }
}

function asking(message: string, width: number): Flow {
  return new Flow(width).characters('? ', 'accent').words(message, 'strong').characters(' › ', 'faint');
}

function textBody({ question, line, fetched }: TextState, width: number, translate: Translate): Body {
  const head = asking(question.message, width);
  const shown = (text: string) => (question.kind === 'secret' ? MASK.repeat(graphemes(text).length) : text);
  head.characters(shown(line.before));
  const cursor = head.place;
  if (lineText(line) === '' && !fetched) head.characters(placeholder(question, translate), 'faint');
  else head.characters(shown(line.after));
  return { ...withCursor(head, cursor), options: [], marked: 0, keys: translate(promptMessages.textKeys) };
}

function placeholder(question: TextState['question'], translate: Translate): string {
  if (question.kind === 'secret') return '';
  if (question.default !== undefined && question.default !== '') return question.default;
  return question.example === undefined ? '' : translate(promptMessages.example({ example: question.example }));
}

/** Places the cursor after the text or at the given position; after a full line it needs a new line. */
function withCursor(head: Flow, cursor = head.place): Pick<Body, 'head' | 'cursor'> {
  if (cursor.row >= head.lines.length) head.characters(' ');
  return { head, cursor };
}

function confirmBody({ question, yes }: ConfirmState, width: number, translate: Translate): Body {
  const head = asking(question.message, width);
  head.characters(translate(promptMessages.yes), yes ? 'accent' : 'faint').characters(' / ', 'faint');
  head.characters(translate(promptMessages.no), yes ? 'faint' : 'accent');
  return { ...withCursor(head), options: [], marked: 0, keys: translate(promptMessages.confirmKeys) };
}

function choiceBody(state: ChoiceState, width: number, translate: Translate): Body {
  const { question, filter, marked, ticked } = state;
  const shown = matches(state);
  const widest = Math.max(0, ...shown.map(({ label }) => displayWidth(label)));
  const many = question.kind === 'multi-select';
  const options = shown.map(({ value, label, hint = '' }) => {
    const isMarked = value === marked;
    const tick = many ? `${ticked.includes(value) ? '◉' : '○'} ` : '';
    const gap = ' '.repeat(widest - displayWidth(label) + 2);
    const name: Span = { text: `${isMarked ? '❯ ' : '  '}${tick}${label}`, tone: isMarked ? 'accent' : 'plain' };
    return clipped([name, ...(hint === '' ? [] : [{ text: gap + hint, tone: 'faint' } as const])], width);
  });
  const head = asking(question.message, width).characters(filter);
  return {
    ...withCursor(head),
    options:
      options.length === 0
        ? [clipped([{ text: `  ${translate(promptMessages.noMatch)}`, tone: 'faint' }], width)]
        : options,
    marked: Math.max(
      0,
      shown.findIndex(({ value }) => value === marked),
    ),
    keys: many ? translate(promptMessages.multiSelectKeys) : translate(promptMessages.selectKeys),
  };
}
