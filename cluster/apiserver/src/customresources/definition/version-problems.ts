import { deepEqual, type FieldError, fieldError, nameProblems } from '@kubemin/kubeapi';
import type {
  CustomResourceColumnDefinition,
  CustomResourceSubresources,
  SelectableField,
} from '@kubemin/kubeapi/types/apiextensions.v1';
import { inside, keyed } from '../schema/schema-path.ts';
import type { SchemaReadings } from '../schema/schema-readings.ts';
import { OBJECT_FIELDS, type StructuralSchema } from '../schema/structural-schema.ts';
import { fillDefaults } from '../values/fill-defaults.ts';
import { pruneValue } from '../values/prune.ts';
import { validateValue } from '../values/validate.ts';
import type { Definition, DefinitionVersion } from './definition.ts';
import { versionSchema } from './version-schema.ts';

const MAX_WARNING_LENGTH = 256;

/** What the root of a schema may have beside a status subresource: nothing that ties status and the rest together. */
const ALLOWED_WITH_STATUS = [
  'description',
  'type',
  'format',
  'title',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'multipleOf',
  'required',
  'items',
  'properties',
  'externalDocs',
  'example',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-validations',
];

/** What is wrong with the versions of a definition, one by one. */
export function versionProblems(definition: Definition, schemas: SchemaReadings): readonly FieldError[] {
  return definition.spec.versions.flatMap((version, index) => [
    ...ownProblems(version, `spec.versions[${index}]`),
    ...schemaProblems(definition, index, schemas),
  ]);
}

function ownProblems(version: DefinitionVersion, path: string): readonly FieldError[] {
  const names = nameProblems.dns1035Label(version.name);
  return [
    ...(names.length === 0 ? [] : [fieldError.invalid(`${path}.name`, version.name, names.join(','))]),
    ...warningProblems(version, path),
    ...subresourceProblems(version.subresources, `${path}.subresources`),
    ...(version.additionalPrinterColumns ?? []).flatMap((column, index) =>
      columnProblems(column, `${path}.additionalPrinterColumns[${index}]`),
    ),
  ];
}

function warningProblems({ deprecated, deprecationWarning }: DefinitionVersion, path: string): readonly FieldError[] {
  if (deprecationWarning === undefined) return [];
  const at = `${path}.deprecationWarning`;
  const invalid = (rule: string): readonly FieldError[] => [fieldError.invalid(at, deprecationWarning, rule)];
  if (deprecated !== true) return invalid('can only be set for deprecated versions');
  if (deprecationWarning.length > MAX_WARNING_LENGTH) return invalid('must be <= 256 characters long');
  return /\p{C}/u.test(deprecationWarning) ? invalid('must only contain printable UTF-8 characters') : [];
}

function schemaProblems(definition: Definition, index: number, schemas: SchemaReadings): readonly FieldError[] {
  const version = definition.spec.versions[index];
  const reading = versionSchema(definition, index, schemas);
  if (version === undefined || reading === undefined)
    return [fieldError.required(`spec.versions[${index}].schema.openAPIV3Schema`, 'schemas are required')];
  const { schema, errors, path } = reading;
  if (errors.length > 0) return errors;
  return [
    ...rootProblems(version, path),
    ...defaultProblems(schema, path),
    ...selectableFieldProblems(version.selectableFields ?? [], schema, `spec.versions[${index}].selectableFields`),
  ];
}

function rootProblems({ schema, subresources }: DefinitionVersion, path: string): readonly FieldError[] {
  if (subresources?.status === undefined) return [];
  const other = Object.keys(schema?.openAPIV3Schema ?? {}).find((keyword) => !ALLOWED_WITH_STATUS.includes(keyword));
  if (other === undefined) return [];
  const rule = `only [${ALLOWED_WITH_STATUS.join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [fieldError.invalid(path, other, rule)];
}

const TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** What is wrong with a column of `kubectl get`. */
function columnProblems(column: CustomResourceColumnDefinition, path: string): readonly FieldError[] {
  const { name, type, format = '', jsonPath } = column;
  const types = `must be one of ${TYPES.join(',')}`;
  return [
    ...(name === '' ? [fieldError.required(`${path}.name`)] : []),
    ...(type === '' ? [fieldError.required(`${path}.type`, types)] : []),
    ...(type !== '' && !TYPES.includes(type) ? [fieldError.invalid(`${path}.type`, type, types)] : []),
    ...(format !== '' && !FORMATS.includes(format)
      ? [fieldError.invalid(`${path}.format`, format, `must be one of ${FORMATS.join(',')}`)]
      : []),
    ...(jsonPath === '' ? [fieldError.required(`${path}.jsonPath`)] : []),
    ...(jsonPath !== '' && !jsonPath.startsWith('.')
      ? [fieldError.invalid(`${path}.jsonPath`, jsonPath, 'must be a simple json path starting with .')]
      : []),
  ];
}

const MAX_SELECTABLE_FIELDS = 8;
const SELECTABLE_TYPES = ['string', 'boolean', 'integer'];

/** What is wrong with the fields that field selectors may name. */
function selectableFieldProblems(
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

/** What is wrong with a version's subresources. */
function subresourceProblems(
  subresources: CustomResourceSubresources | undefined,
  path: string,
): readonly FieldError[] {
  const scale = subresources?.scale;
  if (scale === undefined) return [];
  const { labelSelectorPath = '' } = scale;
  return [
    ...replicasPath(`${path}.scale.specReplicasPath`, scale.specReplicasPath, '.spec'),
    ...replicasPath(`${path}.scale.statusReplicasPath`, scale.statusReplicasPath, '.status'),
    ...(labelSelectorPath === '' ? [] : selectorPath(`${path}.scale.labelSelectorPath`, labelSelectorPath)),
  ];
}

function replicasPath(path: string, value: string, root: string): readonly FieldError[] {
  if (value === '') return [fieldError.required(path)];
  const simple = simplePathProblems(path, value);
  if (simple.length > 0) return simple;
  return value.startsWith(`${root}.`) ? [] : [fieldError.invalid(path, value, `should be a json path under ${root}`)];
}

function selectorPath(path: string, value: string): readonly FieldError[] {
  const simple = simplePathProblems(path, value);
  if (simple.length > 0) return simple;
  const rule = 'should be a json path under either .spec or .status';
  return value.startsWith('.spec.') || value.startsWith('.status.') ? [] : [fieldError.invalid(path, value, rule)];
}

/** Scales are written, too: only names can be walked both ways. */
function simplePathProblems(path: string, value: string): readonly FieldError[] {
  if (!value.startsWith('.')) return [fieldError.invalid(path, value, 'must be a simple json path starting with .')];
  const names = value.slice(1).split('.');
  const rule = 'must be a json path in the dot notation';
  return names.some((name) => name === '' || /[[\]]/.test(name)) ? [fieldError.invalid(path, value, rule)] : [];
}

/** Defaults must be values the schema itself allows: an omitted field must not make an object invalid. */
export function defaultProblems(schema: StructuralSchema, path: string): readonly FieldError[] {
  return [
    ...defaultFieldProblems(schema, path),
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

function defaultFieldProblems(schema: StructuralSchema, path: string): readonly FieldError[] {
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
