/**
 * Plug-ins in this program. `openPlugins` loads those that an operator named, each in threads of its own; `extendModel`
 * and `extendEngine` make the registries of the platform larger by them. `platformPlugins` asks the selected platform for
 * its own, as data: a client reads documents with their traits without running their code.
 */

export { type DocumentTools, documentTools, toolsFromDescriptions } from './document-tools.ts';
export { describePluginState, pluginEngineParts } from './engine-parts.ts';
export { type OpenPluginsOptions, openPlugins } from './open-plugins.ts';
export { platformPlugins } from './platform-plugins.ts';
