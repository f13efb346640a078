import { TerminalError, verbatim } from '../message/index.ts';

const DAY_MS = 86_400_000;

/** The clocks on the walls of one time zone. Wall times are written as if they were UTC: milliseconds of that reading. */
export class ZonedTime {
  readonly #format: Intl.DateTimeFormat;

  /** Throws a TerminalError for an unknown zone. */
  constructor(zone: string) {
    try {
      this.#format = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      });
    } catch (cause) {
      throw new TerminalError(verbatim(`unknown time zone ${zone}`), { code: 'TIME_ZONE_UNKNOWN', cause });
    }
  }

  /** What the clocks show at a moment. */
  wallAt(ms: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of this.#format.formatToParts(ms)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) + (ms - Math.floor(ms / 1_000) * 1_000);
  }

  /** How far the clocks are ahead of UTC at a moment. */
  offsetAt(ms: number): number {
    return this.wallAt(ms) - ms;
  }

  /** The offsets that may be in force on the day that begins at this wall time: two when the clocks are changed about then. */
  offsetsOn(wallDay: number): readonly number[] {
    const before = this.offsetAt(wallDay - DAY_MS);
    const after = this.offsetAt(wallDay + 2 * DAY_MS);
    return before === after ? [before] : [before, after];
  }

  /** The moment as RFC 3339 writes it here. */
  text(ms: number): string {
    const offset = Math.round(this.offsetAt(ms) / 60_000);
    const wall = new Date(ms + offset * 60_000).toISOString().replace(/\.\d+Z$/, '');
    if (offset === 0) return `${wall}Z`;
    const [hours, minutes] = [Math.abs(offset) / 60, Math.abs(offset) % 60].map((part) =>
      String(Math.floor(part)).padStart(2, '0'),
    );
    return `${wall}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
  }
}
