/**
 * What containers get from the API, and the kubelet API. `ConfigTracker` looks up ConfigMaps and Secrets and records
 * which pods wait for missing ones; `containerEnvironment` computes variables. `KubeletServer` serves logs, exec,
 * port-forward and statistics of any `NodeWork` (a real agent or simulated nodes); it listens on no port, connections
 * are passed to it.
 */
export type { ConfigLookup, ConfigPlace } from './config-lookup.ts';
export { ConfigTracker } from './config-tracker.ts';
export {
  containerEnvironment,
  downwardValue,
  type EnvironmentSources,
  expandVariables,
  type NodeAmounts,
} from './container-environment.ts';
export { type LineCommand, parseLine, type WordPart } from './kubelet/command-line.ts';
export type { KubeletAuthority, KubeletCredentials, NodeAccess } from './kubelet/kubelet-access.ts';
export { type KubeletListener, type KubeletListenerOptions, listenKubelet } from './kubelet/kubelet-listener.ts';
export { KubeletServer } from './kubelet/kubelet-server.ts';
export { type LogLine, LogWriter, selectLines } from './kubelet/log-line.ts';
export {
  type ContainerPlace,
  KubeletError,
  type LogOptions,
  type NodeWork,
  type PodPlace,
} from './kubelet/node-work.ts';
export { ProbeCounts } from './kubelet/probe-counts.ts';
export { type ReportedConfiguration, reportedConfiguration } from './kubelet/reported-configuration.ts';
export type { KubeletCounts } from './kubelet/serve-reports.ts';
export {
  type ContainerUsage,
  type StatsSummary,
  simulatedSummary,
  sumStats,
  type UsageReader,
} from './kubelet/stats-summary.ts';
export { MountEvents, missingEnvironment, missingVolumes } from './missing-config.ts';
