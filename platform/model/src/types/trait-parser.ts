import * as z from 'zod';
import type { DocumentPath, Report } from '../problem/index.ts';
import { validate } from './issue.ts';
import { type NestedTraits, nestingEntries } from './nesting.ts';
import type { ModelRegistry } from './registry.ts';
import { type OriginalPlaces, validateEntries } from './salvage.ts';
import type { Trait, TraitOwner } from './trait.ts';

/** What the traits of one component are read with. */
export interface TraitParserOptions {
  readonly registry: ModelRegistry;
  /** The assembled schema of each trait. */
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  readonly component: string;
  readonly report: Report;
  readonly places: OriginalPlaces;
}

/** Reads the traits of one component, each on its own so that a fault in one hides no other. */
export function parseTraits(input: unknown, path: DocumentPath, options: TraitParserOptions): NestedTraits {
  const { registry, schemas, component, report, places } = options;
  const given = validate(z.record(z.string(), z.unknown()), input, { at: path, report }) ?? {};
  const owner = { name: component, container: component };
  const traits: [string, unknown][] = [];
  for (const [name, trait] of Object.entries(registry.traits)) {
    if (given[name] === undefined) continue;
    const at = [...path, name];
    const data = validateEntries(schemas[name] ?? trait.schema, given[name], { at, report, places });
    if (data !== undefined) traits.push([name, complete(trait, data, { owner, registry })]);
  }
  return Object.fromEntries(traits);
}

interface Completion {
  readonly owner: TraitOwner;
  readonly registry: ModelRegistry;
}

function complete(trait: Trait, data: unknown, completion: Completion): unknown {
  const completed: unknown = trait.complete?.(data, completion.owner) ?? data;
  if (trait.nests === undefined) return completed;
  return nestingEntries(trait, completed).map((entry) => {
    const owner = { ...completion.owner, container: entry.name };
    return { ...entry, traits: completeNested(entry.traits, { ...completion, owner }) };
  });
}

function completeNested(traits: NestedTraits, completion: Completion): NestedTraits {
  return Object.fromEntries(
    Object.entries(completion.registry.traits).flatMap(([name, trait]) =>
      traits[name] === undefined ? [] : [[name, complete(trait, traits[name], completion)]],
    ),
  );
}
