import * as z from 'zod';
import type { FieldHints } from './field.ts';
import { KeyIndex } from './key-index.ts';
import { unwrapSchema } from './schema-walk.ts';

/** How a schema spells a value. */
export type Shape = { readonly hints: FieldHints } & (
  | { readonly kind: 'object'; readonly schema: z.ZodObject; readonly keys: KeyIndex; readonly isLoose: boolean }
  | { readonly kind: 'list'; readonly element: z.core.$ZodType }
  | { readonly kind: 'map'; readonly value: z.core.$ZodType }
  | { readonly kind: 'scalar'; readonly schema: z.core.$ZodType }
);

/** The shapes of a model's schemas, each found out once: asking a schema takes longer than reading the value. */
export class Shapes {
  readonly #known = new WeakMap<z.core.$ZodType, Shape>();

  of(schema: z.core.$ZodType): Shape {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const shape = toShape(schema);
    this.#known.set(schema, shape);
    return shape;
  }
}

function toShape(wrapped: z.core.$ZodType): Shape {
  const { schema, hints } = unwrapSchema(wrapped);
  if (schema instanceof z.ZodObject) {
    return { kind: 'object', schema, hints, keys: new KeyIndex(schema.def.shape), isLoose: isLoose(schema) };
  }
  if (schema instanceof z.ZodArray) return { kind: 'list', hints, element: schema.def.element };
  if (schema instanceof z.ZodRecord) return { kind: 'map', hints, value: schema.def.valueType };
  return { kind: 'scalar', schema, hints };
}

function isLoose({ def }: z.ZodObject): boolean {
  return def.catchall !== undefined && !(def.catchall instanceof z.ZodNever);
}
