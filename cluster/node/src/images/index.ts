/**
 * Container images: a store in a directory, unpacked roots for containers, and all ways to get images into the store.
 *
 * - `ImageStore.open` gives the store of a directory; several processes may have it open at the same time.
 * - `store.find(reference)` looks an image up, `store.root(image)` gives the directory with its flattened file system,
 *   which is never written to after it was made. `store.prune(idsInUse)` removes what no container uses.
 * - `makeNodeImage`, `makeShellImage` (from programs of this machine), `makeImage` (from files) and `buildImage` (from a
 *   Dockerfile) add images;
 *   `loadImages` and `saveImages` read and write archives as Docker and OCI tools do;
 *   `pullImage` gets them from registries.
 * - `containerProcess` and `resolveUser` turn the config of an image and what a pod states into a process.
 *
 * Images come from anywhere: digests and sizes are checked whenever content is read, and nothing in an image makes this
 * module read or write outside of the store. All files belong to the user that runs the process.
 *
 * Failures that repeat are an ImageError with a code; failed pulls are an ImagePullError.
 */

export {
  makeNodeImage,
  makeShellImage,
  NODE_IMAGE,
  type NodeImageOptions,
  plainShellItems,
  SHELL_IMAGE,
  type ShellImageOptions,
} from './base-images.ts';
export { type BuildOptions, type BuildResult, buildImage, type RunStep } from './build-image.ts';
export { type ResolvedUser, resolveUser } from './container-user.ts';
export { type LoadOptions, loadImages, saveImages } from './image-archive.ts';
export {
  type ContainerProcess,
  containerProcess,
  type EnvironmentVariable,
  type ImageConfig,
  type ProcessRequest,
} from './image-config.ts';
export {
  ImageError,
  type ImageErrorCode,
  ImagePullError,
  type ImagePullErrorCode,
  InvalidImageNameError,
} from './image-error.ts';
export { formatImageReference, type ImageReference, parseImageReference } from './image-reference.ts';
export {
  ImageStore,
  type ImageStoreOptions,
  imageArchitecture,
  type PruneResult,
  type StoredImage,
  type StoreUsage,
} from './image-store.ts';
export type { LayerItem } from './layer-builder.ts';
export type { RootUsers, UnpackLimits } from './layer-unpacker.ts';
export { type ImageParts, makeImage } from './make-image.ts';
export type { Descriptor, Platform } from './manifest.ts';
export { type PullOptions, type PullProgress, pullImage } from './pull-image.ts';
export type { RegistryFetch, RegistryOptions } from './registry-client.ts';
export { parseDockerConfig, type RegistryCredentials } from './registry-credentials.ts';
