import type { Text } from '@kubemin/model';
import type { Language } from './language.ts';

/** A sentence, or one with gaps to be filled. */
export type Phrase = string | ((...gaps: never[]) => string);

/** The phrases of one area, in one language. */
export type Phrases = Readonly<Record<string, Phrase>>;

type Gap = string | number;

/** The same phrases in another language: each one, with the same gaps. */
export type Translated<P extends Phrases> = {
  readonly [K in keyof P]: P[K] extends (...gaps: infer A extends readonly Gap[]) => string
    ? (...gaps: A) => string
    : string;
};

/** The phrases of one area in every language: `words[context.language].key`. */
export type Words<P extends Phrases> = Readonly<Record<Language, Translated<P>>>;

/** Declares the phrases of one area. One that lacks in either language, or has other gaps there, does not compile. */
export function defineWords<P extends Phrases>(words: {
  readonly en: P & Translated<P>;
  readonly zh: Translated<NoInfer<P>>;
}): Words<P> {
  return words;
}

/** The same thing said in every language, for who does not know yet which one will be read. */
export function inBoth<P extends Phrases>(words: Words<P>, say: (phrases: Translated<P>) => string): Text {
  return { en: say(words.en), zh: say(words.zh) };
}
