/**
 * `createModel`: reads, checks, canonicalises and prints application documents. Reading never throws for bad input;
 * it returns problems. Also finds, masks and restores the secret values of a document.
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
export { type SecretPlace, secretPlaces, secretsIn, secretValues } from './secrets/secret-places.ts';
