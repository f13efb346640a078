import { type Clock, TerminalError } from '@kubemin/base';
import type { ApiHandler } from '@kubemin/kubeapi';
import type { Lease } from '@kubemin/kubeapi/types/coordination.v1';
import { type Moment, mostElapsed } from './moment.ts';

/** One term as the leader. */
export interface Leadership {
  /** Grows with each term of anybody, as long as the Lease is not deleted. */
  readonly term: number;
  /** Aborts when the term ends, or when it should: wind up and return. */
  readonly signal: AbortSignal;
  /** Whether nobody else can be the leader. Asks the clocks, so it is right even after the process was stopped for a while. */
  isHeld(): boolean;
  /**
   * A handler that writes only while the lease is held: later writes are refused with LEADERSHIP_LOST, those under way
   * are abandoned. The last step is the server's, who knows nothing of leases: let writes carry resourceVersion or uid.
   */
  fence(handler: ApiHandler): ApiHandler;
  /** Ends the term, but leaves the lease to run out: for work that goes on although it was told to end. */
  forfeit(): void;
}

/** A term for those who keep it: told of each renewal, it ends by itself when they stop coming. */
export class HeldLease implements Leadership {
  readonly term: number;
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  readonly #lost = new AbortController();
  readonly #ending = new AbortController();
  #lease: Lease;
  #since: Moment;
  #cancelTimer: () => void = () => undefined;

  /** `since`: before the request was sent that took the lease. */
  constructor(clock: Clock, deadlineMs: number, taken: { readonly lease: Lease; readonly since: Moment }) {
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
    this.#lease = taken.lease;
    this.#since = taken.since;
    this.term = taken.lease.spec?.leaseTransitions ?? 0;
    this.#arm();
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Aborts when the lease is lost, not before. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** The lease as it was last written. */
  get lease(): Lease {
    return this.#lease;
  }

  isHeld(): boolean {
    if (!this.#lost.signal.aborted && this.#leftMs() <= 0) this.lose('it could not be renewed in time');
    return !this.#lost.signal.aborted;
  }

  fence(handler: ApiHandler): ApiHandler {
    return async (request) => {
      if (request.method === 'GET') return handler(request);
      if (!this.isHeld()) throw this.#lost.signal.reason;
      const { signal, beforeSending } = request;
      return handler({
        ...request,
        signal: signal ? AbortSignal.any([signal, this.lost]) : this.lost,
        // A process that was stopped while the request waited for its turn learns here, from the clocks, what it missed.
        beforeSending: () => {
          this.isHeld();
          beforeSending?.();
        },
      });
    };
  }

  /** `since`: before the request was sent that renewed it. */
  renewed(lease: Lease, since: Moment): void {
    this.#lease = lease;
    this.#since = since;
    this.#arm();
  }

  /** Asks the leader to wind up; until it has, the lease is kept. */
  wind(): void {
    this.#ending.abort(ended('the election was stopped'));
  }

  forfeit(): void {
    this.lose('its work does not end');
  }

  lose(why: string): void {
    this.#cancelTimer();
    this.#lost.abort(ended(why));
    this.#ending.abort(this.#lost.signal.reason);
  }

  #arm(): void {
    this.#cancelTimer();
    if (!this.#lost.signal.aborted)
      this.#cancelTimer = this.#clock.after(Math.max(0, this.#leftMs()), () => this.#check());
  }

  // A timer may fire early by what the clocks differ.
  #check(): void {
    if (this.isHeld()) this.#arm();
  }

  #leftMs(): number {
    return this.#deadlineMs - mostElapsed(this.#since, this.#clock);
  }
}

function ended(why: string): TerminalError {
  return new TerminalError(`this process does not lead any more: ${why}`, { code: 'LEADERSHIP_LOST' });
}
