/**
 * Translates texts of the model by matching whole English sentences: `createTranslator(problemSentences)`. For texts
 * that were sent without their code (`texts` of a `Problem`); with a code, translate by the catalogues instead.
 * Returns undefined for an unknown sentence. `problemSentences` is derived from the catalogues of the model.
 */
import { catalogueSource, type MessageCatalogue } from '@kubemin/base/message';
import { modelCatalogues } from '../messages/index.ts';
import type { Sentences } from './sentences.ts';

const LITERAL = /\{\{|\}\}/g;
const MARK = /\{(\w+)[^{}]*\}/g;

/** The messages of the model by their English texts, for readers that do not read `texts` of problems yet. */
export const problemSentences: Sentences = Object.fromEntries(modelCatalogues.flatMap(sentences));

function sentences(catalogue: MessageCatalogue): readonly (readonly [string, string])[] {
  return Object.values(catalogueSource(catalogue).entries).map(({ en, zh }) => {
    const names = [...en.replaceAll(LITERAL, '').matchAll(MARK)].map(([, name]) => name);
    return [numbered(en, names), numbered(zh, names)] as const;
  });
}

function numbered(text: string, names: readonly (string | undefined)[]): string {
  return text.replaceAll(/(\{\{)|(\}\})|\{(\w+)[^{}]*\}/g, (_, open, close, name) => {
    if (open !== undefined) return '{';
    return close === undefined ? `{${names.indexOf(name)}}` : '}';
  });
}

export type { Sentences } from './sentences.ts';
export { createTranslator, type Translate } from './translator.ts';
