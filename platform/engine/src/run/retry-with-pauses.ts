import { backoffDelay, type Clock, type Random } from '@kubemin/base';
import { isRetryable } from '@kubemin/kubeapi';
import { type EngineSettings, Interruption, RejectedError, type StepRetry } from '../task/index.ts';

/** How failures are met. */
export interface RetryOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** How long to wait before trying again, or undefined to give up; `retry` counts from 0. */
  readonly pause: (error: unknown, retry: number) => number | undefined;
  /** Called before each pause; `attempt` counts from 1. */
  readonly onRetry: (error: unknown, attempt: number) => Promise<void> | void;
}

/** Does `work`, and again after a pause for as long as there is one; `work` gets the number of earlier attempts. */
export async function retryWithPauses<T>(options: RetryOptions, work: (retry: number) => Promise<T>): Promise<T> {
  const { clock, signal } = options;
  for (let retry = 0; ; retry++) {
    try {
      return await work(retry);
    } catch (thrown) {
      const pauseMs = signal.aborted ? undefined : options.pause(thrown, retry);
      if (pauseMs === undefined) throw thrown;
      await options.onRetry(thrown, retry + 1);
      await clock.sleep(pauseMs, signal);
      signal.throwIfAborted();
    }
  }
}

/** Tries again after errors that may pass, up to the limit. */
export function transientPauses(options: {
  readonly random: Random;
  readonly settings: Pick<EngineSettings, 'retries' | 'retryMinMs' | 'retryMaxMs'>;
  /** @default settings.retries */
  readonly limit?: number;
}): RetryOptions['pause'] {
  const { random, settings, limit = settings.retries } = options;
  return (error, retry) =>
    isRetryable(error) && retry < limit
      ? backoffDelay({ minMs: settings.retryMinMs, maxMs: settings.retryMaxMs }, retry, random)
      : undefined;
}

/** Retries after any failure but a refusal, as the `retry` of the step defines. */
export function steppedPauses({ limit, backoffMs, factor, maxBackoffMs }: StepRetry): RetryOptions['pause'] {
  return (error, retry) => {
    if (retry >= limit || error instanceof RejectedError || error instanceof Interruption) return undefined;
    return Math.min(maxBackoffMs, backoffMs * factor ** retry);
  };
}
