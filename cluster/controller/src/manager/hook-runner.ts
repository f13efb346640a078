import { type BackoffOptions, backoffDelay, toError } from '@kubemin/base';
import type { AfterSyncHook, ControllerContext } from '../reconcile/index.ts';

/** The state of a hook. */
export type HookState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failing'; readonly error: Error }
  | { readonly kind: 'done' };

const RETRY_BACKOFF: BackoffOptions = { minMs: 1000, maxMs: 60_000 };

/** Runs the hook of one module until it has succeeded once. */
export class HookRunner {
  readonly #hook: AfterSyncHook;
  readonly #context: ControllerContext;
  readonly #onFailure: () => void;
  readonly #success = Promise.withResolvers<void>();
  #state: HookState = { kind: 'waiting' };
  #running = false;

  constructor(hook: AfterSyncHook, context: ControllerContext, onFailure: () => void) {
    this.#hook = hook;
    this.#context = context;
    this.#onFailure = onFailure;
  }

  get isBlocking(): boolean {
    return this.#hook.blocking ?? false;
  }

  /** Whether it is running now, not waiting for its next attempt. */
  get isRunning(): boolean {
    return this.#running;
  }

  get state(): HookState {
    return this.#state;
  }

  /** Resolves when it has succeeded; never if it is stopped before. */
  get succeeded(): Promise<void> {
    return this.#success.promise;
  }

  /** Resolves after the first attempt; if it failed, `retrying` continues. Never rejects. */
  async begin(signal: AbortSignal): Promise<{ readonly retrying: Promise<void> }> {
    const succeeded = await this.#try(signal);
    return { retrying: succeeded ? Promise.resolve() : this.#keepTrying(signal) };
  }

  async #keepTrying(signal: AbortSignal): Promise<void> {
    const { clock, random } = this.#context;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      await clock.sleep(backoffDelay(RETRY_BACKOFF, attempt, random), signal);
      if (signal.aborted || (await this.#try(signal))) return;
    }
  }

  async #try(signal: AbortSignal): Promise<boolean> {
    this.#running = true;
    try {
      await this.#hook.run(this.#context, signal);
      this.#state = { kind: 'done' };
      this.#success.resolve();
      return true;
    } catch (thrown) {
      const error = toError(thrown);
      if (signal.aborted) return false;
      this.#state = { kind: 'failing', error };
      this.#onFailure();
      this.#context.logger.error('the hook after the cache sync failed, retrying; not ready until it succeeds', {
        error,
      });
      return false;
    } finally {
      this.#running = false;
    }
  }
}
