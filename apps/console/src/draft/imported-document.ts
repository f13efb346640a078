import { isRecord } from '@kubemin/base';
import type { DocumentReader } from '@kubemin/model';
import { formatPath } from '@kubemin/model';
import { getAt, type JsonObject, type Path } from './json.ts';

/** A document as the editor takes it, and which fields it spells differently from the text. */
export interface TakenDocument {
  readonly document: JsonObject;
  readonly renamed: readonly string[];
}

/**
 * Takes a document that was parsed from a text. One in canonical spelling is taken as it stands, with everything in it; one in
 * another accepted spelling is rewritten, and the fields are listed. One with errors is taken as it stands too.
 */
export function takeDocument(value: JsonObject, model: DocumentReader): TakenDocument {
  const { document } = model.parse(value);
  if (document === undefined) return { document: value, renamed: [] };
  const unknown = new Set((document.extras ?? []).map(({ path }) => formatPath(path)));
  const renamed = [...missingPaths(value, document, [])].map(formatPath).filter((path) => !unknown.has(path));
  if (renamed.length === 0) return { document: value, renamed };
  const printed: unknown = JSON.parse(model.printDocument(document, { format: 'json' }));
  return { document: isRecord(printed) ? printed : value, renamed };
}

/** The places of a value that another one does not have; what is below them is not looked at. */
function* missingPaths(value: unknown, other: unknown, path: Path): Generator<Path> {
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((entry, index) => [index, entry] as const)
    : isRecord(value)
      ? Object.entries(value)
      : [];
  for (const [key, inner] of entries) {
    const place = [...path, key];
    const counterpart = getAt(other, [key]);
    if (counterpart === undefined) yield place;
    else yield* missingPaths(inner, counterpart, place);
  }
}
