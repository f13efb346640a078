/** The path of a keyword or field inside a schema: `schema.properties[spec].type`. */
export function inside(path: string, ...names: readonly string[]): string {
  return [...(path === '' ? [] : [path]), ...names].join('.');
}

/** The path of an entry with a free name: `properties[spec]`. */
export function keyed(path: string, keyword: string, key: string | number): string {
  return `${inside(path, keyword)}[${key}]`;
}

/** The path of a field in a value: `spec.replicas`. */
export function fieldPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Where in a schema the reader is: which rules hold depends on it. */
export interface SchemaPlace {
  readonly path: string;
  /** `nested`: inside allOf, anyOf, oneOf or not, where only conditions on values may stand. */
  readonly level: 'root' | 'item' | 'field' | 'nested';
  readonly depth: number;
  /** Inside apiVersion, kind or metadata of an object. */
  readonly insideMeta: boolean;
  /** Why no defaults are allowed here. */
  readonly noDefaults: string | undefined;
}
