/**
 * From a request to a response: paths and discovery, bodies (JSON, YAML, protobuf), the verbs and built-in
 * subresources, the OpenAPI documents. `boot/` has what the server itself creates and maintains, such as the default
 * objects of namespaces and the service `kubernetes`, and what it deletes, such as expired events. Bodies are
 * untrusted: size, nesting and aliases are limited. Writes go through `ObjectRegistry` of `../registry`.
 * `../api-handler.ts` puts the parts together.
 */
export { isApply } from './apply-patch.ts';
export { applyScale } from './apply-scale.ts';
export { ApiServices, isBuiltinGroup } from './boot/api-services.ts';
export { ensureObject } from './boot/ensure-object.ts';
export { expireEvents } from './boot/event-expiry.ts';
export { startHistoryTrimmer } from './boot/history-trimmer.ts';
export { KeyedRetryLoop } from './boot/keyed-retry-loop.ts';
export { type Advertised, advertiseServer } from './boot/kubernetes-service.ts';
export { NamespaceBootstrapper } from './boot/namespace-bootstrapper.ts';
export { NamespaceTerminator } from './boot/namespace-terminator.ts';
export { freeOrphanedReservations } from './boot/reservation-check.ts';
export { createSystemObjects } from './boot/system-objects.ts';
export type { AuthenticationFacts } from './boot/well-known-objects.ts';
export { type ForwardedPaths, withForwardedPaths } from './forwarded-paths.ts';
export { isLongRunning, withRequestTimeout } from './long-running.ts';
export { emptySwagger, OpenApi } from './openapi/openapi.ts';
export { builtinTypes, type PublishedType } from './openapi/published-type.ts';
export {
  type AggregatedGroups,
  type AggregatedGroupVersion,
  Discovery,
  SERVER_VERSION,
} from './paths/discovery.ts';
export { createPathHandler, type PathHandler, type PathSource } from './paths/path-handler.ts';
export { isPod, podNodeName, withSpec } from './pods.ts';
export { presentResponse } from './presentation.ts';
export { ProtobufBodies } from './protobuf-body.ts';
export { MAX_BODY_BYTES, requireBody } from './request-body.ts';
export { readObject } from './strict-decoding.ts';
export { bindings } from './subresources/binding.ts';
export { builtinSubresources } from './subresources/builtin-subresources.ts';
export { createScale } from './subresources/scale.ts';
export { createObject } from './verbs/create.ts';
export { deleteCollection, deleteObject } from './verbs/delete.ts';
export { getObject } from './verbs/get.ts';
export { listObjects } from './verbs/list.ts';
export { patchObject, readPatch } from './verbs/patch.ts';
export { updateObject } from './verbs/update.ts';
export { watchObjects } from './verbs/watch.ts';
