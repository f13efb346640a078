import type { Texts } from './texts.ts';

/** Where the end of a run is reported to. */
export interface RunCallback {
  /** May contain a secret, and is not shown. */
  readonly url: string;
  /** Signs the message; an unsigned one is sent without. */
  readonly secret?: string;
}

/** One attempt to deliver a callback. Times are milliseconds since the epoch. */
export interface CallbackAttempt {
  readonly number: number;
  readonly startedAt: number;
  /** Absent while it is under way, and of an attempt whose instance died. */
  readonly endedAt?: number;
  /** Of the response, where there was one. */
  readonly status?: number;
  readonly error?: string;
  /** Of `error`. */
  readonly texts?: Texts;
}

/** `open`: waits for the end of the run, or for the next attempt. `failed`: no further attempts are made. */
export type CallbackStatus = 'open' | 'delivered' | 'failed';

/** How far the callback of a run is. */
export interface CallbackState {
  readonly taskId: string;
  /** Scheme, host and port of its address. */
  readonly origin: string;
  readonly status: CallbackStatus;
  readonly attempts: readonly CallbackAttempt[];
  /** When the next attempt is due; absent before the first one, and when there is none. */
  readonly nextAt?: number;
}
