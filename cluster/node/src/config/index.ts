/**
 * ConfigMaps, Secrets and tokens for pods, and the HTTP API of the kubelet.
 */
export type { ConfigLookup, ConfigPlace } from './config-lookup.ts';
export { ConfigTracker } from './config-tracker.ts';
export {
  containerEnvironment,
  downwardValue,
  type EnvironmentSources,
  expandVariables,
} from './container-environment.ts';
export { type LineCommand, parseLine, type WordPart } from './kubelet/command-line.ts';
export { KubeletServer } from './kubelet/kubelet-server.ts';
export { type LogLine, LogWriter, selectLines } from './kubelet/log-line.ts';
export {
  type ContainerPlace,
  KubeletError,
  type LogOptions,
  type NodeWork,
  type PodPlace,
} from './kubelet/node-work.ts';
export { type ContainerUsage, type StatsSummary, simulatedSummary, type UsageReader } from './kubelet/stats-summary.ts';
export { missingEnvironment, missingVolumes } from './missing-config.ts';
export { MountEvents } from './mount-events.ts';
