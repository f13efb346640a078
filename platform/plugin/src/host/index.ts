/**
 * The side of KubeMin: `loadPlugins` finds plug-ins, describes each in a thread of its own and keeps that thread for pure
 * calls (schemas, checks, renderers). A plug-in that cannot be loaded is listed with its reason, and the others work.
 * `runInThread` runs a job, step or notifier in a thread that ends with it. Nothing a plug-in throws, and no loop or
 * exhausted heap of it, leaves its thread; what is not protected against is code that means harm, as it runs with the
 * rights of this process.
 */
export { findPluginModule, type PluginModule } from './find-module.ts';
export {
  type KnownEntries,
  type LoadedPlugin,
  LoadedPlugins,
  type LoadPluginsOptions,
  loadPlugins,
  type PluginState,
} from './load-plugins.ts';
export { PluginThread } from './plugin-thread.ts';
export { type PluginRun, runInThread } from './run-in-thread.ts';
export { DEFAULT_PLUGIN_LIMITS, type PluginLimits, type ThreadEntry, type ThreadOptions } from './thread-options.ts';
