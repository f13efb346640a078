import { type Message, verbatim } from '@kubemin/base/message';
import {
  ImportError,
  type Imported,
  type ImportOptions,
  importCompose,
  importManifests,
  importMinik8s,
  importScore,
  looksLikeMinik8s,
  type Part,
  readSource,
} from './import/index.ts';
import { convertMessages } from './messages/index.ts';

/** Reads texts of one format as applications. */
export interface Importer {
  /** What people call the format. */
  readonly title: Message;
  /** Whether a text, given as its documents, is of this format. Of several that match the first is taken. */
  recognises(documents: readonly Part[]): boolean;
  import(text: string, options?: ImportOptions): Imported;
}

/** The formats an application can come in, by the name a command takes; the most particular first. */
export const importers = {
  score: {
    title: verbatim('Score'),
    recognises: (documents) => documents.some((part) => /^score\.dev\//.test(part.at('apiVersion').peek() ?? '')),
    import: importScore,
  },
  compose: {
    title: verbatim('Docker Compose'),
    recognises: ([first, ...more]) =>
      more.length === 0 && first !== undefined && first.at('services').isMap && !first.at('kind').present,
    import: importCompose,
  },
  minik8s: {
    title: verbatim('Minik8s'),
    recognises: (documents) => documents.some(looksLikeMinik8s),
    import: importMinik8s,
  },
  manifests: {
    title: convertMessages.manifests,
    recognises: (documents) =>
      documents.some(
        (part) => part.at('apiVersion').present && part.at('kind').present && !part.at('component').present,
      ),
    import: importManifests,
  },
} satisfies Readonly<Record<string, Importer>>;

/** The name of a format an application can come in. */
export type ImportFormat = keyof typeof importers;

/** The format of a text; undefined for one that is of none, such as an application document. Throws ImportError. */
export function detectFormat(text: string): ImportFormat | undefined {
  const { documents } = readSource(text);
  const formats = Object.keys(importers).filter(isFormat);
  return formats.find((format) => importers[format].recognises(documents));
}

function isFormat(name: string): name is ImportFormat {
  return Object.hasOwn(importers, name);
}

/** Reads a text of whatever format as an application. Throws ImportError for one that is of none. */
export function importText(text: string, options: ImportOptions = {}): Imported & { readonly format: ImportFormat } {
  const format = detectFormat(text);
  if (format === undefined) {
    const known = Object.values(importers).map(({ title }) => title);
    throw new ImportError(convertMessages.unknownFormat({ formats: known }), {
      code: 'IMPORT_UNKNOWN_FORMAT',
    });
  }
  return { format, ...importers[format].import(text, options) };
}
