/**
 * Starts controllers with shared informers, leader election and shutdown.
 */
export type { LeaderElectionOptions } from './leader-election.ts';
export { createManager, type Manager, type ManagerOptions } from './manager.ts';
export type { HealthCheck, ManagerHealth, ManagerState } from './manager-health.ts';
export { requiredResources } from './module-choice.ts';
export { ControllerRegistry } from './registry.ts';
