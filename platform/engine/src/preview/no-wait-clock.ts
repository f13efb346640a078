import { type Clock, TerminalError } from '@kubemin/base';
import { previewMessages } from '../messages/index.ts';

/** Thrown where a run would wait for another application: how long, and for what result, is not known beforehand. */
export class WouldWaitError extends TerminalError {
  constructor() {
    super(previewMessages.wouldWait, { code: 'WOULD_WAIT' });
  }
}

/** A clock for previews: time passes as usual, and `sleep` throws, since the run would wait. */
export function noWaitClock(clock: Clock): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after: (ms, callback) => clock.after(ms, callback),
    sleep: () => Promise.reject(new WouldWaitError()),
  };
}
