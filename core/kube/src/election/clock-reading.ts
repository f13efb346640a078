import type { Clock } from '@kubemin/base';

/** A time as the wall clock and the monotonic clock show it. */
export interface ClockReading {
  readonly wall: number;
  readonly monotonic: number;
}

/** The current time of both clocks. */
export function readClock(clock: Clock): ClockReading {
  return { wall: clock.now(), monotonic: clock.monotonic() };
}

/**
 * The longest time that may have passed since. The monotonic clock stands still while the machine sleeps, and the wall
 * clock may be set back, so the larger difference counts. For deciding when to give a lease up, never for taking one
 * from another process.
 */
export function maxElapsedMs(since: ClockReading, clock: Clock): number {
  return Math.max(clock.monotonic() - since.monotonic, clock.now() - since.wall);
}

/** The least time that has surely passed since. For taking something from others, never for giving it up. */
export function minElapsedMs(since: ClockReading, clock: Clock): number {
  return clock.monotonic() - since.monotonic;
}
