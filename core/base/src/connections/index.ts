/**
 * Limits connections and requests per client address before they cost memory.
 */
export { addressKey } from './address-key.ts';
export {
  ConnectionGuard,
  type ConnectionGuardOptions,
  type GuardedConnection,
  type GuardedPort,
  type RemoteEnd,
} from './connection-guard.ts';
export { type ConnectionLimitChoices, type ConnectionLimits, connectionLimits } from './connection-limits.ts';
