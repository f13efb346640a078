import type { SchemaReading } from '../schema/schema-reader.ts';
import type { SchemaReadings } from '../schema/schema-readings.ts';
import type { Definition } from './definition.ts';

/** The schema of one of a definition's versions, with its path; undefined when the version has none. */
export function versionSchema(
  { spec }: Definition,
  index: number,
  schemas: SchemaReadings,
): (SchemaReading & { readonly path: string }) | undefined {
  const json = spec.versions[index]?.schema?.openAPIV3Schema;
  if (json === undefined) return undefined;
  const path = `spec.versions[${index}].schema.openAPIV3Schema`;
  return { ...schemas.read(json, path), path };
}
