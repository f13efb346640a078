/**
 * `createRenderer`: an application document to Kubernetes objects, by the renderers of component types and traits in a
 * `RenderRegistry`, which does not compile unless it has exactly one for each entry of the model registry. Pure: the
 * same document and identity give the same objects in the same order. Throws `RenderError` with the path in the
 * document; then nothing of the application should be applied.
 */
export { builtinRenderRegistry } from './builtin.ts';
export type {
  ComponentContext,
  ComponentRenderer,
  ContainerRequest,
  PodRequest,
  PodResult,
} from './component-renderer.ts';
export type { Schedule } from './cron-job.ts';
export type { Decoration, DecorationContext } from './decoration.ts';
export { REWRITE_TARGET, USE_REGEX } from './nginx-rewrite.ts';
export { joinSettings, type PodSettings } from './pod-settings.ts';
export type { ComponentRenderers, RenderRegistry, TraitRenderers } from './registry.ts';
export { createRenderer, type DocumentRenderer, type Renderer } from './renderer.ts';
export { mergeResults } from './trait-merge.ts';
export type {
  ContainerChanges,
  ServiceChanges,
  ServiceView,
  TraitContext,
  TraitRenderer,
  TraitResult,
  WorkloadView,
} from './trait-renderer.ts';
export { daemonSetStrategy, deploymentStrategy, statefulSetStrategy } from './update-strategy.ts';
