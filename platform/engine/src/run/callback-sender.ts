import {
  backoffDelay,
  type Clock,
  formatGoDuration,
  type Logger,
  type Random,
  TerminalError,
  toError,
  type WakeSignal,
} from '@kubemin/base';
import { errorMessage, type Message, messageToJson } from '@kubemin/base/message';
import { callbackMessages } from '../messages/index.ts';
import {
  type CallbackOutcome,
  type CallbackRows,
  type DueCallback,
  type HeldCallback,
  type JobStore,
  readTexts,
  type TaskStore,
} from '../store/index.ts';
import {
  type CallbackAttempt,
  type CallbackState,
  type EngineSettings,
  type Fetcher,
  raceWithAbort,
  waitForSignal,
  webhookHeaders,
} from '../task/index.ts';
import { callbackBody } from './callback-body.ts';
import { boundedMessage } from './storable-text.ts';

export interface CallbackSenderOptions {
  readonly rows: CallbackRows;
  readonly tasks: Pick<TaskStore, 'task'>;
  readonly jobs: Pick<JobStore, 'list'>;
  readonly fetcher: Fetcher;
  /** Raised when a run of this process has ended. */
  readonly ended: WakeSignal;
  readonly executorId: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly settings: Pick<
    EngineSettings,
    'callbackTimeoutMs' | 'callbackAttempts' | 'callbackRetryMinMs' | 'callbackRetryMaxMs' | 'pollIntervalMs'
  >;
}

/** Attempts of this process at once, and those to one origin: a receiver that hangs does not delay the others. */
const MOST = 32;
const MOST_PER_ORIGIN = 4;
/** What an attempt may take beyond its time limit before its executor counts as dead. */
const HOLD_MARGIN_MS = 5_000;
const RESPONSE_BYTES = 65_536;
const GATHER_MS = 50;

type Listener = (state: CallbackState) => void;

/**
 * Reports the ends of runs to their callbacks, at least once, with retries. Every instance does it for all runs; the
 * row decides which one makes an attempt. The state of an attempt is stored before it begins and after it ends.
 */
export class CallbackSender {
  readonly #options: CallbackSenderOptions;
  readonly #listeners = new Set<Listener>();
  readonly #underWay = new Map<Promise<void>, string>();

  constructor(options: CallbackSenderOptions) {
    this.#options = options;
  }

