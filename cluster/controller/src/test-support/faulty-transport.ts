import { type ApiHandler, serviceUnavailable } from '@kubemin/kubeapi';
import type { ManualClock } from '@kubemin/testing';

/** A transport with injected faults: watches are cut, writes rejected, or executed without a response. */
export class FaultyTransport {
  readonly #handler: ApiHandler;
  readonly #clock: ManualClock;
  #cut = new AbortController();
  #pending = 0;
  #refusals = 0;
  #lostResponses = 0;

  constructor(handler: ApiHandler, clock: ManualClock) {
    this.#handler = handler;
    this.#clock = clock;
  }

  readonly handler: ApiHandler = async (request) => {
    this.#pending += 1;
    try {
      const isWatch = request.query.has('watch');
      const isWrite = request.method !== 'GET';
      if (isWrite && this.#refusals > 0) {
        this.#refusals -= 1;
        throw serviceUnavailable('the connection is down');
      }
      const { signal } = request;
      const ends = isWatch ? [this.#cut.signal, ...(signal === undefined ? [] : [signal])] : [];
      const response = await this.#handler(isWatch ? { ...request, signal: AbortSignal.any(ends) } : request);
      if (isWrite && this.#lostResponses > 0) {
        this.#lostResponses -= 1;
        throw new Error('the response was lost');
      }
      return response;
    } finally {
      this.#pending -= 1;
    }
  };

  cutWatches(): void {
    this.#cut.abort();
    this.#cut = new AbortController();
  }

  refuseWrites(count: number): void {
    this.#refusals += count;
  }

  loseResponses(count: number): void {
    this.#lostResponses += count;
  }

  restore(): void {
    this.#refusals = 0;
    this.#lostResponses = 0;
  }

  /** Advances the clock in steps, each after all responses of the last one. */
  async pass(ms: number, step = ms): Promise<void> {
    for (let left = ms; left >= 0; left -= step) {
      await this.#clock.advance(Math.min(step, left));
      while (this.#pending > 0) await this.#clock.advance(0);
      await this.#clock.advance(0);
      if (step <= 0) return;
    }
  }
}
