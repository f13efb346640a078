import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSchedule } from './cron-schedule.ts';
import { latestTime, nextTime } from './cron-times.ts';
import { ZonedTime } from './zoned-time.ts';

const UTC = new ZonedTime('UTC');
const at = (text: string) => Date.parse(text);

function next(schedule: string, after: string, zone = UTC): string | undefined {
  const time = nextTime(parseSchedule(schedule), at(after), zone);
  return time === undefined ? undefined : zone.text(time);
}

test.each([
  ['* * * * *', '2026-03-01T10:00:00Z', '2026-03-01T10:01:00Z'],
  ['* * * * *', '2026-03-01T10:00:59.999Z', '2026-03-01T10:01:00Z'],
  ['*/15 * * * *', '2026-03-01T10:15:00Z', '2026-03-01T10:30:00Z'],
  ['5/20 8-9 * * *', '2026-03-01T09:46:00Z', '2026-03-02T08:05:00Z'],
  ['0 0 29 2 *', '2026-03-01T00:00:00Z', '2028-02-29T00:00:00Z'],
  ['0 0 30 2 *', '2026-03-01T00:00:00Z', undefined],
  ['0 12 * * MON-fri', '2026-02-27T12:00:00Z', '2026-03-02T12:00:00Z'],
  ['0 0 1 jan,JUL ?', '2026-03-01T00:00:00Z', '2026-07-01T00:00:00Z'],
  ['@hourly', '2026-12-31T23:00:00Z', '2027-01-01T00:00:00Z'],
  ['@weekly', '2026-03-02T00:00:00Z', '2026-03-08T00:00:00Z'],
  ['@every 1h30m', '2026-03-01T00:10:00.500Z', '2026-03-01T01:40:00Z'],
  ['@every 10ms', '2026-03-01T00:00:00Z', '2026-03-01T00:00:01Z'],
])('%j after %s is %s', (schedule, after, expected) => {
  expect(next(schedule, after)).toBe(expected);
});

test('with both kinds of days restricted either is enough; a step over all days restricts, too', () => {
  expect(next('0 0 13 * 5', '2026-03-01T00:00:00Z')).toBe('2026-03-06T00:00:00Z');
  expect(next('0 0 13 * *', '2026-03-01T00:00:00Z')).toBe('2026-03-13T00:00:00Z');
  expect(next('0 0 */10 * 5', '2026-03-01T00:00:00Z')).toBe('2026-03-06T00:00:00Z');
});

test.each([
  '',
  '* * * *',
  '* * * * * *',
  '60 * * * *',
  '* * 0 * *',
  '*/0 * * * *',
  '1-2-3 * * * *',
  '@every x',
  '@often',
])('%j is no schedule', (text) => {
  expect(() => parseSchedule(text)).toThrow(expect.objectContaining({ code: 'CRON_SCHEDULE_INVALID' }));
});

describe('where clocks are changed', () => {
  const berlin = new ZonedTime('Europe/Berlin');

  test('a time that is left out does not come that day', () => {
    expect(next('30 2 * * *', '2026-03-28T12:00:00Z', berlin)).toBe('2026-03-30T02:30:00+02:00');
    expect(next('0 * * * *', '2026-03-29T00:30:00Z', berlin)).toBe('2026-03-29T03:00:00+02:00');
  });

  test('a time that is shown twice comes twice, so an hourly job misses no hour', () => {
    expect(next('30 2 * * *', '2026-10-24T12:00:00Z', berlin)).toBe('2026-10-25T02:30:00+02:00');
    expect(next('30 2 * * *', '2026-10-25T00:30:00Z', berlin)).toBe('2026-10-25T02:30:00+01:00');
    expect(next('30 2 * * *', '2026-10-25T01:30:00Z', berlin)).toBe('2026-10-26T02:30:00+01:00');
  });

  test('an unknown zone is rejected', () => {
    expect(() => new ZonedTime('Nowhere/Atlantis')).toThrow('unknown time zone Nowhere/Atlantis');
  });
});

const part = (min: number, max: number) =>
  fc.oneof(
    fc.constant('*'),
    fc.integer({ min, max }).map(String),
    fc.tuple(fc.integer({ min, max }), fc.integer({ min: 1, max: 7 })).map(([low, step]) => `${low}/${step}`),
  );
const schedules = fc
  .tuple(part(0, 59), part(0, 23), part(1, 28), part(1, 12), part(0, 6))
  .map((parts) => parts.join(' '));
const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu');
const moments = fc.integer({ min: at('2025-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') });

test('times grow, are due by the clocks of their zone, and leave out no minute that is due', () => {
  fc.assert(
    fc.property(schedules, zones, moments, (text, zoneName, start) => {
      const schedule = parseSchedule(text);
      const zone = new ZonedTime(zoneName);
      const time = nextTime(schedule, start, zone);
      expect(time).toBeDefined();
      if (time === undefined || schedule.kind === 'every') return;
      expect(time).toBeGreaterThan(start);
      const due = (ms: number): boolean => {
        const wall = new Date(zone.wallAt(ms));
        const day =
          schedule.days === 'both'
            ? schedule.daysOfMonth.has(wall.getUTCDate()) && schedule.daysOfWeek.has(wall.getUTCDay())
            : schedule.daysOfMonth.has(wall.getUTCDate()) || schedule.daysOfWeek.has(wall.getUTCDay());
        return (
          day &&
          schedule.months.has(wall.getUTCMonth() + 1) &&
          schedule.hours.includes(wall.getUTCHours()) &&
          schedule.minutes.includes(wall.getUTCMinutes())
        );
      };
      expect(due(time)).toBe(true);
      const nearest = Math.max(start, time - 3 * 3_600_000);
      for (let ms = time - 60_000; ms > nearest; ms -= 60_000) expect(due(ms)).toBe(false);
    }),
    { numRuns: 100 },
  );
});

test('the latest time is the last of those that come one after the other', () => {
  fc.assert(
    fc.property(
      schedules,
      zones,
      moments,
      fc.integer({ min: 0, max: 3 * 86_400_000 }),
      (text, name, afterMs, length) => {
        const schedule = parseSchedule(text);
        const zone = new ZonedTime(name);
        let last: number | undefined;
        let time = nextTime(schedule, afterMs, zone);
        for (let count = 0; count < 300 && time !== undefined && time <= afterMs + length; count += 1) {
          last = time;
          time = nextTime(schedule, time, zone);
        }
        fc.pre(time === undefined || time > afterMs + length);
        expect(latestTime(schedule, { afterMs, untilMs: afterMs + length }, zone)).toBe(last);
      },
    ),
    { numRuns: 100 },
  );
});
