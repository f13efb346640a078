import { type ApiHandler, serviceUnavailable } from '@kubemin/kubeapi';
import type { ManualClock } from '@kubemin/testing';

/** A line to an API that can be made to fail: watches break off, writes are refused, or done without an answer. */
export class ShakyLine {
  readonly #handler: ApiHandler;
  readonly #clock: ManualClock;
  #cut = new AbortController();
  #underWay = 0;
  #refusals = 0;
  #lostAnswers = 0;

  constructor(handler: ApiHandler, clock: ManualClock) {
    this.#handler = handler;
    this.#clock = clock;
  }

  readonly handler: ApiHandler = async (request) => {
    this.#underWay += 1;
    try {
      const isWatch = request.query.has('watch');
      const isWrite = request.method !== 'GET';
      if (isWrite && this.#refusals > 0) {
        this.#refusals -= 1;
        throw serviceUnavailable('the line is down');
      }
      const { signal } = request;
      const ends = isWatch ? [this.#cut.signal, ...(signal === undefined ? [] : [signal])] : [];
      const answer = await this.#handler(isWatch ? { ...request, signal: AbortSignal.any(ends) } : request);
      if (isWrite && this.#lostAnswers > 0) {
        this.#lostAnswers -= 1;
        throw new Error('the answer was lost');
      }
      return answer;
    } finally {
      this.#underWay -= 1;
    }
  };

  cutWatches(): void {
    this.#cut.abort();
    this.#cut = new AbortController();
  }

  refuseWrites(count: number): void {
    this.#refusals += count;
  }

  loseAnswers(count: number): void {
    this.#lostAnswers += count;
  }

  mend(): void {
    this.#refusals = 0;
    this.#lostAnswers = 0;
  }

  /** Lets time pass; no step before every answer to the last is in. */
  async pass(ms: number, step = ms): Promise<void> {
    for (let left = ms; left >= 0; left -= step) {
      await this.#clock.advance(Math.min(step, left));
      while (this.#underWay > 0) await this.#clock.advance(0);
      await this.#clock.advance(0);
      if (step <= 0) return;
    }
  }
}
