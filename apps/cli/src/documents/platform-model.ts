import { builtinStepTypes, stepTypeDeclarations } from '@kubemin/engine';
import { builtinRegistry, createModel, extendRegistry } from '@kubemin/model';

/** The model of documents as the whole platform understands them: with the steps its engine can run. */
export function platformModel() {
  return createModel(extendRegistry(builtinRegistry, stepTypeDeclarations(builtinStepTypes)));
}
