/**
 * Eviction: `PressureMonitor` compares what the machine has left with the thresholds of the configuration, reports the
 * conditions of the node, frees room, and ends pods, the one first that is furthest above its requests. Thresholds over
 * time (`PressureTracker`), the order of pods (`rankPods`) and messages are pure.
 */
export { pressureRejection } from './eviction-message.ts';
export { readNode } from './node-readings.ts';
export { PressureMonitor } from './pressure-monitor.ts';
export type { PressureCondition, Readings } from './pressure-tracker.ts';
export type { ContainerUsage, PodUsage } from './rank-pods.ts';
