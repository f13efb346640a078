import type { Schema } from '../contract/index.ts';
import {
  convertSchema,
  type Direction,
  isObject,
  type JsonObject,
  objectIn,
  redirectReferences,
  type SchemaRegistry,
  schemaRegistry,
} from './json-schema.ts';

/**
 * The shared schemas of an API description: each stands once, under its name, and is referred to from everywhere else.
 * Until `finish`, references contain the direction of a schema: only then it is known which names have two.
 */
export class SchemaComponents {
  readonly #names: SchemaRegistry;
  readonly #shelves = { input: new Map<string, JsonObject>(), output: new Map<string, JsonObject>() };

  constructor(names: ReadonlyMap<Schema, string>) {
    this.#names = schemaRegistry(names);
  }

  /** A reference to a schema of the contract; one that has no name of its own gets `name`. */
  place(schema: Schema, { name, io }: { readonly name: string; readonly io: Direction }): JsonObject {
    const { root, definitions } = this.#convert(schema, io);
    for (const [key, definition] of Object.entries(definitions)) this.#put(key, io, definition);
    return typeof root.$ref === 'string' ? root : this.#put(name, io, root);
  }

  /** What a schema has for each of its fields when something is sent to it, and which are required. */
  fields(schema: Schema): { readonly properties: JsonObject; readonly required: readonly unknown[] } {
    const { root, definitions } = this.#convert(schema, 'input');
    const { [typeof root.$ref === 'string' ? root.$ref.replace(reference('input', ''), '') : '']: own, ...others } =
      definitions;
    for (const [key, definition] of Object.entries(others)) this.#put(key, 'input', definition);
    const { properties, required } = own ?? root;
    return { properties: isObject(properties) ? properties : {}, required: Array.isArray(required) ? required : [] };
  }

  /** A reference to a JSON Schema with definitions of its own, which go by its name and theirs. */
  placeForeign(name: string, foreign: JsonObject): JsonObject {
    const { $schema: _, $id: __, $defs = {}, ...root } = foreign;
    const directed = (value: JsonObject): JsonObject =>
      redirected(value, (key) => reference('input', `${name}.${key}`));
    for (const key of Object.keys($defs ?? {})) {
      this.#put(`${name}.${key}`, 'input', directed(objectIn($defs, key)));
    }
    return this.#put(name, 'input', directed(root));
  }

  /** Part of a description with its references pointing to where `schemas` puts what they mean. */
  finish(part: JsonObject): JsonObject {
    return redirected(part, (directed) => {
      const [io, name = ''] = directed.split(/:(.*)/);
      const shown = io === 'input' && this.#isTwofold(name) ? `${name}Input` : name;
      return `#/components/schemas/${shown}`;
    });
  }

  /** All that was placed, by name, in the order of the alphabet. */
  schemas(): JsonObject {
    const { input, output } = this.#shelves;
    const inputs = [...input].map(([name, schema]) => [this.#isTwofold(name) ? `${name}Input` : name, schema] as const);
    const all = [...new Map([...inputs, ...output])].sort(([one], [other]) => (one < other ? -1 : 1));
    return this.finish(Object.fromEntries(all));
  }

  #convert(schema: Schema, io: Direction): ReturnType<typeof convertSchema> {
    const { root, definitions } = convertSchema(schema, { names: this.#names, io });
    const directed = (value: JsonObject): JsonObject => redirected(value, (name) => reference(io, name));
    const entries = Object.entries(definitions).map(([name, definition]) => [name, directed(definition)] as const);
    return { root: directed(root), definitions: Object.fromEntries(entries) };
  }

  #put(name: string, io: Direction, schema: JsonObject): JsonObject {
    this.#shelves[io].set(name, schema);
    return { $ref: reference(io, name) };
  }

  /** What is sent may leave out what has a default, and have more than what comes back: one name for both would lie. */
  #isTwofold(name: string): boolean {
    const output = this.#shelves.output.get(name);
    const input = this.#shelves.input.get(name);
    const text = (schema: JsonObject): string => JSON.stringify(schema).replaceAll('#/$defs/input:', '#/$defs/output:');
    return input !== undefined && output !== undefined && text(input) !== text(output);
  }
}

function reference(io: Direction, name: string): string {
  return `#/$defs/${io}:${name}`;
}

function redirected(value: JsonObject, target: (name: string) => string): JsonObject {
  const result = redirectReferences(value, target);
  return isObject(result) ? result : {};
}
