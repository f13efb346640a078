import { type Clock, TerminalError } from '@kubemin/base';

/** Thrown where a run would wait for others: how long, and what comes of it, nobody can say beforehand. */
export class WouldWait extends TerminalError {
  constructor() {
    super('waits for somebody else', { code: 'WOULD_WAIT' });
  }
}

/** A clock for trying out: time stands as it does, and whoever wants to sleep learns that it would have to wait. */
export function unwaitingClock(clock: Clock): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after: (ms, callback) => clock.after(ms, callback),
    sleep: () => Promise.reject(new WouldWait()),
  };
}
