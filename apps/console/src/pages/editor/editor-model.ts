import {
  builtinRegistry,
  builtinStepDeclarations,
  createModel,
  type DocumentForm,
  type DocumentReader,
  extendRegistry,
  stepTypeDeclarations,
} from '@kubemin/model';

/** The model in the browser: finds the same problems as the server, and describes the forms. */
export interface EditorModel {
  readonly model: DocumentReader;
  readonly form: DocumentForm;
}

export function createEditorModel(): EditorModel {
  const model = createModel(extendRegistry(builtinRegistry, stepTypeDeclarations(builtinStepDeclarations)));
  return { model, form: model.form() };
}
