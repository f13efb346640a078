export type {
  ApiBody,
  ApiHandler,
  ApiMethod,
  ApiObjectResponse,
  ApiRequest,
  ApiResponse,
  ApiTextResponse,
  ApiWatchResponse,
  UserInfo,
} from './handler.ts';
export type {
  JsonValue,
  KubeList,
  KubeObject,
  ObjectMeta,
  OwnerReference,
  WatchEvent,
  WatchEventType,
} from './object.ts';
export {
  apiVersionOf,
  defineResource,
  qualifiedName,
  type ResourceInfo,
  type ResourceType,
  resourcePath,
  type SubresourceInfo,
  type Verb,
} from './resource.ts';
