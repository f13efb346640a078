import type * as z from 'zod';

/** A schema of the contract. */
export type Schema = z.ZodType;

/** What a schema accepts has this type after parsing. */
export type SchemaOutput<S extends Schema> = z.output<S>;

/** What may be handed to a schema to be serialised by it. */
export type SchemaInput<S extends Schema> = z.input<S>;
