import type * as z from 'zod';
import type { CheckContext, SourceKind } from './check-context.ts';

/** Declares what one component type takes. A file with such an entry, and its renderer, is all a new type needs. */
export interface ComponentType<S extends z.ZodObject = z.ZodObject> {
  /** One sentence for people choosing a type. */
  readonly summary: string;
  readonly properties: S;
  /** `required`: it runs containers from an image. `none`: it is data only; image, replicas and traits mean nothing. */
  readonly image: 'required' | 'none';
  /** `templates`: every copy gets claims of its own. @default 'none' */
  readonly claims?: 'templates' | 'none';
  /** Whether its pods run to completion. @default 'for-ever' */
  readonly runs?: 'for-ever' | 'to-completion';
  /** What other components may refer to by this component's name. */
  readonly provides?: { readonly kind: SourceKind; keys(properties: z.output<S>): readonly string[] };
  /** The ports of its Service. Left out by types that have none. */
  serves?(properties: z.output<S>): readonly number[];
  /** Whether the number of copies may change while it runs, as autoscaling does. @default false */
  readonly scales?: boolean;
  /** Rules beyond the schema; run only on properties the schema accepted. */
  check?(properties: z.output<S>, context: CheckContext): void;
}

/** Keeps the exact schema type of an entry, which the renderer's types are made from. */
export function defineComponentType<S extends z.ZodObject>(type: ComponentType<S>): ComponentType<S> {
  return type;
}
