import {
  builtinRegistry,
  builtinStepDeclarations,
  createModel,
  extendRegistry,
  stepTypeDeclarations,
} from '@kubemin/model';

/** Reads the documents of every test platform. */
export const testModel = createModel(extendRegistry(builtinRegistry, stepTypeDeclarations(builtinStepDeclarations)));
