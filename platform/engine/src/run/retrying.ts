import { backoffDelay, type Clock, type Random } from '@kubemin/base';
import { isRetryable } from '@kubemin/kubeapi';
import type { EngineSettings } from '../settings.ts';

/** How transient failures are met. */
export interface RetryOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: Pick<EngineSettings, 'retries' | 'retryMinMs' | 'retryMaxMs'>;
  readonly signal: AbortSignal;
  /** Told before each pause; `attempt` counts from 1. */
  readonly onRetry: (error: unknown, attempt: number) => Promise<void> | void;
}

/** Does `work`, and again after a pause as long as it fails for a reason that may pass, up to the limit. */
export async function retrying<T>(options: RetryOptions, work: () => Promise<T>): Promise<T> {
  const { clock, random, settings, signal } = options;
  for (let retry = 0; ; retry++) {
    try {
      return await work();
    } catch (thrown) {
      if (signal.aborted || !isRetryable(thrown) || retry >= settings.retries) throw thrown;
      await options.onRetry(thrown, retry + 1);
      await clock.sleep(
        backoffDelay({ minMs: settings.retryMinMs, maxMs: settings.retryMaxMs }, retry, random),
        signal,
      );
      signal.throwIfAborted();
    }
  }
}
