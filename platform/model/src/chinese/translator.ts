import type { Sentences } from './sentences.ts';

/** Returns a text in another language; undefined for one without a translation. */
export type Translate = (text: string) => string | undefined;

interface Pattern {
  readonly expression: RegExp;
  readonly translation: string;
}

/** What is longer quotes much of a document; looking for gaps in it would take long. */
const LONGEST = 2_000;

const GAP = /\{(\d)\}/g;

/** Recognises the sentences, whatever fills their gaps. The one with the most words of its own counts. */
export function createTranslator(sentences: Sentences): Translate {
  const patterns = Object.entries(sentences)
    .filter(([sentence]) => sentence.search(GAP) !== -1)
    .toSorted(([left], [right]) => ownLength(right) - ownLength(left))
    .map(([sentence, translation]): Pattern => ({ expression: sentencePattern(sentence), translation }));
  const translate = (text: string): string | undefined => {
    if (Object.hasOwn(sentences, text)) return sentences[text];
    if (text.length > LONGEST) return undefined;
    for (const { expression, translation } of patterns) {
      const gaps = expression.exec(text)?.slice(1);
      if (gaps !== undefined) return translation.replace(GAP, (_, at: string) => filled(gaps[Number(at)] ?? ''));
    }
    return undefined;
  };
  const filled = (gap: string): string => translate(gap) ?? gap;
  return translate;
}

/** Gaps are as short as can be: what stands between two of them is looked for from the left. */
function sentencePattern(sentence: string): RegExp {
  const literal = sentence.split(/\{\d\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${literal.join('([\\s\\S]*?)')}$`);
}

function ownLength(sentence: string): number {
  return sentence.replace(GAP, '').length;
}
