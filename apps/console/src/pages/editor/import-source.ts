import { isRecord } from '@kubemin/base';
import { errorMessage, type Message } from '@kubemin/base/message';
import { type SealedBundle, sealedBundleSchema } from '@kubemin/client';
import { detectFormat, ImportError, type ImportFormat, importText, type NotCarried } from '@kubemin/convert';
import { type DocumentReader, type Problem, readYamlDocuments } from '@kubemin/model';
import { type JsonObject, takeDocument } from '../../draft/index.ts';

/** What a text to import turns out to be. */
export type ImportSource =
  | { readonly kind: 'empty' }
  | { readonly kind: 'bundle'; readonly bundle: SealedBundle }
  | {
      readonly kind: 'document';
      /** Undefined: an application document. */
      readonly format: ImportFormat | undefined;
      readonly document: JsonObject;
      /** Fields that are spelled differently in the document. */
      readonly renamed: readonly string[];
      readonly notCarried: readonly NotCarried[];
      readonly problems: readonly Problem[];
    }
  | { readonly kind: 'unreadable'; readonly problems: readonly Problem[]; readonly reason?: Message };

/** Reads a text of any format that applications come in. Never throws for one that cannot be read. */
export function readImport(
  text: string,
  model: DocumentReader,
  options: { readonly name?: string } = {},
): ImportSource {
  if (text.trim() === '') return { kind: 'empty' };
  const documents = readYamlDocuments(text);
  const [only] = documents ?? [];
  const bundle = sealedBundleSchema.safeParse(only);
  if (bundle.success) return { kind: 'bundle', bundle: bundle.data };
  try {
    const format = detectFormat(text);
    if (format !== undefined) {
      const { document, notCarried } = importText(text, { ...options, model });
      const taken = toPlain(document);
      return {
        kind: 'document',
        format,
        document: taken,
        renamed: [],
        notCarried,
        problems: model.parse(taken).problems,
      };
    }
  } catch (error) {
    // A text that no parser can read gets the problems of the model, which know the line.
    if (!(error instanceof ImportError)) throw error;
    if (error.code !== 'IMPORT_UNREADABLE') return { kind: 'unreadable', problems: [], reason: errorMessage(error) };
  }
  const { problems } = model.parseText(text, { unknownFields: 'keep' });
  if (!isRecord(only)) return { kind: 'unreadable', problems };
  const { document, renamed } = takeDocument(toPlain(only), model);
  return { kind: 'document', format: undefined, document, renamed, notCarried: [], problems };
}

/** Only what JSON has: a document goes through the browser's store and the network as such. */
function toPlain(value: object): JsonObject {
  const plain: unknown = JSON.parse(JSON.stringify(value));
  return isRecord(plain) ? plain : {};
}
