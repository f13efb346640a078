import { isJsonObject, type JsonObject, ownValue } from '../json.ts';
import type { JsonValue } from '../object.ts';

// kubectl used to keep what it applied in an annotation. Where one is found, its server-side apply takes over what the
// client-side one owned, and keeps the annotation true for those who go back.

/** The only manager this is done for; whoever does not want it uses another name. */
export const KUBECTL = 'kubectl';

const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';
const MAX_ANNOTATION_BYTES = 256 * 1024;

/** The configuration kubectl says it applied last; undefined when it says nothing readable. */
export function lastAppliedConfiguration(object: JsonObject): JsonObject | undefined {
  const text = annotationOf(object);
  if (text === undefined) return undefined;
  try {
    const value: JsonValue = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    // Anybody can write an annotation: one that is not JSON tells nothing.
    return undefined;
  }
}

/** The object with its annotation saying what was applied now, if it has the annotation at all. */
export function withLastApplied(object: JsonObject, config: JsonObject): JsonObject {
  if (annotationOf(object) === undefined) return object;
  const text = `${JSON.stringify(withAnnotation(config, undefined))}\n`;
  return withAnnotation(object, new TextEncoder().encode(text).byteLength > MAX_ANNOTATION_BYTES ? undefined : text);
}

function annotationOf(object: JsonObject): string | undefined {
  const value = ownValue(part(part(object, 'metadata'), 'annotations'), ANNOTATION);
  return typeof value === 'string' ? value : undefined;
}

function withAnnotation(object: JsonObject, text: string | undefined): JsonObject {
  const metadata = part(object, 'metadata');
  const { [ANNOTATION]: _, ...others } = part(metadata, 'annotations');
  const annotations = text === undefined ? others : { ...others, [ANNOTATION]: text };
  const { annotations: __, ...rest } = metadata;
  return { ...object, metadata: Object.keys(annotations).length === 0 ? rest : { ...rest, annotations } };
}

function part(object: JsonObject, name: string): JsonObject {
  const value = ownValue(object, name);
  return isJsonObject(value) ? value : {};
}
