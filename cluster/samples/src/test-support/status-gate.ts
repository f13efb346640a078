import { type ApiHandler, type ApiRequest, serviceUnavailable } from '@kubemin/kubeapi';
import type { RedisMigration } from '../redis-migration/redis-migration-resource.ts';

/** A write to a migration that has come in and is not done yet. */
export interface Arrival {
  readonly by: string;
  readonly kind: 'status' | 'metadata';
  /** What the writer wants it to be, of a status; what is stored, otherwise. */
  readonly wanted: RedisMigration | undefined;
  readonly stored: RedisMigration | undefined;
}

/** A version of a migration that was stored. */
export interface StoredVersion {
  readonly by: string;
  readonly migration: RedisMigration;
}

/**
 * What becomes of a write: it is done as usual; `lost`, it never reaches the store; or `unanswered`, it is stored and
 * the writer does not live to hear of it.
 */
export type Fate =
  | { readonly kind: 'pass' }
  | { readonly kind: 'lost' | 'unanswered'; readonly strike: () => Promise<void> };

const WRITE = /\/redismigrations\/[^/]+(\/status)?$/;

/** Stands before an API server, keeps every stored version of migrations, and decides what becomes of writes to them. */
export class StatusGate {
  readonly versions: StoredVersion[] = [];
  /** Writes that the server refused because somebody else had been first, by who asked for them. */
  readonly conflicts: string[] = [];
  readonly #requests = new Map<string, number>();
  decide: (arrival: Arrival) => Promise<Fate> = () => Promise.resolve({ kind: 'pass' });

  /** How often somebody has asked for anything so far. */
  requestsBy(userAgent: string): number {
    return this.#requests.get(userAgent) ?? 0;
  }

  readonly around =
    (handler: ApiHandler): ApiHandler =>
    async (request) => {
      const by = request.headers['user-agent'] ?? '';
      this.#requests.set(by, this.requestsBy(by) + 1);
      const match = request.method === 'GET' ? null : WRITE.exec(request.path);
      if (match === null) return handler(request);
      const stored = this.versions.at(-1)?.migration;
      const kind = match[1] === undefined ? 'metadata' : 'status';
      const wanted = kind === 'status' ? bodyOf(request) : stored;
      const fate = await this.decide({ by, kind, wanted, stored });
      if (fate.kind === 'lost') {
        await fate.strike();
        throw serviceUnavailable('the writer is gone');
      }
      const response = await handler(request);
      if (response.kind === 'object' && isMigration(response.object)) {
        this.versions.push({ by, migration: response.object });
      } else if (response.kind === 'object' && response.status === 409) this.conflicts.push(by);
      if (fate.kind === 'unanswered') await fate.strike();
      return response;
    };
}

function bodyOf({ body }: ApiRequest): RedisMigration | undefined {
  if (body?.kind !== 'bytes') return undefined;
  const value: unknown = JSON.parse(new TextDecoder().decode(body.bytes));
  return isMigration(value) ? value : undefined;
}

function isMigration(value: unknown): value is RedisMigration {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'RedisMigration';
}
