import type { Clock } from '@kubemin/base';
import { errorMessage, type Message } from '@kubemin/base/message';
import { encodeTexts, type Health, type Readiness } from '@kubemin/client';
import type { Engine } from '@kubemin/engine';
import type { KubeClient } from '@kubemin/kube';
import { type SqlDatabase, sql } from '@kubemin/sql';
import { ApiError, withTimeout } from '../../api/index.ts';
import { type ClusterMonitor, kubeVersion } from '../../clusters/index.ts';
import { clusterMessages, requestMessages } from '../../messages/index.ts';
import type { Publication } from '../../runs/index.ts';

/** A dependency of the server; the check throws when it does not respond. */
export interface ReadinessCheck {
  readonly name: string;
  check(signal: AbortSignal): Promise<void>;
}

const TIMEOUT_MS = 2_000;

/** What health is derived from. */
export interface HealthOptions {
  readonly checks: readonly ReadinessCheck[];
  readonly engine: Pick<Engine, 'status'>;
  readonly clusters: Pick<ClusterMonitor, 'registered'>;
  readonly publication: Pick<Publication, 'status'>;
  readonly clock: Clock;
  /** Of the program; public, as in Kubernetes. */
  readonly version: string | undefined;
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
    const failures = results.flatMap(({ name, failure }) =>
      failure === undefined ? [] : [requestMessages.checkFailed({ check: name, reason: failure })],
    );
    if (failures.length > 0) throw new ApiError('UNAVAILABLE', requestMessages.notReady({ failures }));
    const { leads, instances, executes, workFrom, queue } = this.#options.engine.status();
    const states = [...this.#options.clusters.registered()];
    const down = states.filter(([, { status }]) => status === 'down').map(([name]) => name);
    const message = down.length === 0 ? undefined : clusterMessages.down({ clusters: down });
    return {
      status: down.length === 0 ? 'ready' : 'degraded',
      // The reason of a cluster may name hosts, and this route is public.
      ...(message !== undefined && { message: message.message, ...encodeTexts({ message }) }),
      clusters: Object.fromEntries(states.map(([name, { status }]) => [name, status])),
      checks: Object.fromEntries(results.map(({ name }) => [name, 'ok'])),
      ...(this.#options.version !== undefined && { version: this.#options.version }),
      publications: this.#options.publication.status(),
      // Texts of the queue's server may name hosts and users, and this route is public.
      instance: { leads, instances, executes, workFrom, queue: { driver: queue.driver, status: queue.health.status } },
    };
  }

  async #result({ name, check }: ReadinessCheck): Promise<{ readonly name: string; readonly failure?: Message }> {
    try {
      await withTimeout(this.#options.clock, TIMEOUT_MS, check);
      return { name };
    } catch (error) {
      return { name, failure: errorMessage(error) };
    }
  }
}

/** The database executes a query. */
export function databaseCheck(database: SqlDatabase): ReadinessCheck {
  return {
    name: 'database',
    check: async () => {
      await sql`select 1`.execute(database.query);
    },
  };
}

/** The Kubernetes API returns its version, which needs no permission anywhere. */
export function kubeCheck(client: KubeClient): ReadinessCheck {
  return {
    name: 'kubernetes',
    check: async (signal) => {
      await kubeVersion(client, signal);
    },
  };
}
