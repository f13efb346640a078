/**
 * The ingress controller of a node: a reverse proxy that serves Ingresses and HTTPRoutes.
 *
 * `routeTable` is the pure core: objects in, hosts, paths, weighted backends with their endpoints, certificates and problems
 * out. `IngressController` follows sources of objects (informers), makes a new table after each change and serves requests by
 * it; `listen` may be called before or after the sources have objects.
 *
 * Guarantees:
 * - A table is replaced at once. Requests under way finish on the endpoint they began with; endpoints that are terminating,
 *   unready or gone get no new request, and unused connections to them are closed.
 * - A request is sent twice only if no byte of it was sent before (the connection failed; the next endpoint is tried), or if
 *   it is idempotent and the connection was closed before the first byte of a response, where the connection was a kept one
 *   or its endpoint has left the table (once, on a new connection).
 * - What a client sends is read strictly and written again for the backend: framing, hop-by-hop fields and X-Forwarded-*
 *   never pass through. Anything that two parsers could read differently is refused with 400.
 * - Nothing an object contains makes the controller fail. What cannot be served is recorded as a Warning event of the object;
 *   a route whose protection (auth-*, source ranges) is not available is refused with 503 instead of served without it.
 *
 * Its parts for HTTP/1.1 are exported for the proxy of outgoing requests, which reads and writes messages in the same way.
 *
 * Served of ingress-nginx (`nginx.ingress.kubernetes.io/…`): rewrite-target, use-regex, canary, canary-weight,
 * canary-weight-total, canary-by-header, -value, -pattern, canary-by-cookie, ssl-redirect, force-ssl-redirect,
 * proxy-body-size, proxy-connect-timeout, proxy-send-timeout, proxy-read-timeout, backend-protocol (HTTP, HTTPS), affinity and
 * session-cookie-*. Paths are patterns where use-regex or rewrite-target is set and the path has signs of a pattern; they
 * are compared with the path in which unreserved characters are decoded and all others are percent-encoded.
 *
 * Served of the Gateway API: HTTPRoute with path, method and header matches, weights, RequestRedirect, URLRewrite of the path
 * and timeouts; Gateway with hostnames, certificates and allowedRoutes of its listeners. The ports are those of `listen`.
 */

export { type ClassOptions, type RouteSources, routeTable } from './build-table.ts';
export type { ClientExchange, ExchangeListener } from './exchange.ts';
export { type Deadlined, Forwarding, type ForwardingContext } from './forwarding.ts';
export { type Gateway, gateways, type HttpRoute, httpRoutes } from './gateway-api.ts';
export { type ClientContext, type ClientLimits, Http1Client } from './http1-client.ts';
export { HeadReader, type MessageFault } from './http1-head.ts';
export {
  IngressController,
  type IngressControllerOptions,
  type IngressSources,
  type ObjectSource,
} from './ingress-controller.ts';
export type { ListeningPorts, ListenOptions, ProxyLimits } from './ingress-proxy.ts';
export { originHead, readAuthority } from './request-head.ts';
export type { Backend, Certificate, Endpoint, Route, RouteProblem, RouteTable } from './route-table.ts';
export { Tunnel } from './tunnel.ts';
export { UpstreamConnection } from './upstream-connection.ts';
