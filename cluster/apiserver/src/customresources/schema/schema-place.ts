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
