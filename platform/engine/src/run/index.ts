/**
 * Executes tasks. `Instance` is one of the processes that share a database: it takes part in the election of a leader,
 * claims tasks, and executes them within its slots, with retries, time limits and cancellation. A claim belongs to one
 * executor and is kept by a heartbeat; when that stops, another instance continues from the stored state. The store
 * rejects changes of an executor that lost its claim, and `WriteGate` starts no write to a cluster after the claim may
 * have expired. `RunStore` removes secret values of the documents from the messages, outputs and logs that it stores.
 * `prepare` renders and plans the whole run before anything is written.
 */
export { CallbackSender } from './callback-sender.ts';
export { Cancellation } from './cancellation.ts';
export type { EngineStatus, MessageQueueStats } from './engine-status.ts';
export { combineObservers, EventHub, followEvents } from './event-hub.ts';
export { Instance } from './instance.ts';
export { JobLogStore } from './job-log-store.ts';
export { plannedTimeLimit } from './job-work.ts';
export { runJournal } from './journal-tail.ts';
export type { Delivered, PreparationStore, PrepareContext, Prepared } from './prepare/preparation.ts';
export { prepare } from './prepare/prepare.ts';
export { Retention } from './retention.ts';
export { type EngineDependencies, type RunDependencies, withCluster } from './run-dependencies.ts';
