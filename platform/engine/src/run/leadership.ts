import { type Clock, type Logger, toError } from '@kubemin/base';
import type { Leader, LeaderRow } from '../store/index.ts';
import type { EngineSettings } from '../task/index.ts';

/** What taking part in the election takes. */
export interface LeadershipOptions {
  readonly row: Pick<LeaderRow, 'take' | 'renew' | 'giveUp'>;
  readonly executorId: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: Pick<EngineSettings, 'leaseDurationMs' | 'renewDeadlineMs' | 'leaseRetryMs' | 'takeOver'>;
  /** Called when this instance begins or ceases to lead. */
  readonly changed: () => void;
  /** Called, after `changed`, when it ceases to lead other than by stopping. */
  readonly lost: () => void;
}

/** Others follow a leader that stopped within a second, however seldom it has to renew. */
const FOLLOWERS_LOOK_MS = 500;

/** Takes part in the election of the leader: wants to be it, stays it, and knows when it is not any more. */
export class Leadership {
  readonly #options: LeadershipOptions;
  readonly #stop = new AbortController();
  #leader: Leader | undefined;
  #disarm: () => void = () => undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: LeadershipOptions) {
    this.#options = options;
  }

  /** Set while this instance leads. What it stores as leader is fenced by the term; the rest costs work at worst. */
  get leader(): Leader | undefined {
    return this.#leader;
  }

  /** Tries once, then continues in the background. Rejects when the database is unavailable. */
  async start(): Promise<void> {
    await this.#take(this.#options.settings.takeOver === 'all');
    this.#loop = this.#run();
  }

  /** Ceases to lead, and lets others begin at once. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
    const leader = this.#leader;
    if (leader === undefined) return;
    this.#disarm();
    this.#leader = undefined;
    try {
      await this.#options.row.giveUp(leader);
    } catch (thrown) {
      const error = toError(thrown);
      this.#options.logger.warn('leading could not be given up; others begin when the lease is over', { error });
    }
  }

  async #run(): Promise<void> {
    const { clock, settings, logger } = this.#options;
    const { signal } = this.#stop;
    for (;;) {
      const { leaseRetryMs } = settings;
      const leading = this.#leader !== undefined;
      await clock.sleep(leading ? leaseRetryMs : Math.min(leaseRetryMs, FOLLOWERS_LOOK_MS), signal);
      if (signal.aborted) return;
      try {
        await (this.#leader === undefined ? this.#take(false) : this.#renew(this.#leader));
      } catch (thrown) {
        logger.warn('the leader row cannot be reached', { error: toError(thrown) });
      }
    }
  }

  async #take(force: boolean): Promise<void> {
    const { row, clock, settings, executorId: holder, logger } = this.#options;
    const askedAt = clock.monotonic();
    const now = clock.now();
    const term = await row.take({ holder, now, expiresAt: now + settings.leaseDurationMs, force });
    if (term === undefined) return;
    this.#leader = { holder, term };
    this.#arm(askedAt);
    logger.info('this instance leads', { term });
    this.#options.changed();
  }

  async #renew(leader: Leader): Promise<void> {
    const { row, clock, settings } = this.#options;
    const askedAt = clock.monotonic();
    const renewed = await row.renew(leader, clock.now() + settings.leaseDurationMs);
    // The deadline may have passed while the database took its time.
    if (this.#leader !== leader) return;
    if (renewed) this.#arm(askedAt);
    else this.#lose('another instance has taken over');
  }

  /** The deadline counts from when the renewal was sent: when it reached the database is unknown. */
  #arm(askedAt: number): void {
    const { clock, settings } = this.#options;
    this.#disarm();
    const left = askedAt + settings.renewDeadlineMs - clock.monotonic();
    this.#disarm = clock.after(Math.max(0, left), () =>
      this.#lose('the lease could not be renewed before its deadline'),
    );
  }

  #lose(reason: string): void {
    this.#disarm();
    const term = this.#leader?.term;
    this.#leader = undefined;
    this.#options.logger.warn('this instance leads no more', { term, reason });
    this.#options.changed();
    this.#options.lost();
  }
}
