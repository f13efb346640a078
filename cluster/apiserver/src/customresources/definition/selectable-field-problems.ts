import { type FieldError, fieldError } from '@kubemin/kubeapi';
import type { SelectableField } from '@kubemin/kubeapi/types/apiextensions.v1';
import type { StructuralSchema } from '../schema/structural-schema.ts';

const MAX_SELECTABLE_FIELDS = 8;
const SELECTABLE_TYPES = ['string', 'boolean', 'integer'];

/** What is wrong with the fields that field selectors may name. */
export function selectableFieldProblems(
  fields: readonly SelectableField[],
  schema: StructuralSchema,
  path: string,
): readonly FieldError[] {
  const problems = fields.flatMap(({ jsonPath }, index) => {
    const at = `${path}[${index}].jsonPath`;
    if (jsonPath === '') return [fieldError.required(at)];
    if (fields.findIndex((other) => other.jsonPath === jsonPath) < index) return [fieldError.duplicate(at, jsonPath)];
    return pathProblems(jsonPath, schema, at);
  });
  const unique = new Set(fields.map(({ jsonPath }) => jsonPath)).size;
  if (unique <= MAX_SELECTABLE_FIELDS) return problems;
  return [...problems, fieldError.tooMany(path, unique, MAX_SELECTABLE_FIELDS)];
}

function pathProblems(jsonPath: string, schema: StructuralSchema, at: string): readonly FieldError[] {
  const [root, ...names] = jsonPath.split('.');
  if (root !== '') return [fieldError.invalid(at, jsonPath, 'is an invalid path: must start with "."')];
  if (names[0] === 'metadata') return [fieldError.invalid(at, jsonPath, 'must not point to fields in metadata')];
  let found: StructuralSchema | undefined = schema;
  for (const name of names) found = found?.properties.get(name);
  if (found === undefined)
    return [fieldError.invalid(at, jsonPath, 'is an invalid path: the schema has no such field')];
  if (SELECTABLE_TYPES.includes(found.type ?? '')) return [];
  const rule =
    'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
  return [fieldError.invalid(at, jsonPath, rule)];
}
