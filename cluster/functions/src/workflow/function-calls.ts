import { backoffDelay, type Clock, type Random, RetryableError, toError } from '@kubemin/base';
import type { Source } from '@kubemin/controller';
import type { FunctionCall, FunctionInvoker, FunctionResult } from '../invoker/index.ts';

/** A call of a function that has not been stored yet. */
export interface StartedCall {
  /** Of the run: `namespace/name`. */
  readonly run: string;
  readonly call: Omit<FunctionCall, 'signal'>;
  readonly timeoutMs: number | undefined;
  /** Called when the gateway does not respond; the call is repeated with the same event id. */
  onUnreachable(error: Error): void;
}

/** How a call ended: with a response, or because its time was over. */
export type CallResult =
  | { readonly kind: 'response'; readonly response: FunctionResult }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'failed'; readonly error: Error };

interface Entry {
  readonly run: string;
  readonly stop: AbortController;
  result?: CallResult;
}

const BACKOFF = { minMs: 250, maxMs: 15_000 };

/**
 * The calls of functions that are under way in this process, by their event ids. A run stores a result before it goes on; a
 * call that was lost with its process is made again, with the same id.
 */
export class FunctionCalls {
  readonly #invoker: FunctionInvoker;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<(run: string) => void>();

  constructor(options: { readonly invoker: FunctionInvoker; readonly clock: Clock; readonly random: Random }) {
    this.#invoker = options.invoker;
    this.#clock = options.clock;
    this.#random = options.random;
  }

  /** Enqueues a run when one of its calls has ended. */
  readonly source: Source = (enqueue) => {
    const listener = (run: string): void => enqueue(run);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether the call is under way or has ended. */
  has(eventId: string): boolean {
    return this.#entries.has(eventId);
  }

  /** The result of a call that has ended. */
  result(eventId: string): CallResult | undefined {
    return this.#entries.get(eventId)?.result;
  }

  start(eventId: string, started: StartedCall): void {
    const entry: Entry = { run: started.run, stop: new AbortController() };
    this.#entries.set(eventId, entry);
    void this.#call(started, entry).then((result) => {
      if (entry.stop.signal.aborted && result.kind !== 'timeout') return;
      entry.result = result;
      for (const listener of this.#listeners) listener(started.run);
    });
  }

  /** Forgets the calls of a run except these, and aborts those that are under way. */
  keepOnly(run: string, eventIds: ReadonlySet<string>): void {
    for (const [eventId, entry] of this.#entries) {
      if (entry.run !== run || eventIds.has(eventId)) continue;
      this.#entries.delete(eventId);
      entry.stop.abort();
    }
  }

  abortAll(): void {
    for (const { stop } of this.#entries.values()) stop.abort();
    this.#entries.clear();
  }

  /** Never rejects. */
  async #call({ call, timeoutMs, onUnreachable }: StartedCall, { stop }: Entry): Promise<CallResult> {
    let timedOut = false;
    const cancelTimeout =
      timeoutMs === undefined
        ? () => undefined
        : this.#clock.after(timeoutMs, () => {
            timedOut = true;
            stop.abort();
          });
    try {
      for (let attempt = 0; ; attempt += 1) {
        const result = await this.#attempt({ ...call, signal: stop.signal });
        if (timedOut) return { kind: 'timeout' };
        if (result.kind !== 'failed' || stop.signal.aborted || !isUnreachable(result.error)) return result;
        if (attempt === 0) onUnreachable(result.error);
        await this.#clock.sleep(backoffDelay(BACKOFF, attempt, this.#random), stop.signal);
        if (timedOut) return { kind: 'timeout' };
      }
    } finally {
      cancelTimeout();
    }
  }

  async #attempt(call: FunctionCall): Promise<CallResult> {
    try {
      return { kind: 'response', response: await this.#invoker.invoke(call) };
    } catch (thrown) {
      return { kind: 'failed', error: toError(thrown) };
    }
  }
}

/** No response came: nothing is known about the call, and it is made again. */
function isUnreachable(error: Error): boolean {
  return error instanceof RetryableError;
}
