/**
 * What requests for functions go through. A FunctionRouter knows the functions and their instances: it chooses one for each
 * request, lets requests wait while there is none, and reports demand. `serveGateway` is the HTTP server in front of it.
 *
 * Guarantees: a request is sent to one instance that is ready, and again only when it cannot have been received or the
 * function is declared idempotent. An instance that is drained gets no further request, and is reported when its last one
 * has its response.
 */
export { CallError } from './call-error.ts';
export { type FunctionRoute, FunctionRouter, type RouterEvents } from './function-router.ts';
export { type GatewayMetrics, gatewayMetrics } from './gateway-metrics.ts';
export {
  type AsynchronousCall,
  type Gateway,
  type GatewayOptions,
  type InvocationRecords,
  serveGateway,
} from './gateway-server.ts';
export { RoutedInstance } from './routed-instance.ts';
