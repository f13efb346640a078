import * as z from 'zod';
import { camelCase } from './lenient-body.ts';

/** A key of a value that its schema does not have and would drop without a word. */
export interface UnknownKey {
  readonly path: readonly (string | number)[];
  /** The keys that the schema has in this place. */
  readonly known: readonly string[];
}

/** The keys of a value that no object of the schema has, at every level. What a schema leaves open is not looked at. */
export function unknownKeys(schema: unknown, value: unknown): readonly UnknownKey[] {
  return [...search(schema, value, { path: [], spellings: 'exact' })];
}

interface Place {
  readonly path: readonly (string | number)[];
  /** Whether snake_case and kebab-case are read as camelCase here. */
  readonly spellings: 'exact' | 'any';
}

function* search(schema: unknown, value: unknown, place: Place): Generator<UnknownKey> {
  if (typeof value !== 'object' || value === null) return;
  if (schema instanceof z.ZodPipe) {
    const spellings = schema.in instanceof z.ZodTransform ? 'any' : place.spellings;
    yield* search(schema.in instanceof z.ZodTransform ? schema.out : schema.in, value, { ...place, spellings });
  } else if (isWrapper(schema)) yield* search(schema.unwrap(), value, place);
  else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* search(schema.element, item, below(place, index));
  } else if (schema instanceof z.ZodRecord) {
    for (const [key, item] of Object.entries(value)) yield* search(schema.valueType, item, below(place, key));
  } else if (schema instanceof z.ZodObject && !Array.isArray(value)) yield* searchObject(schema, value, place);
}

function* searchObject(schema: z.ZodObject, value: object, place: Place): Generator<UnknownKey> {
  const known = Object.keys(schema.shape);
  for (const [key, item] of Object.entries(value)) {
    const name = place.spellings === 'any' ? camelCase(key) : key;
    if (known.includes(name)) yield* search(schema.shape[name], item, below(place, key));
    else if (schema.def.catchall === undefined) yield { path: [...place.path, key], known };
  }
}

function below({ path }: Place, key: string | number): Place {
  return { path: [...path, key], spellings: 'exact' };
}

function isWrapper(schema: unknown): schema is z.ZodOptional | z.ZodDefault | z.ZodNullable | z.ZodReadonly {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodReadonly
  );
}
