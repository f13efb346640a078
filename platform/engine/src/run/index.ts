/**
 * Executes tasks: claims, slots, heartbeats, retries, cancellation, recovery and retention. A task runs on one
 * instance at a time; after a crash another one continues from the stored state.
 */
export { Cancellation } from './cancellation.ts';
export type { EngineStatus } from './engine-status.ts';
export { EventHub } from './event-hub.ts';
export { followEvents } from './follow-events.ts';
export { Instance } from './instance.ts';
export { JobLogStore } from './job-log-store.ts';
export { runJournal } from './journal-tail.ts';
export type { Delivered, PreparationStore, PrepareContext, Prepared } from './prepare/preparation.ts';
export { prepare } from './prepare/prepare.ts';
export { Retention } from './retention.ts';
export type { EngineDependencies, RunDependencies } from './run-dependencies.ts';
export { withCluster } from './with-cluster.ts';
