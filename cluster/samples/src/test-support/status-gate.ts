import type { ApiRequest, ApiResponse } from '@kubemin/kubeapi';
import { RequestGate } from '@kubemin/testing';
import type { RedisMigration } from '../redis-migration/redis-migration-resource.ts';

/** A write to a migration that has arrived and is not executed yet. */
export interface Arrival {
  readonly by: string;
  readonly kind: 'status' | 'metadata';
  /** The object in the request, of a status; the stored object otherwise. */
  readonly wanted: RedisMigration | undefined;
  readonly stored: RedisMigration | undefined;
}

/** A version of a migration that was stored. */
export interface StoredVersion {
  readonly by: string;
  readonly migration: RedisMigration;
}

const WRITE = /\/redismigrations\/[^/]+(\/status)?$/;

/** Intercepts requests to an API server, keeps every stored version of migrations, and can block writes to them. */
export class StatusGate extends RequestGate<Arrival> {
  readonly versions: StoredVersion[] = [];
  /** Writers whose writes the server rejected with a conflict. */
  readonly conflicts: string[] = [];

  protected override read(request: ApiRequest, by: string): Arrival | undefined {
    const match = request.method === 'GET' ? null : WRITE.exec(request.path);
    if (match === null) return undefined;
    const stored = this.versions.at(-1)?.migration;
    return match[1] === undefined
      ? { by, kind: 'metadata', wanted: stored, stored }
      : { by, kind: 'status', wanted: readBody(request), stored };
  }

  protected override onResponse({ by }: Arrival, response: ApiResponse): void {
    if (response.kind !== 'object') return;
    if (isMigration(response.object)) this.versions.push({ by, migration: response.object });
    else if (response.status === 409) this.conflicts.push(by);
  }
}

function readBody({ body }: ApiRequest): RedisMigration | undefined {
  if (body?.kind !== 'bytes') return undefined;
  const value: unknown = JSON.parse(new TextDecoder().decode(body.bytes));
  return isMigration(value) ? value : undefined;
}

function isMigration(value: unknown): value is RedisMigration {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'RedisMigration';
}
