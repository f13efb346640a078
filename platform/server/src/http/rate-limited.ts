import { Refusal } from './refusal.ts';

/** Thrown to turn somebody away for now. */
export class RateLimited extends Refusal {
  readonly retryAfterSeconds: number;

  constructor(what: string, waitMs: number) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    super('RATE_LIMITED', `${what}; try again in ${seconds} s`);
    this.retryAfterSeconds = seconds;
  }
}
