import {
  builtinRegistry,
  builtinStepDeclarations,
  createModel,
  type DocumentReader,
  extendRegistry,
  type ModelRegistry,
  stepTypeDeclarations,
} from '@kubemin/model';
import type { PluginDescription } from '@kubemin/plugin/description';
import { pluginGatewayRenderer, pluginRegistryAdditions, pluginRenderers } from '@kubemin/plugin/entries';
import type { LoadedPlugins } from '@kubemin/plugin/host';
import {
  builtinRenderRegistry,
  createRenderer,
  type DocumentRenderer,
  type RenderRegistry,
  type RenderSettings,
} from '@kubemin/render';

/** What reads and renders documents. */
export interface DocumentTools {
  readonly model: DocumentReader;
  readonly renderer: DocumentRenderer;
}

/** What an operator decides about them. */
export interface DocumentToolsOptions {
  /** The gateway of a plug-in that the trait `gateway` is rendered for. @default the built-in targets */
  readonly gateway?: string | undefined;
  readonly settings?: Partial<RenderSettings>;
}

/** With the entries of plug-ins that run in this process. */
export function documentTools(
  { loaded }: Pick<LoadedPlugins, 'loaded'>,
  options: DocumentToolsOptions = {},
): DocumentTools {
  const registry = loaded.reduce<ModelRegistry>(
    (known, { description, thread }) => extendRegistry(known, pluginRegistryAdditions(description, thread)),
    platformRegistry(),
  );
  const renderers = loaded.map(({ description, thread }) => pluginRenderers(description, thread));
  const { gateway, settings } = options;
  const provider = loaded.find(
    ({ description }) => gateway !== undefined && Object.hasOwn(description.gateways, gateway),
  );
  const routes = gateway === undefined ? {} : { gateway: pluginGatewayRenderer(gateway, provider) };
  const renderRegistry: RenderRegistry<ModelRegistry> = {
    model: registry,
    componentTypes: Object.assign(
      {},
      builtinRenderRegistry.componentTypes,
      ...renderers.map((each) => each.componentTypes),
    ),
    traits: Object.assign({}, builtinRenderRegistry.traits, ...renderers.map((each) => each.traits), routes),
  };
  return { model: createModel(registry), renderer: createRenderer(renderRegistry, settings) };
}

/** A model with the entries of plug-ins that run elsewhere: their schemas are applied, their own rules are not. */
export function toolsFromDescriptions(descriptions: readonly PluginDescription[]): Pick<DocumentTools, 'model'> {
  const registry = descriptions.reduce<ModelRegistry>(
    (known, description) => extendRegistry(known, pluginRegistryAdditions(description)),
    platformRegistry(),
  );
  return { model: createModel(registry) };
}

function platformRegistry(): ModelRegistry {
  return extendRegistry(builtinRegistry, stepTypeDeclarations(builtinStepDeclarations));
}
