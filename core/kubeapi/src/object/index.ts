/**
 * Kubernetes objects and JSON: `KubeObject`, `ResourceType`, names, timestamps, deep equality, a strict JSON reader
 * (`readJson` reports duplicate keys and rounded integers and limits nesting), and the compact schema of the built-in
 * types. `ApiHandler`, a Kubernetes API as a function, is the interface between servers and clients: their users cannot
 * distinguish loopback from HTTP.
 */
export { followsOrder, type Identity, orderElements } from './element-order.ts';
export { type FieldError, fieldError } from './field-error.ts';
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
export { JsonError, type JsonErrorCode } from './json/json-error.ts';
export { formatJsonPath, type JsonPath } from './json/json-path.ts';
export { type JsonDocument, MAX_JSON_DEPTH, readJson } from './json/json-reader.ts';
export type { InexactInteger } from './json/json-walk.ts';
export {
  asJsonObject,
  deepEqual,
  deepFreeze,
  isJsonArray,
  isJsonObject,
  isJsonValue,
  type JsonObject,
  ownValue,
} from './json.ts';
export {
  isDns1035Label,
  isDns1123Label,
  isDns1123Subdomain,
  isLabelValue,
  isQualifiedName,
  type NameProblems,
  nameProblems,
} from './names.ts';
export {
  type JsonValue,
  type KubeList,
  type KubeObject,
  microTimestamp,
  nanoTimestamp,
  type ObjectMeta,
  type OwnerReference,
  timestamp,
  type WatchEvent,
  type WatchEventType,
} from './object.ts';
export {
  defineCustomResource,
  defineResource,
  formatApiVersion,
  qualifiedName,
  type ResourceInfo,
  type ResourceType,
  resourcePath,
  type SubresourceInfo,
  type Verb,
} from './resource.ts';
export {
  decodeSchema,
  type FieldSchema,
  type ListSchema,
  type MapSchema,
  type ObjectSchema,
  type ScalarKind,
  type ScalarSchema,
  type Schema,
  type ValueSchema,
} from './schema.ts';
