import { parseAllDocuments } from 'yaml';

const MOST_ALIASES = 100;

/** Reads a text of several YAML documents; empty ones are left out. Undefined where it cannot be read. Never throws. */
export function readYamlDocuments(text: string): readonly unknown[] | undefined {
  try {
    const documents = parseAllDocuments(text, { merge: true, prettyErrors: false, logLevel: 'error' });
    if (!Array.isArray(documents)) return [];
    if (documents.some(({ errors }) => errors.length > 0)) return undefined;
    return documents
      .map((document): unknown => document.toJS({ maxAliasCount: MOST_ALIASES }))
      .filter((value) => value !== null && value !== undefined);
  } catch {
    return undefined;
  }
}
