/**
 * `PlatformClient` calls the routes of the contract over one connection; streams of events reconnect and continue
 * after the last event received.
 */
export type { FollowEventsOptions, FollowRunOptions } from './follow-events.ts';
export { createPlatformClient, type PlatformClient, type PlatformClientOptions } from './platform-client.ts';
export type { Received, StreamOptions } from './reconnecting-stream.ts';
