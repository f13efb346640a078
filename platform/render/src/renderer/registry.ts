import type { BuiltinRegistry, ModelRegistry, PropertiesData, TraitData } from '@kubemin/model';
import type { ComponentRenderer } from './component-renderer.ts';
import type { TraitRenderer } from './trait-renderer.ts';

/**
 * The other half of a model registry: one renderer for each of its entries, no more and no fewer, or it does not
 * compile. Traits are processed in the order of the model's registry.
 */
export interface RenderRegistry<R extends ModelRegistry = BuiltinRegistry> {
  readonly model: R;
  readonly componentTypes: ComponentRenderers<R>;
  readonly traits: TraitRenderers<R>;
}

/** One renderer for each component type of a model registry. */
export type ComponentRenderers<R extends ModelRegistry> = {
  readonly [K in keyof R['componentTypes']]: ComponentRenderer<PropertiesData<R>[K]>;
};

/** One renderer for each trait of a model registry. */
export type TraitRenderers<R extends ModelRegistry> = {
  readonly [K in keyof R['traits']]: TraitRenderer<TraitData<R>[K]>;
};
