/**
 * Entries for the registries of model and renderer, made of a plug-in's description. With `PluginCalls` they run the checks
 * and renderers of the plug-in; without, as in a client of another machine, its schemas alone are applied. Objects that
 * plug-ins render are in the application's namespace and grant no rights.
 */
export { pluginGatewayRenderer } from './gateway-renderer.ts';
export { pluginRegistryAdditions } from './registry.ts';
export { isDeliverable, type PluginRenderers, pluginRenderers } from './renderers.ts';
