/**
 * The client of the REST API: `createPlatformClient` returns one method for each route of the contract, and
 * `followRun` and `followEvents` for streams. It opens nothing until it is used and has nothing to close. All failures
 * are `PlatformError`s. The first connection of a stream must succeed; after that the stream reconnects after the last
 * event received, with growing pauses, until the signal aborts or the server reports that nothing follows.
 */

export { awaitDebugContainer, type DebugContainerPlace, type DebugContainerWait } from './debug-container.ts';
export { type DrainWholeNodeOptions, drainWholeNode } from './drain-whole-node.ts';
export type { FollowEventsOptions, FollowRunOptions } from './follow-events.ts';
export type { FollowClusterEventsOptions, FollowLogsOptions } from './follow-pods.ts';
export { createPlatformClient, type PlatformClient, type PlatformClientOptions } from './platform-client.ts';
export type { Received, StreamOptions } from './reconnecting-stream.ts';
