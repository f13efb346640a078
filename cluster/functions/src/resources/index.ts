/**
 * The custom resources of functions. Types, definitions and columns follow from one declaration each; any Kubernetes
 * serves them.
 */
export {
  type FunctionEnv,
  type FunctionObject,
  type FunctionRevision,
  type FunctionScaling,
  type FunctionSpec,
  type FunctionStatus,
  functions,
  type ScalingStatus,
} from './function-resource.ts';
export { FUNCTIONS_GROUP, FUNCTIONS_VERSION, typicalColumns } from './group.ts';
export { type Invocation, type InvocationSpec, type InvocationStatus, invocations } from './invocation-resource.ts';
