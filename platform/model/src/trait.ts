import type * as z from 'zod';
import type { CheckContext } from './check-context.ts';
import type { EndpointChanges } from './endpoint.ts';

/** Declares what one trait takes. A file with such an entry, and its renderer, is all a new trait needs. */
export interface Trait<S extends z.ZodType = z.ZodType> {
  /** One sentence for people choosing traits. */
  readonly summary: string;
  readonly schema: S;
  /** Fills in defaults that depend on the component; runs on data the schema accepted, before `check`. */
  complete?(data: z.output<S>, component: { readonly name: string }): z.output<S>;
  /** What the trait changes about how others reach the component. */
  serves?(data: z.output<S>): EndpointChanges;
  /** Rules beyond the schema. */
  check?(data: z.output<S>, context: CheckContext): void;
}

/** Keeps the exact schema type of an entry, which the renderer's types are made from. */
export function defineTrait<S extends z.ZodType>(trait: Trait<S>): Trait<S> {
  return trait;
}
