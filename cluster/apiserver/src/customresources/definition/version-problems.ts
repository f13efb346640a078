import { type FieldError, fieldError, nameProblems } from '@kubemin/kubeapi';
import { readSchema } from '../schema/schema-reader.ts';
import { defaultProblems } from '../values/default-problems.ts';
import { columnProblems } from './column-problems.ts';
import type { DefinitionVersion } from './definition.ts';
import { selectableFieldProblems } from './selectable-field-problems.ts';
import { subresourceProblems } from './subresource-problems.ts';

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

/** What is wrong with one version of a definition. */
export function versionProblems(version: DefinitionVersion, path: string): readonly FieldError[] {
  const names = nameProblems.dns1035Label(version.name);
  return [
    ...(names.length === 0 ? [] : [fieldError.invalid(`${path}.name`, version.name, names.join(','))]),
    ...warningProblems(version, path),
    ...schemaProblems(version, path),
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

function schemaProblems(version: DefinitionVersion, path: string): readonly FieldError[] {
  const json = version.schema?.openAPIV3Schema;
  const at = `${path}.schema.openAPIV3Schema`;
  if (json === undefined) return [fieldError.required(at, 'schemas are required')];
  const { schema, errors } = readSchema(json, at);
  if (errors.length > 0) return errors;
  return [
    ...rootProblems(version, at),
    ...defaultProblems(schema, at),
    ...selectableFieldProblems(version.selectableFields ?? [], schema, `${path}.selectableFields`),
  ];
}

function rootProblems({ schema, subresources }: DefinitionVersion, path: string): readonly FieldError[] {
  if (subresources?.status === undefined) return [];
  const other = Object.keys(schema?.openAPIV3Schema ?? {}).find((keyword) => !ALLOWED_WITH_STATUS.includes(keyword));
  if (other === undefined) return [];
  const rule = `only [${ALLOWED_WITH_STATUS.join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [fieldError.invalid(path, other, rule)];
}
