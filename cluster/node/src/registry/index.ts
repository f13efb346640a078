/**
 * A registry of images and other artifacts, by the OCI distribution protocol. `startRegistry` serves the directory that it is given, on this machine alone unless
 * another host is stated.
 *
 * - Pulling needs no token. Pushing and deleting need a token, which `authorizePush` judges; web pages are refused.
 * - What was acknowledged is on the disk. A blob is stored once; a repository returns only what was pushed to it or mounted into it.
 * - An upload that was cut off can be continued, also after a restart.
 * - With `pullThrough`, repositories below the name of another registry (`docker.io/library/nginx`) have what that registry has; it is kept
 *   until it was not asked for during 30 days, and cannot be pushed.
 * - Garbage (blobs that no manifest refers to, uploads that are not continued) is removed periodically, after a day.
 */
export type { PullThroughOptions } from './pull-through.ts';
export { RegistryError, type RegistryErrorCode } from './registry-error.ts';
export type { PushAuthorizer, PushDecision } from './registry-handler.ts';
export { type RegistryServer, type RegistryServerOptions, startRegistry } from './registry-server.ts';
export type { CollectedGarbage, GarbageOptions, RegistryStore } from './registry-store.ts';
