/**
 * The controller of functions. FunctionControl connects it with the router of the gateway: calls change what the scaling
 * wants, the reconciler makes instances of it, and what it knows is stored in the status of the function before it acts.
 */
export { FunctionControl, type FunctionControlOptions } from './function-control.ts';
export { FUNCTION_LABEL, POOL_LABEL, REVISION_LABEL, RUNTIME_LABEL } from './instance-pods.ts';
