/**
 * `createRenderer`: an application document to Kubernetes objects, by the renderers of component types and traits
 * in a registry. Pure: the same document gives the same objects.
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
