/**
 * `createModel`: reads, checks, prints and describes application documents (JSON Schema, forms). Any accepted spelling
 * is read; the canonical document is present exactly when no problem is an error. Reading never throws for invalid
 * input, and reading a printed document gives the same document. Texts of authors are read strictly, parsed values
 * keep unknown fields, unless the options state otherwise. Also finds (`secretPlaces`), masks and restores secret
 * values, and removes them from other texts (`Redactor`).
 */
export type { DocumentFormat } from './document-printer.ts';
export {
  createModel,
  type DocumentReader,
  type Model,
  type ParseResult,
  type ProfileParseResult,
  type ReadingOptions,
  type TextReadingOptions,
} from './model.ts';
export { maskDocument, type UnmaskedDocument, unmaskDocument } from './secrets/masked-document.ts';
export { Redactor, SECRET_MASK } from './secrets/redactor.ts';
export { type SecretPlace, secretPlaces, secretsIn, secretTexts, secretValues } from './secrets/secret-places.ts';
