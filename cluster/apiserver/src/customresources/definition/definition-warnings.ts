import type { SchemaReadings } from '../schema/schema-readings.ts';
import type { StructuralSchema } from '../schema/structural-schema.ts';
import { parseJsonPath } from '../serving/json-path.ts';
import type { Definition, DefinitionVersion } from './definition.ts';
import { versionSchema } from './version-schema.ts';

/** What the author of a definition should know although it is accepted. */
export function definitionWarnings(definition: Definition, schemas: SchemaReadings): readonly string[] {
  return definition.spec.versions.flatMap((version, index) => [
    ...schemaWarnings(definition, index, schemas),
    ...columnWarnings(version, `spec.versions[${index}].additionalPrinterColumns`),
  ]);
}

function schemaWarnings(definition: Definition, index: number, schemas: SchemaReadings): readonly string[] {
  const reading = versionSchema(definition, index, schemas);
  if (reading === undefined) return [];
  const cel = hasCelRules(reading.schema)
    ? ['x-kubernetes-validations rules are stored, but this server does not evaluate them yet']
    : [];
  return [...reading.warnings, ...cel].map((warning) => `${reading.path}: ${warning}`);
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
