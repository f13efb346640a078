import {
  builtinRegistry,
  builtinStepDeclarations,
  createModel,
  extendRegistry,
  stepTypeDeclarations,
} from '@kubemin/model';

/** The model of documents as the whole platform understands them: with the steps its engine can run. */
export function platformModel() {
  return createModel(extendRegistry(builtinRegistry, stepTypeDeclarations(builtinStepDeclarations)));
}
