import { type FieldSchema, isJsonArray, isJsonObject, type JsonValue, type ValueSchema } from '../object/index.ts';
import { PatchError } from './patch-error.ts';

/** Where in the document a strategic merge is, and what the type defines for that place. */
export interface Place {
  readonly path: string;
  readonly schema?: ValueSchema;
  readonly strategy?: NonNullable<FieldSchema['patch']>;
  readonly mergeKey?: string;
  /** The order the patch asks for explicitly. */
  readonly order?: readonly JsonValue[];
}

/** The place of a field or map entry. */
export function childPlace(place: Place, key: string): Place {
  const path = place.path === '' ? key : `${place.path}.${key}`;
  if (place.schema?.kind === 'map') return { path, schema: place.schema.values };
  const field = place.schema?.kind === 'object' ? place.schema.fields.get(key) : undefined;
  if (field === undefined) return { path };
  const strategy = field.patch === undefined ? {} : { strategy: field.patch };
  const mergeKey = field.mergeKey === undefined ? {} : { mergeKey: field.mergeKey };
  return { path, schema: field.value, ...strategy, ...mergeKey };
}

/** The place of a list element. */
export function itemPlace(place: Place, index: number): Place {
  const path = `${place.path}[${index}]`;
  return place.schema?.kind === 'list' ? { path, schema: place.schema.items } : { path };
}

const SHAPES: ReadonlyMap<string, { readonly fits: (value: JsonValue) => boolean; readonly refusal: string }> = new Map(
  [
    ['map', { fits: isJsonObject, refusal: 'cannot restore map from' }],
    ['object', { fits: isJsonObject, refusal: 'cannot restore struct from:' }],
    ['list', { fits: isJsonArray, refusal: 'cannot restore slice from' }],
  ],
);

/** Refuses a value that does not match its type, in Kubernetes' words: clients match on them. */
export function checkShape(value: JsonValue, place: Place): void {
  const shape = SHAPES.get(place.schema?.kind ?? '');
  if (shape === undefined || shape.fits(value)) return;
  throw new PatchError(`${place.path}: ${shape.refusal} ${goKind(value)}`);
}

function goKind(value: JsonValue): string {
  if (isJsonArray(value)) return 'slice';
  if (isJsonObject(value)) return 'map';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}
