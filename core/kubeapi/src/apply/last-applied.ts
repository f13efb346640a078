import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../object/index.ts';

// kubectl used to keep what it applied in an annotation. Where one is found, its server-side apply takes over what the
// client-side one owned, and keeps the annotation up to date for users who return to client-side apply.

/** The only manager this is done for; use another name to avoid it. */
export const KUBECTL = 'kubectl';

const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';
const MAX_ANNOTATION_BYTES = 256 * 1024;

/** The configuration in kubectl's annotation; undefined when it is absent or unreadable. */
export function lastAppliedConfiguration(object: JsonObject): JsonObject | undefined {
  const text = lastAppliedAnnotation(object);
  if (text === undefined) return undefined;
  try {
    const value: JsonValue = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    // Any client can write an annotation, so it may be something other than JSON.
    return undefined;
  }
}

/** The object with its annotation updated to the configuration applied now, if it has the annotation at all. */
export function withLastApplied(object: JsonObject, config: JsonObject): JsonObject {
  if (lastAppliedAnnotation(object) === undefined) return object;
  const text = `${JSON.stringify(withAnnotation(config, undefined))}\n`;
  return withAnnotation(object, new TextEncoder().encode(text).byteLength > MAX_ANNOTATION_BYTES ? undefined : text);
}

function lastAppliedAnnotation(object: JsonObject): string | undefined {
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
