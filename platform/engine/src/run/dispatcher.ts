import { type Clock, type Logger, toError, WakeSignal } from '@kubemin/base';
import type { TaskQueue } from '../queue/index.ts';
import type { Announcements, Claim, Leader, TaskStore } from '../store/index.ts';
import { type EngineSettings, waitForSignal } from '../task/index.ts';
import type { Announcer } from './announcer.ts';

/** What the leader works with. */
export interface DispatcherOptions {
  readonly tasks: Pick<TaskStore, 'claims' | 'release'>;
  readonly announcements: Pick<Announcements, 'due' | 'recordAnnounced'>;
  readonly announcer: Pick<Announcer, 'announce' | 'reachesOthers'>;
  readonly queue: Pick<TaskQueue, 'stats' | 'capabilities' | 'health'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: Pick<EngineSettings, 'deadAfterMs' | 'dispatchPollIntervalMs'>;
  /** Set while this instance leads. */
  readonly leader: () => Leader | undefined;
  /** Whether this very instance runs what is claimed so: then it lives, even if a heartbeat is late. */
  readonly runsHere: (claim: Claim) => boolean;
}

const STATS_EVERY_MS = 30_000;
const MOST_AT_ONCE = 1_000;

/** What one instance does for all: releases the work of dead executors, and announces again what was not taken. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #nudge = new WakeSignal();
  #statsAt = Number.NEGATIVE_INFINITY;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** This instance leads now, or the queue is back: look at once. */
  nudge(): void {
    this.#nudge.notify();
  }

  /** Works until the signal aborts; resolves then. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, settings, leader } = this.#options;
    for (;;) {
      await waitForSignal({ nudge: this.#nudge, clock, ms: settings.dispatchPollIntervalMs, signal });
      if (signal.aborted) return;
      const current = leader();
      if (current !== undefined) await this.#sweep(current);
    }
  }

  /** Releases claimed work: that of dead executors, or all when no other instance can be alive. */
  async recover(which: 'dead' | 'all', leader: Leader): Promise<void> {
    const { tasks, clock, settings, announcer, logger, runsHere } = this.#options;
    const claims = await tasks.claims(which === 'all' ? undefined : clock.now() - settings.deadAfterMs);
    for (const claim of claims) {
      if (runsHere(claim)) continue;
      const task = await tasks.release(claim, leader);
      if (task === undefined) continue;
      logger.warn('a task was taken over from an executor that is gone', { ...claim });
      announcer.announce({ taskId: task.id, appId: task.appId });
    }
  }

  async #sweep(leader: Leader): Promise<void> {
    const { queue } = this.#options;
    await this.#guarded('looking for dead work failed', () => this.recover('dead', leader));
    if (!queue.capabilities.shared) return;
    await this.#guarded('announcing work again failed', () => this.#announceAgain(leader));
    await this.#guarded('the stats of the queue could not be read', () => this.#logStats());
  }

  /**
   * Only as many as are missing from the queue: what merely waits for a free executor is not announced twice. But always
   * one: the stats of a queue may be too high for long, and no task may wait for ever.
   */
  async #announceAgain(leader: Leader): Promise<void> {
    const { announcements, announcer, queue, tasks, clock, settings, logger } = this.#options;
    const before = clock.now() - settings.dispatchPollIntervalMs;
    const due = announcer.reachesOthers ? await announcements.due(before, MOST_AT_ONCE) : [];
    if (due.length === 0) return;
    const { backlog, pending } = await queue.stats();
    // Not every queue knows what others have in work; they have no more than the database has claims.
    const inWork = Math.max(pending, (await tasks.claims()).length);
    const lost = due.slice(0, Math.max(1, due.length - Math.max(0, backlog - inWork)));
    const noted = await announcements.recordAnnounced(
      leader,
      lost.map(({ taskId }) => taskId),
    );
    if (!noted) return;
    logger.info('work that was not taken is announced again', { tasks: lost.length, waiting: due.length });
    for (const announcement of lost) announcer.announce(announcement);
  }

  /** Also the only thing that notices, on a leader that does not consume, that the queue is back. */
  async #logStats(): Promise<void> {
    const { queue, clock, logger } = this.#options;
    const isDue = clock.monotonic() - this.#statsAt >= STATS_EVERY_MS;
    if (!isDue && queue.health.status === 'up') return;
    const stats = await queue.stats();
    if (!isDue) return;
    this.#statsAt = clock.monotonic();
    if (stats.backlog > 0) logger.info('the queue has work', { ...stats });
    else logger.debug('the queue is empty', { ...stats });
  }

  async #guarded(message: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      this.#options.logger.warn(message, { error: toError(thrown) });
    }
  }
}
