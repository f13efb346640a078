import { isJsonArray, type JsonValue } from '@kubemin/kubeapi';
import type { StructuralSchema } from '../schema/structural-schema.ts';

/** The name of a value's type, as messages show it. */
export function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (isJsonArray(value)) return 'array';
  if (typeof value !== 'number') return typeof value;
  return Number.isInteger(value) ? 'integer' : 'number';
}

/** The types a schema allows, as messages show them; undefined: any. */
export function allowedTypes({ type, intOrString }: StructuralSchema): string | undefined {
  return intOrString ? 'integer,string' : type;
}

/** Whether a value that is not null has a type its schema allows. */
export function hasType(value: JsonValue, { type, intOrString }: StructuralSchema): boolean {
  const actual = typeOf(value);
  if (intOrString) return actual === 'integer' || actual === 'string';
  return type === undefined || actual === type || (type === 'number' && actual === 'integer');
}
