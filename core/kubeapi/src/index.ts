export { type Amounts, parseAmounts } from './amounts.ts';
export type { CertificateAuthority, RequestedSubject } from './certificates/certificate-authority.ts';
export { deepEqual } from './deep-equal.ts';
export { deepFreeze } from './deep-freeze.ts';
export { type FieldError, fieldError } from './field-error.ts';
export { type FieldRequirement, formatFieldSelector, parseFieldSelector } from './field-selector.ts';
export type { Status, StatusCause, StatusDetails } from './generated/types/meta.v1.gen.ts';
export type {
  ApiBody,
  ApiHandler,
  ApiMethod,
  ApiObjectResponse,
  ApiRequest,
  ApiResponse,
  ApiStreamResponse,
  ApiTextResponse,
  ApiUpgradeResponse,
  ApiWatchResponse,
  UserInfo,
} from './handler.ts';
export { ignoreNotFound } from './ignore-not-found.ts';
export { JsonError, type JsonErrorCode } from './json/json-error.ts';
export { formatJsonPath, type JsonPath } from './json/json-path.ts';
export { type JsonDocument, MAX_JSON_DEPTH, readJson } from './json/json-reader.ts';
export type { InexactInteger } from './json/json-walk.ts';
export { isJsonArray, isJsonObject, type JsonObject } from './json.ts';
export { applyJsonPatch } from './json-patch.ts';
export { type JsonPatchOperation, MAX_JSON_PATCH_OPERATIONS } from './json-patch-operation.ts';
export { type LabelOperator, type LabelRequirement, LabelSelector, labelSelectorFromObject } from './label-selector.ts';
export { formatLabelSelector, parseLabelSelector } from './label-selector-text.ts';
export { applyMergePatch } from './merge-patch.ts';
export { metricsApi, type NodeMetrics, type PodMetrics, type ResourceUsage } from './metrics-api.ts';
export {
  isDns1035Label,
  isDns1123Label,
  isDns1123Subdomain,
  isLabelValue,
  isQualifiedName,
  type NameProblems,
  nameProblems,
} from './names.ts';
export type { NodeConnections } from './node/node-connections.ts';
export { mayNodeLabelItself, nodeRoles } from './node/node-label.ts';
export { matchesAnyTerm, matchesTerm, podSelectsNode } from './node/node-selection.ts';
export type {
  JsonValue,
  KubeList,
  KubeObject,
  ObjectMeta,
  OwnerReference,
  WatchEvent,
  WatchEventType,
} from './object.ts';
export { PatchError, type PatchErrorCode } from './patch-error.ts';
export { type HostPort, podHostPorts, TakenPorts } from './pod/host-port.ts';
export { podPeak } from './pod/pod-peak.ts';
export { podRequests } from './pod/pod-requests.ts';
export { podStatusText } from './pod/pod-status-text.ts';
export { Quantity, type QuantityFormat } from './quantity.ts';
export { canonicalQuantity, formatQuantity, parseQuantity, QuantityError } from './quantity-text.ts';
export {
  defineResource,
  formatApiVersion,
  qualifiedName,
  type ResourceInfo,
  type ResourceType,
  resourcePath,
  type SubresourceInfo,
  type Verb,
} from './resource.ts';
export { SelectorError } from './selector-error.ts';
export { isRetryable, isStatusError, StatusError, type StatusReason } from './status-error.ts';
export {
  alreadyExists,
  applyConflict,
  badRequest,
  conflict,
  expired,
  forbidden,
  internal,
  invalid,
  methodNotAllowed,
  notAcceptable,
  notFound,
  pathNotFound,
  requestEntityTooLarge,
  serviceUnavailable,
  timeout,
  tooLargeResourceVersion,
  tooManyRequests,
  unauthorized,
  unsupportedMediaType,
} from './status-errors.ts';
export { isStatus, statusErrorFromResponse } from './status-response.ts';
export { applyStrategicMergePatch } from './strategic-merge-patch.ts';
export { microTimestamp, timestamp } from './timestamp.ts';
