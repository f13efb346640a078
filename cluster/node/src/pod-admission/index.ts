/**
 * Which pods a node runs: `findRejection` decides whether one that was bound to it is admitted, `choosePreempted` which
 * others end for a critical pod. Both are pure; the agent carries them out.
 */
export { findRejection, type Rejection } from './admit-pod.ts';
export { choosePreempted } from './choose-preempted.ts';
export { isCriticalPod, isMirrorPod, isStaticPod, MIRROR, podPriority } from './pod-rank.ts';
