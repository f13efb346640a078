/**
 * Container images: a store in a directory, unpacked roots for containers, and all ways to get images into the store.
 *
 * - `ImageStore.open` gives the store of a directory; several processes may have it open at the same time.
 * - `store.find(reference)` looks an image up, `store.root(image)` gives the directory with its flattened file system,
 *   which is never written to after it was made. `store.prune(idsInUse)` removes what no container uses.
 * - `makeNodeImage`, `makeShellImage` (from programs of this machine), `makeImage` (from files) and `buildImage` (from
 *   a Dockerfile) add images; `loadImages` and `saveImages` read and write archives as Docker and OCI tools do;
 *   `pullImage` gets them from registries, `pushImage` sends them there.
 * - `containerProcess` and `resolveUser` turn the config of an image and what a pod states into a process.
 *
 * Images come from anywhere: digests and sizes are checked whenever content is read, and nothing in an image makes this
 * module read or write outside of the store. All files belong to the user that runs the process.
 *
 * Failures that repeat are an ImageError with a code; failed pulls are an ImagePullError.
 */
export {
  makeNodeImage,
  makePauseImage,
  makePythonImage,
  makeShellImage,
  NODE_IMAGE,
  type NodeImageOptions,
  PYTHON_IMAGE,
  plainShellItems,
} from './base-images.ts';
export { parseIgnoreFile } from './build-context.ts';
export { type BuildOptions, buildImage } from './build-image.ts';
export { resolveUser } from './container-user.ts';
export { elfInterpreter } from './elf-interpreter.ts';
export { loadImages, saveImages } from './image-archive.ts';
export { type CollectionResult, type CollectionWish, ImageCollector } from './image-collector.ts';
export { containerProcess, type ImageConfig } from './image-config.ts';
export { ImageError, ImagePullError, ImagePushError } from './image-error.ts';
export { formatImageReference, parseImageReference } from './image-reference.ts';
export { ImageStore, imageArchitecture, type StoredImage } from './image-store.ts';
export type { RootUsers } from './layer-unpacker.ts';
export { makeImage } from './make-image.ts';
export { ACCEPTED_MANIFESTS, type PullProgress, pullImage } from './pull-image.ts';
export { type PushOptions, pushImage } from './push-image.ts';
export { RegistryClient, type RegistryOptions } from './registry-client.ts';
export { parseDockerConfig, type RegistryCredentials } from './registry-credentials.ts';
export { parseRegistryMirror, type RegistryMirror } from './registry-mirror.ts';
export { type StoreLock, tryLock } from './store-lock.ts';
