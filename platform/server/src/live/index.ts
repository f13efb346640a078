/**
 * Status of applications, followed by watches, and the live feed for clients.
 */
export { applicationEvent } from './change-event.ts';
export { appendChange, ChangeLog } from './change-log.ts';
export { ComponentRows, componentIds, parseNames, stateColumns } from './component-rows.ts';
export { LiveFeed } from './live-feed.ts';
export { LiveService, liveHandlers } from './live-service.ts';
export { changeSource, runSource } from './live-sources.ts';
export { SharedTail } from './shared-tail.ts';
export { type ComponentState, NOT_DEPLOYED } from './status/component-state.ts';
export type { StatusSource } from './status/status-source.ts';
export { ClusterStatusSyncs } from './status/status-syncs.ts';
export { builtinStatusSources } from './status/workload-status.ts';
