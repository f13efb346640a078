/**
 * What a plug-in is written against: `definePlugin` and the types of its entries. A plug-in is a module whose default
 * export is a `Plugin`. It runs in threads of its own, with its own copies of every package, so nothing of it is
 * compared by identity: what passes between it and KubeMin is plain data.
 */
export {
  CONTRACT,
  definePlugin,
  type EntryWording,
  type JsonSchema,
  type Plugin,
  type PluginComponentType,
  type PluginEvent,
  type PluginFetchRequest,
  type PluginFetchResponse,
  type PluginGateway,
  type PluginGatewayContext,
  type PluginJobContext,
  type PluginJobType,
  type PluginNotifier,
  type PluginNotifierContext,
  type PluginObjectContext,
  type PluginResult,
  type PluginStepContext,
  type PluginStepType,
  type PluginTrait,
  pluginComponentType,
  pluginStepType,
  pluginTrait,
} from './contract/index.ts';
