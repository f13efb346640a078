/**
 * What commands do with functions of a cluster: read code into an archive (`readFunctionCode`), store it and write the
 * function (`writeFunction`), wait for it, and call it through the gateway. All but the calls goes through the
 * Kubernetes API, so that it works with any cluster that serves the definitions.
 */
export { callFunction } from './call-function.ts';
export {
  type FunctionReadiness,
  type FunctionWish,
  readReadiness,
  storeCode,
  type WrittenFunction,
  waitUntilReady,
  writeFunction,
} from './deploy-function.ts';
export {
  type FunctionOptions,
  findGateway,
  functionPath,
  type GatewayChoice,
  gatewayUnknown,
  getFunction,
  withFunctions,
} from './function-cluster.ts';
export { type FunctionCode, readFunctionCode } from './function-code.ts';
export { checkWorkflow, followWorkflowRun, loadData, startRun } from './workflow-runs.ts';
