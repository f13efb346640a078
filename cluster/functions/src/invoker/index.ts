/**
 * How other parts (chains, triggers, invocations) call functions: over the gateway, so that they are counted, wait for
 * instances and get responses exactly as requests of people do.
 */
export {
  COLD_HEADER,
  ERROR_HEADER,
  EVENT_ID_HEADER,
  FROM_WORKFLOW_HEADER,
  type FunctionCall,
  type FunctionInvoker,
  type FunctionResult,
} from './function-invoker.ts';
export { type HttpInvokerOptions, httpInvoker } from './http-invoker.ts';
