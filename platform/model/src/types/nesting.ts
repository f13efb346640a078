import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import { field } from '../field/index.ts';
import { componentMessages } from '../messages/index.ts';
import { type ProblemText, rejectedIssue } from '../problem/index.ts';
import type { ModelRegistry } from './registry.ts';
import type { ContainerTrait, Trait } from './trait.ts';

/** Traits of a container that a trait adds: trait name → canonical data. Its schema comes from the registry. */
export type NestedTraits = Readonly<Record<string, unknown>>;

/** How the traits nested in a trait are read. */
export interface Nesting<S extends z.ZodType = z.ZodType> {
  /** The trait's schema, given that of the traits its containers may have. */
  schema(nested: z.ZodType<NestedTraits>): S;
  /** Container traits that mean nothing in such a container, and why. */
  readonly pointless?: Readonly<Record<string, ProblemText>>;
}

/** What an entry of a trait that adds containers has, whatever else the trait takes. */
export interface NestingEntry {
  readonly name: string;
  readonly traits: NestedTraits;
}

/** Declares a trait that adds containers, into which every container trait of the registry can be nested. */
export function defineContainerTrait<S extends z.ZodType>(trait: ContainerTrait<S>): Trait<S> {
  const { schema, pointless, ...rest } = trait;
  const unread = z.record(z.string(), z.unknown()).prefault({});
  return { ...rest, schema: schema(unread), nests: { schema, ...(pointless === undefined ? {} : { pointless }) } };
}

/** The containers of a trait's data; none for traits that add none. */
export function nestingEntries(trait: Trait | undefined, data: unknown): readonly NestingEntry[] {
  return trait?.nests !== undefined && Array.isArray(data) ? data.filter(isNestingEntry) : [];
}

/** Why the trait called `name` has no effect inside `parent`; undefined when it has. */
export function pointlessReason(trait: Trait, name: string, parent: Trait): ProblemText | undefined {
  if (trait.scope !== 'container') return componentMessages.concernsComponent;
  return parent.nests?.pointless?.[name];
}

/** The schema of every trait of a registry, those that add containers with the schemas of all they may nest. */
export function traitSchemas(registry: ModelRegistry): Readonly<Record<string, z.ZodType>> {
  const nested = z.object(
    Object.fromEntries(
      Object.entries(registry.traits).map(([name, trait]) => [
        name,
        (trait.nests === undefined ? trait.schema : forbidden(name)).optional(),
      ]),
    ),
  );
  return Object.fromEntries(
    Object.entries(registry.traits).map(([name, trait]) => [
      name,
      trait.nests?.schema(field(nested.prefault({}), { widget: 'traits' })) ?? trait.schema,
    ]),
  );
}

/** Refuses each entry of its own, so that people see which ones to move. */
function forbidden(name: string) {
  return z.unknown().superRefine((value, context) => {
    const refuse = (path: readonly number[]) =>
      context.addIssue(
        rejectedIssue(componentMessages.cannotNest({ trait: name }), {
          code: 'NESTED_TRAIT_FORBIDDEN',
          fix: componentMessages.cannotNestFix({ trait: name }),
          path: [...path],
        }),
      );
    if (!Array.isArray(value)) refuse([]);
    else for (const index of value.keys()) refuse([index]);
  });
}

function isNestingEntry(entry: unknown): entry is NestingEntry {
  return isRecord(entry) && typeof entry.name === 'string' && isRecord(entry.traits);
}
