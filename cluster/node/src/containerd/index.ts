/**
 * The `containerd` runtime: containers of a containerd that the node starts for itself, in namespaces of its own, over the Container Runtime
 * Interface. See ../runtime/index.ts for the contract. It needs root. The images are those of the node's store, which containerd gets from
 * a registry on the loopback address of the node (`serveImageSource`).
 */
export { type CheckContainerdOptions, checkContainerd } from './check-containerd.ts';
export type { OciRuntime } from './containerd-config.ts';
export { type ImageSource, imageRepository } from './image-importer.ts';
export { serveImageSource } from './image-source-server.ts';
export { type ContainerdRuntimeOptions, findContainerdPrograms, openContainerdRuntime } from './open-runtime.ts';
