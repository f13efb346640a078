/**
 * The contract of plug-ins, version `CONTRACT`. A plug-in states the version it was written for and is refused by a
 * KubeMin of another one. Additions that old plug-ins need not know keep the version; everything else raises it.
 */
export type {
  PluginFetchRequest,
  PluginFetchResponse,
  PluginJobContext,
  PluginNotifierContext,
  PluginObjectContext,
  PluginResult,
  PluginStepContext,
} from './job-context.ts';
export {
  CONTRACT,
  definePlugin,
  type EntryWording,
  type JsonSchema,
  type Plugin,
  type PluginComponentType,
  type PluginEvent,
  type PluginGateway,
  type PluginGatewayContext,
  type PluginJobType,
  type PluginNotifier,
  type PluginStepType,
  type PluginTrait,
  pluginComponentType,
  pluginStepType,
  pluginTrait,
} from './plugin.ts';
