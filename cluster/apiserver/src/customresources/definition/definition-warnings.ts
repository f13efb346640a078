import { readSchema } from '../schema/schema-reader.ts';
import type { StructuralSchema } from '../schema/structural-schema.ts';
import { parseJsonPath } from '../serving/json-path.ts';
import type { Definition, DefinitionVersion } from './definition.ts';

/** What the author of a definition should know although it is accepted. */
export function definitionWarnings({ spec }: Definition): readonly string[] {
  return spec.versions.flatMap((version, index) => [
    ...schemaWarnings(version, `spec.versions[${index}].schema.openAPIV3Schema`),
    ...columnWarnings(version, `spec.versions[${index}].additionalPrinterColumns`),
  ]);
}

function schemaWarnings({ schema }: DefinitionVersion, path: string): readonly string[] {
  if (schema?.openAPIV3Schema === undefined) return [];
  const reading = readSchema(schema.openAPIV3Schema, path);
  const cel = hasCelRules(reading.schema)
    ? ['x-kubernetes-validations rules are stored, but this server does not evaluate them yet']
    : [];
  return [...reading.warnings, ...cel].map((warning) => `${path}: ${warning}`);
}

function columnWarnings({ additionalPrinterColumns = [] }: DefinitionVersion, path: string): readonly string[] {
  return additionalPrinterColumns.flatMap(({ jsonPath }, index) =>
    parseJsonPath(jsonPath) === undefined
      ? [`${path}[${index}].jsonPath: "${jsonPath}" is not understood, the column stays empty`]
      : [],
  );
}

function hasCelRules(schema: StructuralSchema): boolean {
  const { items, additionalProperties, properties, celRules } = schema;
  return (
    celRules.length > 0 ||
    (items !== undefined && hasCelRules(items)) ||
    (typeof additionalProperties === 'object' && hasCelRules(additionalProperties)) ||
    [...properties.values()].some(hasCelRules)
  );
}
