import { type Clock, TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { ApiHandler } from '@kubemin/kubeapi';
import type { Lease } from '@kubemin/kubeapi/types/coordination.v1';
import { followMessages } from '../messages/index.ts';
import { type ClockReading, maxElapsedMs } from './clock-reading.ts';

/** One term as the leader. */
export interface Leadership {
  /** Grows with each term of any process, as long as the Lease is not deleted. */
  readonly term: number;
  /** Aborts when the term ends, or when it should: wind up and return. */
  readonly signal: AbortSignal;
  /** Whether no other process can be the leader. Reads the clocks, so it is right even after the process was suspended. */
  isHeld(): boolean;
  /**
   * A handler that writes only while the lease is held: later writes are refused with LEADERSHIP_LOST, those under way
   * are abandoned. The last step is the server's, who knows nothing of leases: let writes carry resourceVersion or uid.
   */
  fence(handler: ApiHandler): ApiHandler;
  /** Ends the term, but lets the lease expire: for work that continues although its signal was aborted. */
  forfeit(): void;
}

/** The term of a leader. It ends when no renewal is recorded before the deadline. */
export class LeaseTerm implements Leadership {
  readonly term: number;
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  readonly #lost = new AbortController();
  readonly #ending = new AbortController();
  #lease: Lease;
  #since: ClockReading;
  #cancelTimer: () => void = () => undefined;

  /** `since`: before the request was sent that took the lease. */
  constructor(clock: Clock, deadlineMs: number, acquired: { readonly lease: Lease; readonly since: ClockReading }) {
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
    this.#lease = acquired.lease;
    this.#since = acquired.since;
    this.term = acquired.lease.spec?.leaseTransitions ?? 0;
    this.#startTimer();
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
    if (!this.#lost.signal.aborted && this.#remainingMs() <= 0) this.lose(followMessages.notRenewed);
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
  recordRenewal(lease: Lease, since: ClockReading): void {
    this.#lease = lease;
    this.#since = since;
    this.#startTimer();
  }

  /** Asks the leader to wind up; until it has, the lease is kept. */
  requestStop(): void {
    this.#ending.abort(leadershipLost(followMessages.electionStopped));
  }

  forfeit(): void {
    this.lose(followMessages.workContinues);
  }

  lose(reason: Message): void {
    this.#cancelTimer();
    this.#lost.abort(leadershipLost(reason));
    this.#ending.abort(this.#lost.signal.reason);
  }

  #startTimer(): void {
    this.#cancelTimer();
    if (!this.#lost.signal.aborted)
      this.#cancelTimer = this.#clock.after(Math.max(0, this.#remainingMs()), () => this.#check());
  }

  // A timer may fire early by what the clocks differ.
  #check(): void {
    if (this.isHeld()) this.#startTimer();
  }

  #remainingMs(): number {
    return this.#deadlineMs - maxElapsedMs(this.#since, this.#clock);
  }
}

function leadershipLost(reason: Message): TerminalError {
  return new TerminalError(followMessages.notLeading({ reason }), { code: 'LEADERSHIP_LOST' });
}
