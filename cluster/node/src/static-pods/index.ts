/**
 * Pods from manifest files of the node. `StaticPods` is the source of all pods of an agent: those of the API server and
 * static ones, which it shows in the API server by mirror pods.
 */
export { type MirrorPods, StaticPods, type StaticPodsOptions } from './static-pods.ts';
