import { type Clock, TerminalError, toError } from '@kubemin/base';
import type { Health, Readiness } from '@kubemin/client';
import type { Engine } from '@kubemin/engine';
import { Refusal } from '../http/refusal.ts';

/** Something the server needs; the check throws when it does not answer. */
export interface ReadinessCheck {
  readonly name: string;
  check(signal: AbortSignal): Promise<void>;
}

const TIMEOUT_MS = 2_000;

/** What health is told from. */
export interface HealthOptions {
  readonly checks: readonly ReadinessCheck[];
  readonly engine: Pick<Engine, 'status'>;
  readonly clock: Clock;
}

/** Whether the server lives, and whether it can work. */
export class HealthService {
  readonly #options: HealthOptions;

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  async health(): Promise<Health> {
    return { status: 'healthy' };
  }

  async readiness(): Promise<Readiness> {
    const results = await Promise.all(this.#options.checks.map((check) => this.#result(check)));
    const failures = results.flatMap(({ name, failure }) => (failure === undefined ? [] : [`${name}: ${failure}`]));
    if (failures.length > 0) throw new Refusal('UNAVAILABLE', `not ready: ${failures.join('; ')}`);
    const { leads, instances, executes, workFrom, queue } = this.#options.engine.status();
    return {
      status: 'ready',
      checks: Object.fromEntries(results.map(({ name }) => [name, 'ok'])),
      // What the queue's server said may name hosts and users, and anybody may ask here.
      instance: { leads, instances, executes, workFrom, queue: { driver: queue.driver, status: queue.health.status } },
    };
  }

  async #result({ name, check }: ReadinessCheck): Promise<{ readonly name: string; readonly failure?: string }> {
    const deadline = new AbortController();
    const late = Promise.withResolvers<never>();
    const cancel = this.#options.clock.after(TIMEOUT_MS, () => {
      const error = new TerminalError(`no answer within ${TIMEOUT_MS / 1000} s`, { code: 'CHECK_TIMED_OUT' });
      late.reject(error);
      deadline.abort(error);
    });
    try {
      await Promise.race([check(deadline.signal), late.promise]);
      return { name };
    } catch (error) {
      return { name, failure: toError(error).message };
    } finally {
      cancel();
    }
  }
}
