import { ProgrammingError } from '@kubemin/base';
import type { Wording } from '../form/index.ts';
import type { ComponentType } from './component-type.ts';
import type { WorkflowJobType } from './job-type.ts';
import type { Trait } from './trait.ts';

/**
 * What documents may contain. The order of `traits` is the order in which they are processed. Make a larger registry
 * with `extendRegistry`; the schema, its problems and the types of documents follow from it.
 */
export interface ModelRegistry {
  readonly componentTypes: Readonly<Record<string, ComponentType>>;
  readonly traits: Readonly<Record<string, Trait>>;
  /** What workflow steps may do. With none registered, steps may name any type. */
  readonly jobTypes: Readonly<Record<string, WorkflowJobType>>;
  /** What forms and references call the fields of all these entries. */
  readonly wording?: Wording;
}

/** What `extendRegistry` adds; any part may be left out. */
export type RegistryAdditions = Partial<ModelRegistry>;

/** A registry with the entries of both; traits of `additions` are processed after those of `base`. */
export type ExtendedRegistry<B extends ModelRegistry, A extends RegistryAdditions> = {
  readonly componentTypes: B['componentTypes'] & PartOf<A, 'componentTypes'>;
  readonly traits: B['traits'] & PartOf<A, 'traits'>;
  readonly jobTypes: B['jobTypes'] & PartOf<A, 'jobTypes'>;
  readonly wording: Wording;
};

type PartOf<A extends RegistryAdditions, Part extends 'componentTypes' | 'traits' | 'jobTypes'> =
  A extends Readonly<Record<Part, infer Entries extends ModelRegistry[Part]>> ? Entries : unknown;

/** Adds entries to a registry. Throws when a name is taken: replacing an entry silently would change documents' meaning. */
export function extendRegistry<B extends ModelRegistry, const A extends RegistryAdditions>(
  base: B,
  additions: A,
): ExtendedRegistry<B, A>;
export function extendRegistry(base: ModelRegistry, additions: RegistryAdditions): ModelRegistry {
  return {
    componentTypes: joined('component type', base.componentTypes, additions.componentTypes),
    traits: joined('trait', base.traits, additions.traits),
    jobTypes: joined('job type', base.jobTypes, additions.jobTypes),
    wording: { ...base.wording, ...additions.wording },
  };
}

function joined<T>(noun: string, base: Readonly<Record<string, T>>, more: Readonly<Record<string, T>> = {}) {
  for (const name of Object.keys(more)) {
    if (!Object.hasOwn(base, name)) continue;
    throw new ProgrammingError(
      `The ${noun} "${name}" is already registered. Choose another name.`,
      'DUPLICATE_REGISTRY_ENTRY',
    );
  }
  return { ...base, ...more };
}
