import { deepEqual, type FieldError, fieldError } from '@kubemin/kubeapi';
import { inside, keyed } from '../schema/schema-path.ts';
import { OBJECT_FIELDS, type StructuralSchema } from '../schema/structural-schema.ts';
import { fillDefaults } from './fill-defaults.ts';
import { pruneValue } from './prune.ts';
import { validateValue } from './validate.ts';

/** Defaults must be values the schema itself allows: nobody may get an invalid object by leaving something out. */
export function defaultProblems(schema: StructuralSchema, path: string): readonly FieldError[] {
  return [
    ...ownProblems(schema, path),
    ...(schema.items === undefined ? [] : defaultProblems(schema.items, inside(path, 'items'))),
    ...(typeof schema.additionalProperties === 'object'
      ? defaultProblems(schema.additionalProperties, inside(path, 'additionalProperties'))
      : []),
    ...[...schema.properties].flatMap(([name, property]) =>
      // What an embedded object needs besides is only known once it is complete.
      schema.embeddedResource && OBJECT_FIELDS.includes(name)
        ? []
        : defaultProblems(property, keyed(path, 'properties', name)),
    ),
  ];
}

function ownProblems(schema: StructuralSchema, path: string): readonly FieldError[] {
  const value = schema.default;
  if (value === undefined) return [];
  const at = inside(path, 'default');
  if (!deepEqual(pruneValue(schema, value), value)) {
    return [fieldError.invalid(at, value, 'must not have unknown fields')];
  }
  return validateValue(schema, fillDefaults(schema, value)).map((problem) => ({
    ...problem,
    field: problem.field === '' || problem.field === '<nil>' ? at : `${at}.${problem.field}`,
  }));
}
