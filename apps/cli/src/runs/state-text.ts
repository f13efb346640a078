import type { StateColour, StateWords } from '@kubemin/client';
import type { Style, Translate } from '../terminal/index.ts';

/** Terminals have few colours; which of them comes next to each of ours. */
const PAINTS: Readonly<Record<StateColour, keyof Style>> = {
  grey: 'dim',
  violet: 'magenta',
  blue: 'cyan',
  green: 'green',
  red: 'red',
  orange: 'yellow',
  brown: 'yellow',
  pink: 'magenta',
  teal: 'cyan',
};

/** The symbol of a state, in its colour. */
export function stateMark({ symbol, colour }: StateWords, style: Style): string {
  return style[PAINTS[colour]](symbol);
}

/** The word for a state inside a sentence. */
export function stateWord(state: StateWords, translate: Translate): string {
  return translate.language === 'en' ? state.en.toLowerCase() : state[translate.language];
}
