// A door of its own (`@kubemin/base/otlp`): only who sends traces loads it.
import { backoffDelay, type Clock, type Logger, type Random } from '../../basics/index.ts';
import { RetryableError, TerminalError, verbatim } from '../../message/index.ts';
import { otlpBody, type SpanSource } from './otlp-body.ts';
import type { Span, SpanSink } from './span.ts';

export interface OtlpExporterOptions {
  /** Where the collector is, without `/v1/traces`. */
  readonly endpoint: string;
  readonly source: SpanSource;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** How long spans may wait for others to go with them. @default 5 s */
  readonly intervalMs?: number;
  /** Spans that may wait; more are dropped. @default 2048 */
  readonly capacity?: number;
}

const BATCH = 512;
const ATTEMPTS = 4;
const BACKOFF = { minMs: 200, maxMs: 5_000 };
const TIMEOUT_MS = 10_000;
/** How long closing waits for the collector. */
const CLOSE_MS = 3_000;

/**
 * Sends spans to a collector in batches. Whatever the collector does, recording costs a push onto a bounded list: spans
 * that do not fit, or are rejected permanently, are dropped and counted in the log.
 */
export class OtlpExporter implements SpanSink {
  readonly #options: OtlpExporterOptions;
  readonly #waiting: Span[] = [];
  readonly #stop = new AbortController();
  #cancelTimer: (() => void) | undefined;
  #sending: Promise<void> = Promise.resolve();
  #dropped = 0;

  constructor(options: OtlpExporterOptions) {
    this.#options = options;
  }

  record(span: Span): void {
    const { clock, capacity = 2_048, intervalMs = 5_000 } = this.#options;
    if (this.#stop.signal.aborted || this.#waiting.length >= capacity) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length >= BATCH) this.#flush();
    else this.#cancelTimer ??= clock.after(intervalMs, () => this.#flush());
  }

  /** Sends what waits, if the collector takes it in a moment, and records nothing any more. */
  async close(): Promise<void> {
    const { clock } = this.#options;
    this.#flush();
    const patience = new AbortController();
    await Promise.race([this.#sending, clock.sleep(CLOSE_MS, patience.signal)]);
    patience.abort();
    this.#stop.abort();
    await this.#sending;
  }

  #flush(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#sending = this.#sending.then(() => this.#sendAll());
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#stop.signal.aborted) {
      // They leave the list once they are through: while the collector is away, the list fills up and no more.
      const batch = this.#waiting.slice(0, BATCH);
      const sent = await this.#send(batch);
      this.#waiting.splice(0, batch.length);
      if (!sent) this.#dropped += batch.length;
    }
    if (this.#dropped === 0) return;
    this.#options.logger.warn('Spans were dropped: the collector did not take them.', { spans: this.#dropped });
    this.#dropped = 0;
  }

  async #send(batch: readonly Span[]): Promise<boolean> {
    const { clock, random, logger, source } = this.#options;
    const body = otlpBody(batch, source);
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#post(body);
        return true;
      } catch (error) {
        logger.debug('The collector did not take spans.', { attempt, error });
        const last = error instanceof TerminalError || attempt + 1 === ATTEMPTS || this.#stop.signal.aborted;
        if (last) return false;
        await clock.sleep(backoffDelay(BACKOFF, attempt, random), this.#stop.signal);
      }
    }
  }

  async #post(body: string): Promise<void> {
    const { endpoint, clock } = this.#options;
    const deadline = new AbortController();
    const cancel = clock.after(TIMEOUT_MS, () => deadline.abort());
    try {
      const response = await fetch(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([deadline.signal, this.#stop.signal]),
      });
      await response.body?.cancel();
      if (response.ok) return;
      const text = verbatim(`the collector responds with ${response.status}`);
      if (response.status === 429 || response.status >= 500) throw new RetryableError(text, { code: 'OTLP_BUSY' });
      throw new TerminalError(text, { code: 'OTLP_REFUSED' });
    } finally {
      cancel();
    }
  }
}
