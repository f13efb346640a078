/**
 * The live state of applications. `ClusterStatusSyncs` watches clusters and writes the state of components into their
 * rows, from the whole state and never from single events, so that any number of instances may do so. `ChangeLog` and
 * the journal of the engine feed `LiveFeed`: clients resume after the last event received, and get a `reset` where
 * events may be missing. Sources are read once for all clients; a slow client has no queue and delays no other.
 */
export { appendChange, applicationEvent, ChangeLog } from './change-log.ts';
export { ComponentRows, componentIds, parseNames, stateColumns } from './component-rows.ts';
export { LiveFeed } from './live-feed.ts';
export { LiveService, liveHandlers } from './live-service.ts';
export { changeSource, runSource } from './live-sources.ts';
export { SharedTail } from './shared-tail.ts';
export { type ComponentState, NOT_DEPLOYED } from './status/component-state.ts';
export type { StatusSource } from './status/status-source.ts';
export { ClusterStatusSyncs } from './status/status-sync.ts';
export { builtinStatusSources } from './status/workload-status.ts';
