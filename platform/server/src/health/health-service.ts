import { type Clock, TerminalError, toError } from '@kubemin/base';
import type { Health, Readiness } from '@kubemin/client';
import { Refusal } from '../http/refusal.ts';

/** Something the server needs; the check throws when it does not answer. */
export interface ReadinessCheck {
  readonly name: string;
  check(signal: AbortSignal): Promise<void>;
}

const TIMEOUT_MS = 2_000;

/** Whether the server lives, and whether it can work. */
export class HealthService {
  readonly #checks: readonly ReadinessCheck[];
  readonly #clock: Clock;

  constructor(options: { readonly checks: readonly ReadinessCheck[]; readonly clock: Clock }) {
    this.#checks = options.checks;
    this.#clock = options.clock;
  }

  async health(): Promise<Health> {
    return { status: 'healthy' };
  }

  async readiness(): Promise<Readiness> {
    const results = await Promise.all(this.#checks.map((check) => this.#result(check)));
    const failures = results.flatMap(({ name, failure }) => (failure === undefined ? [] : [`${name}: ${failure}`]));
    if (failures.length > 0) throw new Refusal('UNAVAILABLE', `not ready: ${failures.join('; ')}`);
    return { status: 'ready', checks: Object.fromEntries(results.map(({ name }) => [name, 'ok'])) };
  }

  async #result({ name, check }: ReadinessCheck): Promise<{ readonly name: string; readonly failure?: string }> {
    const deadline = new AbortController();
    const late = Promise.withResolvers<never>();
    const cancel = this.#clock.after(TIMEOUT_MS, () => {
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
