import { builtinStepTypes, stepTypeDeclarations } from '@kubemin/engine';
import { builtinRegistry, createModel, extendRegistry } from '@kubemin/model';

/** Reads the documents of every test platform. */
export const testModel = createModel(extendRegistry(builtinRegistry, stepTypeDeclarations(builtinStepTypes)));
