import type { CronFields, CronSchedule } from './cron-schedule.ts';
import type { ZonedTime } from './zoned-time.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A day that does not come within these (the 30th of February) never comes. */
const DAYS_AHEAD = 5 * 366;

/**
 * The first time after a moment at which the schedule is due. The clocks on the wall decide: a time they leave out when
 * they are put forward does not come, one they show twice when they are put back comes twice.
 */
export function nextTime(schedule: CronSchedule, afterMs: number, zone: ZonedTime): number | undefined {
  if (schedule.kind === 'every') return Math.floor(afterMs / 1_000) * 1_000 + schedule.everyMs;
  const wall = zone.wallAt(afterMs);
  // From the day before: while clocks go back, an earlier reading can be a later moment.
  const firstDay = Math.floor(wall / DAY_MS) * DAY_MS - DAY_MS;
  for (let day = firstDay, left = DAYS_AHEAD; left > 0; day += DAY_MS, left -= 1) {
    if (!isDay(schedule, new Date(day))) continue;
    const found = zone
      .offsetsOn(day)
      .map((offset, _index, offsets) => firstOn(schedule, { day, offset, afterMs, sure: offsets.length === 1, zone }))
      .filter((time) => time !== undefined);
    if (found.length > 0) return Math.min(...found);
  }
  return undefined;
}

/** The last time in a span at which the schedule was due: after its beginning, not after its end. */
export function latestTime(
  schedule: CronSchedule,
  span: { readonly afterMs: number; readonly untilMs: number },
  zone: ZonedTime,
): number | undefined {
  const { afterMs, untilMs } = span;
  if (schedule.kind === 'every') {
    const from = Math.floor(afterMs / 1_000) * 1_000;
    const times = Math.floor((untilMs - from) / schedule.everyMs);
    return times < 1 ? undefined : from + times * schedule.everyMs;
  }
  // Backwards in growing steps: years of missed times are not gone through one by one.
  for (let back = MINUTE_MS; ; back *= 2) {
    const from = Math.max(afterMs, untilMs - back);
    let found: number | undefined;
    for (
      let time = nextTime(schedule, from, zone);
      time !== undefined && time <= untilMs;
      time = nextTime(schedule, time, zone)
    ) {
      found = time;
    }
    if (found !== undefined || from <= afterMs) return found;
  }
}

/**
 * The first time at which the schedule will be due, when it was last evaluated at `afterMs`. An `@every` schedule counts
 * from there; one by the calendar needs no beginning.
 */
export function upcomingTime(
  schedule: CronSchedule,
  span: { readonly afterMs: number; readonly now: number },
  zone: ZonedTime,
): number | undefined {
  const { afterMs, now } = span;
  if (schedule.kind === 'calendar') return nextTime(schedule, now, zone);
  return nextTime(schedule, latestTime(schedule, { afterMs, untilMs: now }, zone) ?? afterMs, zone);
}

interface DaySearch {
  readonly day: number;
  readonly offset: number;
  readonly afterMs: number;
  /** Whether the offset holds all day. */
  readonly sure: boolean;
  readonly zone: ZonedTime;
}

function firstOn({ hours, minutes }: CronFields, search: DaySearch): number | undefined {
  const { day, offset, afterMs, sure, zone } = search;
  for (const hour of hours) {
    if (day + (hour + 1) * 60 * MINUTE_MS - offset <= afterMs) continue;
    for (const minute of minutes) {
      const wall = day + (hour * 60 + minute) * MINUTE_MS;
      const time = wall - offset;
      if (time > afterMs && (sure || zone.wallAt(time) === wall)) return time;
    }
  }
  return undefined;
}

function isDay({ months, daysOfMonth, daysOfWeek, days }: CronFields, day: Date): boolean {
  if (!months.has(day.getUTCMonth() + 1)) return false;
  const ofMonth = daysOfMonth.has(day.getUTCDate());
  const ofWeek = daysOfWeek.has(day.getUTCDay());
  return days === 'both' ? ofMonth && ofWeek : ofMonth || ofWeek;
}
