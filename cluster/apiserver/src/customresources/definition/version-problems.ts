import { type FieldError, fieldError, nameProblems } from '@kubemin/kubeapi';
import type { SchemaReadings } from '../schema/schema-readings.ts';
import { defaultProblems } from '../values/default-problems.ts';
import { columnProblems } from './column-problems.ts';
import type { Definition, DefinitionVersion } from './definition.ts';
import { selectableFieldProblems } from './selectable-field-problems.ts';
import { subresourceProblems } from './subresource-problems.ts';
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
