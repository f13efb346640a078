import {
  builtinRegistry,
  builtinStepDeclarations,
  createModel,
  type DocumentForm,
  type DocumentReader,
  extendRegistry,
  type ModelRegistry,
  stepTypeDeclarations,
} from '@kubemin/model';
import type { PluginDescription } from '@kubemin/plugin/description';
import { pluginRegistryAdditions } from '@kubemin/plugin/entries';

/** The model in the browser: finds the same problems as the server, and describes the forms. */
export interface EditorModel {
  readonly model: DocumentReader;
  readonly form: DocumentForm;
}

/** With the component types, traits and steps of plug-ins: their schemas are applied here, their own rules by the server. */
export function createEditorModel(plugins: readonly PluginDescription[]): EditorModel {
  const registry = plugins.reduce<ModelRegistry>(
    (known, description) => extendRegistry(known, pluginRegistryAdditions(description)),
    extendRegistry(builtinRegistry, stepTypeDeclarations(builtinStepDeclarations)),
  );
  const model = createModel(registry);
  return { model, form: model.form() };
}
