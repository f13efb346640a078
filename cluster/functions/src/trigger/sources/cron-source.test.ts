import { nextTime, parseSchedule, ZonedTime } from '@kubemin/base/cron';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planCronTimes } from './cron-source.ts';

const utc = new ZonedTime('UTC');
const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(text);
const hourly = parseSchedule('0 * * * *');

describe('times that were missed', () => {
  const span = { after: at('2026-01-01T00:30:00Z'), now: at('2026-01-01T05:30:00Z'), missedLimit: 3 };

  test.each([
    ['skip', [], 5],
    ['once', ['2026-01-01T05:00:00.000Z'], 4],
    ['all', ['2026-01-01T03:00:00.000Z', '2026-01-01T04:00:00.000Z', '2026-01-01T05:00:00.000Z'], 2],
  ] as const)('%s', (missed, fire, skipped) => {
    const plan = planCronTimes(hourly, utc, { ...span, missed });
    expect(plan.fire.map((time) => new Date(time).toISOString())).toEqual(fire);
    expect(plan.missed).toBe(skipped);
    expect(plan.next).toBe(at('2026-01-01T06:00:00Z'));
  });

  test('are not those that a busy machine finds late', () => {
    const now = at('2026-01-01T05:00:40Z');
    const plan = planCronTimes(hourly, utc, { after: now - HOUR, now, missed: 'skip', missedLimit: 1 });
    expect(plan).toMatchObject({ fire: [at('2026-01-01T05:00:00Z')], missed: 0 });
  });

  test('of a year of seconds are counted up to a limit', () => {
    const every = parseSchedule('@every 1s');
    const plan = planCronTimes(every, utc, { after: 0, now: 20_000_000, missed: 'all', missedLimit: 2 });
    expect(plan.fire).toEqual([19_999_000, 20_000_000]);
    expect(plan.missed).toBeGreaterThan(1000);
  });
});

test('every time is fired or missed exactly once, however often the plan is made', () => {
  const schedule = fc.constantFrom('* * * * *', '*/7 * * * *', '0 3 * * 1', '30 2 29 2 *');
  const steps = fc.array(fc.integer({ min: 1, max: 200 * 60_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(schedule, fc.constantFrom('skip', 'once', 'all'), steps, (text, missed, pauses) => {
      const rule = parseSchedule(text);
      const start = at('2026-03-01T00:00:00Z');
      let [after, now, fired, skipped] = [start, start, 0, 0];
      const seen = new Set<number>();
      for (const pause of pauses) {
        now += pause;
        const plan = planCronTimes(rule, utc, { after, now, missed, missedLimit: 1_000 });
        for (const time of plan.fire) expect(seen.has(time)).toBe(false);
        for (const time of plan.fire) seen.add(time);
        fired += plan.fire.length;
        skipped += plan.missed;
        after = plan.settled ?? after;
      }
      let expected = 0;
      for (let time = nextTime(rule, start, utc); time !== undefined && time <= now; time = nextTime(rule, time, utc))
        expected += 1;
      expect(fired + skipped).toBe(expected);
      if (missed === 'all') expect(skipped).toBe(0);
    }),
    { numRuns: 50 },
  );
});
