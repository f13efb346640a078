/**
 * Bounds the open connections of a process, so that clients without credentials cannot use up its open files. One
 * `ConnectionGuard` watches the servers of all ports; `connectionLimits` derives limits from the number of open files.
 * When there are too many, it closes the oldest unauthenticated connection of the address that has most of them, not
 * the new one. It does not limit requests. The caller reports authentication and the start and end of each request.
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
