/**
 * Logs of containers: `readContainerLog` reads one line by line, `followPodLogs` follows those of all pods that are
 * selected. A followed line comes once, also after a broken connection; `LogMark` is where to go on in another process.
 */
export { type ContainerName, type LogLine, type LogPart, readContainerLog } from './container-log.ts';
export { type FollowedLog, followPodLogs, type LogFollowing } from './log-follower.ts';
export { type LogMark, LogPosition } from './log-position.ts';
