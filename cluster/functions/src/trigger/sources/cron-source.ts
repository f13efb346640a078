import { type CronSchedule, nextTime, parseSchedule, ZonedTime } from '@kubemin/base/cron';
import type { TriggerSpec } from '../trigger-resource.ts';
import type { SourceContext, TriggerSource } from '../trigger-source.ts';

type CronSpec = NonNullable<TriggerSpec['cron']>;

/** A time that is found within this is not late: a busy machine wakes up late. */
const ON_TIME_MS = 60_000;
/** Of missed times, so many are counted. */
const MAX_COUNTED = 10_000;
/** A clock that is set forward is noticed after this. */
const LONGEST_SLEEP_MS = 60_000;

/** What is due at a moment. */
export interface DueTimes {
  /** The times to be fired, in order. */
  readonly fire: readonly number[];
  /** How many are skipped. */
  readonly missed: number;
  /** The last time that is settled; undefined when none was due. */
  readonly settled: number | undefined;
  /** When the next one is due; undefined for never. */
  readonly next: number | undefined;
}

/** Which times since `after` are fired now, as declared; pure. */
export function planCronTimes(
  schedule: CronSchedule,
  zone: ZonedTime,
  {
    after,
    now,
    missed,
    missedLimit,
  }: { readonly after: number; readonly now: number } & Pick<CronSpec, 'missed' | 'missedLimit'>,
): DueTimes {
  const due: number[] = [];
  let next = nextTime(schedule, after, zone);
  while (next !== undefined && next <= now) {
    due.push(next);
    // The newest are kept: what is older than these is never fired.
    if (due.length > MAX_COUNTED) due.shift();
    next = nextTime(schedule, next, zone);
  }
  const settled = due.at(-1);
  if (settled === undefined) return { fire: [], missed: 0, settled, next };
  const keep = { all: missedLimit, once: 1, skip: now - settled <= ON_TIME_MS ? 1 : 0 }[missed];
  const fire = keep === 0 ? [] : due.slice(-keep);
  return { fire, missed: due.length - fire.length, settled, next };
}

/** Times of a schedule. */
export const cronSource: TriggerSource = {
  async run({ trigger, checkpoint, clock, signal, accept, ready }: SourceContext): Promise<void> {
    const { schedule: text, timeZone, missed, missedLimit } = requireCron(trigger.spec.cron);
    const schedule = parseSchedule(text);
    const zone = new ZonedTime(timeZone);
    const rule = `${text} ${timeZone}`;
    // Times of another schedule, or before the trigger existed, were not missed.
    const last =
      checkpoint?.rule === rule && typeof checkpoint.last === 'string' ? Date.parse(checkpoint.last) : undefined;
    const created = Date.parse(trigger.metadata.creationTimestamp ?? '');
    let after = last ?? (checkpoint === undefined && !Number.isNaN(created) ? created : clock.now());
    if (last === undefined) await accept({ events: [], checkpoint: { rule, last: new Date(after).toISOString() } });
    ready();
    while (!signal.aborted) {
      const now = clock.now();
      const plan = planCronTimes(schedule, zone, { after, now, missed, missedLimit });
      if (plan.settled !== undefined) {
        const events = plan.fire.map((time) => {
          const scheduledAt = new Date(time).toISOString();
          return { id: `${trigger.metadata.uid}.${scheduledAt}`, data: { type: 'cron', scheduledAt } };
        });
        const position = { rule, last: new Date(plan.settled).toISOString() };
        await accept({ events, checkpoint: position, missed: plan.missed });
        after = plan.settled;
      }
      const waitMs = plan.next === undefined ? LONGEST_SLEEP_MS : plan.next - clock.now();
      await clock.sleep(Math.min(LONGEST_SLEEP_MS, Math.max(0, waitMs)), signal);
    }
  },
};

function requireCron(cron: CronSpec | undefined): CronSpec {
  if (cron !== undefined) return cron;
  throw new TypeError('spec.cron is missing');
}
