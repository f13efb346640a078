/**
 * Schedules in the notation of cron, in any time zone: `parseSchedule`, and the times at which a schedule is due (`nextTime`,
 * `latestTime`, `upcomingTime`). Pure functions; the zone is a `ZonedTime`.
 */
export { type CronFields, type CronSchedule, parseSchedule } from './cron-schedule.ts';
export { latestTime, nextTime, upcomingTime } from './cron-times.ts';
export { ZonedTime } from './zoned-time.ts';