  /** Notifies of the end of each attempt of this process, after it is stored. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Works until the signal aborts; resolves when the attempts that were under way have been stored. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger, settings, ended: nudge } = this.#options;
    while (!signal.aborted) {
      try {
        await this.#startDue(signal);
      } catch (thrown) {
        logger.warn('Callbacks that are due could not be read; trying again.', { error: toError(thrown) });
      }
      // Runs may end by the hundred; so many looks a second are enough.
      await clock.sleep(GATHER_MS, signal);
      await waitForSignal({ nudge, clock, ms: settings.pollIntervalMs, signal });
    }
    await Promise.all(this.#underWay.keys());
  }

  async #startDue(signal: AbortSignal): Promise<void> {
    for (let started = true; started && !signal.aborted; ) {
      started = false;
      const free = MOST - this.#underWay.size;
      if (free <= 0) return;
      for (const due of await this.#options.rows.due(free, this.#busyOrigins())) {
        if (this.#countTo(due.origin) < MOST_PER_ORIGIN && (await this.#start(due, signal))) started = true;
      }
    }
  }

  async #start(due: DueCallback, signal: AbortSignal): Promise<boolean> {
    const { rows, executorId, clock, settings, logger, ended } = this.#options;
    const until = clock.now() + settings.callbackTimeoutMs + HOLD_MARGIN_MS;
    const held = await rows.hold(due, { executorId, until });
    if (held === undefined) return false;
    const attempt = this.#attempt(held, signal).catch((thrown: unknown) => {
      // The hold expires, and the attempt is repeated then.
      logger.warn('The outcome of a callback could not be stored.', { taskId: due.taskId, error: toError(thrown) });
    });
    this.#underWay.set(attempt, due.origin);
    void attempt.then(() => {
      this.#underWay.delete(attempt);
      ended.notify();
    });
    return true;
  }

  async #attempt(held: HeldCallback, signal: AbortSignal): Promise<void> {
    const { rows, clock, ended } = this.#options;
    const outcome = await this.#send(held, signal);
    const stored = await rows.settle(held, outcome);
    if (!stored) return;
    const { taskId, origin } = held;
    const { status, nextAt } = outcome;
    const attempts = [...held.attempts.slice(0, -1), outcome.attempt];
    for (const listener of this.#listeners)
      listener({ taskId, origin, status, attempts, ...(nextAt !== undefined && { nextAt }) });
    if (nextAt !== undefined) clock.after(Math.max(0, nextAt - clock.now()), () => ended.notify());
  }

  async #send(held: HeldCallback, stopping: AbortSignal): Promise<CallbackOutcome> {
    const { clock, fetcher, settings } = this.#options;
    const late = new AbortController();
    const stop = clock.after(settings.callbackTimeoutMs, () => late.abort());
    const signal = AbortSignal.any([stopping, late.signal]);
    try {
      const body = await this.#body(held.taskId);
      const delivery = `${held.taskId}.end`;
      const headers = {
        'content-type': 'application/cloudevents+json',
        'x-kubemin-attempt': String(held.attempt.number),
        ...webhookHeaders({ delivery, body, now: clock.now(), key: held.secret }),
      };
      const request = fetcher({ url: held.url, method: 'POST', headers, body, signal, maxBytes: RESPONSE_BYTES });
      const { status } = await raceWithAbort(request, signal);
      if (status >= 200 && status < 300) return { status: 'delivered', attempt: this.#ended(held, { status }) };
      // Not the body of the response: it may contain anything.
      return this.#failed(held, callbackMessages.status({ status }), { status });
    } catch (thrown) {
      if (stopping.aborted) return this.#interrupted(held);
      if (late.signal.aborted) {
        const time = formatGoDuration(settings.callbackTimeoutMs);
        return this.#failed(held, callbackMessages.timeout({ time }));
      }
      const error = toError(thrown);
      // An address that must not be reached stays one.
      if (error instanceof TerminalError)
        return { status: 'failed', attempt: this.#ended(held, {}, errorMessage(error)) };
      return this.#failed(held, errorMessage(error));
    } finally {
      stop();
    }
  }

  async #body(taskId: string): Promise<string> {
    const { tasks, jobs } = this.#options;
    const task = await tasks.task(taskId);
    if (task === undefined)
      throw new TerminalError(callbackMessages.runGone({ run: taskId }), { code: 'TASK_NOT_FOUND' });
    return callbackBody(task, await jobs.list(taskId));
  }

  #failed(held: HeldCallback, reason: Message, response: Pick<CallbackAttempt, 'status'> = {}): CallbackOutcome {
    const { clock, random, settings } = this.#options;
    const attempt = this.#ended(held, response, reason);
    if (attempt.number >= settings.callbackAttempts) return { status: 'failed', attempt };
    const bounds = { minMs: settings.callbackRetryMinMs, maxMs: settings.callbackRetryMaxMs };
    const nextAt = clock.now() + Math.ceil(backoffDelay(bounds, attempt.number - 1, random));
    return { status: 'open', attempt, nextAt };
  }

  /** This instance stops: another one, or its next start, repeats the attempt at once. */
  #interrupted(held: HeldCallback): CallbackOutcome {
    const attempt = this.#ended(held, {}, callbackMessages.interrupted);
    return { status: 'open', attempt, nextAt: this.#options.clock.now() };
  }

  #ended({ attempt }: HeldCallback, response: Pick<CallbackAttempt, 'status'>, reason?: Message): CallbackAttempt {
    const error = reason && boundedMessage(reason);
    return {
      ...attempt,
      endedAt: this.#options.clock.now(),
      ...response,
      ...(error && { error: error.message, ...readTexts({ error: messageToJson(error) }) }),
    };
  }

  #countTo(origin: string): number {
    return [...this.#underWay.values()].filter((other) => other === origin).length;
  }

  #busyOrigins(): readonly string[] {
    return [...new Set(this.#underWay.values())].filter((origin) => this.#countTo(origin) >= MOST_PER_ORIGIN);
  }
}
