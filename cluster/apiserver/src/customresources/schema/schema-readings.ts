import { readSchema, type SchemaReading } from './schema-reader.ts';

/**
 * Readings of schemas, each made once: on its way a definition is checked, judged, served and warned about, and large
 * schemas take their time. A reading lives as long as its schema.
 */
export class SchemaReadings {
  readonly #readings = new WeakMap<object, { readonly path: string; readonly reading: SchemaReading }>();

  /** Like readSchema; the schema must not change afterwards. */
  read(schema: object, path: string): SchemaReading {
    const known = this.#readings.get(schema);
    if (known?.path === path) return known.reading;
    const reading = readSchema(schema, path);
    this.#readings.set(schema, { path, reading });
    return reading;
  }
}
