import type * as z from 'zod';
import type { ChangeContext } from './change-rules.ts';
import type { CheckContext } from './check-context.ts';
import type { ComponentType } from './component-type.ts';
import type { EndpointChanges } from './endpoint.ts';
import type { ExclusiveName, NamingContext } from './exclusive-name.ts';
import type { NestedTraits, Nesting } from './nesting.ts';
import type { TraitProfile } from './profile.ts';

/**
 * What a trait acts on. `container`: one container; such a trait may also be nested in traits that add containers.
 * `workload`: the component's pods as a whole, or what stands around them. `component`: every object of the
 * component, so that components without containers have it too.
 */
export type TraitScope = 'container' | 'workload' | 'component';

/** What a trait is attached to, for defaults made from names. */
export interface TraitOwner {
  /** The component's name. */
  readonly name: string;
  /** The name of the container: the component's, or that of the init or sidecar container the trait is nested in. */
  readonly container: string;
}

/** Declares one trait: its schema, its defaults and its checks. A renderer of the same name belongs to it. */
export interface Trait<S extends z.ZodType = z.ZodType> {
  /** One sentence for people choosing traits. */
  readonly summary: string;
  readonly schema: S;
  /** @default 'workload' */
  readonly scope?: TraitScope;
  /** Present exactly on traits that add containers; made by `defineContainerTrait`. */
  readonly nests?: Nesting<S>;
  /** Present on traits that can take a part of their data from a named profile. */
  readonly profile?: TraitProfile;
  /**
   * Whether forms offer it for components of a type that runs containers; elsewhere `check` reports that it means nothing.
   * @default for all of them
   */
  readonly fits?: (type: ComponentType, name: string) => boolean;
  /** Fills in defaults that depend on the component; runs on data the schema accepted, before `check`. */
  complete?(data: z.output<S>, owner: TraitOwner): z.output<S>;
  /** Names of objects it makes that other components of the application could want as well. */
  exclusiveNames?(data: z.output<S>, context: NamingContext): readonly ExclusiveName[];
  /** What the trait changes about how others reach the component. */
  serves?(data: z.output<S>): EndpointChanges;
  /**
   * Reports what cannot become of the previous data, because Kubernetes refuses to change it in place. Either state may
   * be without the trait; the component is of the same type in both.
   */
  checkChange?(previous: z.output<S> | undefined, next: z.output<S> | undefined, context: ChangeContext): void;
  /** Rules beyond the schema. */
  check?(data: z.output<S>, context: CheckContext): void;
}

/** Keeps the exact schema type of an entry, which the renderer's types are made from. */
export function defineTrait<S extends z.ZodType>(trait: Trait<S>): Trait<S> {
  return trait;
}

/** A trait that adds containers, as its author writes it: the schema takes that of the traits nested in each. */
export interface ContainerTrait<S extends z.ZodType> extends Omit<Trait<S>, 'schema' | 'nests' | 'scope'> {
  /** The data must be a list whose entries have a `name` and, under `traits`, the nested traits. */
  schema(nested: z.ZodType<NestedTraits>): S;
  /** Container traits that mean nothing in such a container, and why. */
  readonly pointless?: Nesting<S>['pointless'];
}
