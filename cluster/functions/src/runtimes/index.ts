/**
 * The runtimes of functions. `createRuntimes` is the registry; a runtime states which image runs it and with which program.
 * All but `http` run a program of ours, which gets the code of a function by one request; see programs/.
 */
export { createRuntimes, type FunctionRuntime, type RuntimeSettings } from './function-runtime.ts';
