/**
 * Runs controllers over one client and one set of caches: `createManager`, then `with` and `run`. With an election
 * everything is set up again for each term, writes are fenced, and `run` rejects when the lease is lost while work does
 * not end: then the process must exit. A failed controller is restarted without affecting the others. Controllers start
 * when all caches are filled; after `syncTimeoutMs` those with filled caches start without the others.
 */
export type { LeaderElectionOptions } from './leader-election.ts';
export { createManager, type Manager, type ManagerOptions } from './manager.ts';
export type { HealthCheck, ManagerHealth, ManagerState } from './manager-health.ts';
export { requiredResources } from './module-choice.ts';
export { ControllerRegistry } from './registry.ts';
