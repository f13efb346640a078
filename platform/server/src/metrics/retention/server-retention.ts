import type { Engine } from '@kubemin/engine';
import type { Kysely } from '@kubemin/sql';
import { type AccountTables, type AuditRows, TokenRows } from '../../accounts/index.ts';
import type { ServerTables } from '../../api/index.ts';
import type { Expiring } from './retention.ts';

export interface ServerRetentionOptions {
  readonly audit: Pick<AuditRows, 'removeOlder'>;
  readonly accounts: Kysely<AccountTables>;
  readonly applications: Kysely<ServerTables>;
  readonly engine: Pick<Engine, 'tasks'>;
  readonly keepAuditForMs: number;
  readonly keepTokensForMs: number;
  /** Of pods that are gone. */
  readonly logs: { removeOlder(before: number, atMost: number): Promise<number> };
  readonly keepLogsForMs: number;
}

/** All that the server does not keep for ever. */
export function serverRetention(options: ServerRetentionOptions): readonly Expiring[] {
  const { audit, keepAuditForMs, keepTokensForMs, logs, keepLogsForMs } = options;
  const tokens = new TokenRows(options.accounts);
  return [
    {
      failure: 'Old audit entries could not be removed; trying again later.',
      removeSome: (now, atMost) => audit.removeOlder(now - keepAuditForMs, atMost),
    },
    {
      failure: 'Tokens that ended long ago could not be removed; trying again later.',
      removeSome: (now, atMost) => tokens.removeEnded(now - keepTokensForMs, atMost),
    },
    {
      failure: 'Old logs of pods could not be removed; trying again later.',
      removeSome: (now, atMost) => logs.removeOlder(now - keepLogsForMs, atMost),
    },
    new DeletedApplications(options.applications, options.engine),
  ];
}

/** Applications that are gone and have no runs left: their project is no longer needed. */
class DeletedApplications implements Expiring {
  readonly failure = 'Applications that are long gone could not be forgotten; trying again later.';
  readonly #query: Kysely<ServerTables>;
  readonly #engine: Pick<Engine, 'tasks'>;
  /** Those up to here were looked at in this round. */
  #seen = '';

  constructor(query: Kysely<ServerTables>, engine: Pick<Engine, 'tasks'>) {
    this.#query = query;
    this.#engine = engine;
  }

  async removeSome(_now: number, atMost: number): Promise<number> {
    const rows = await this.#query
      .selectFrom('departed_applications')
      .select('id')
      .where('id', '>', this.#seen)
      .orderBy('id')
      .limit(atMost)
      .execute();
    for (const { id } of rows) {
      const runs = await this.#engine.tasks({ appId: id, limit: 1 });
      if (runs.length === 0) await this.#query.deleteFrom('departed_applications').where('id', '=', id).execute();
    }
    this.#seen = rows.length < atMost ? '' : (rows.at(-1)?.id ?? '');
    return rows.length;
  }
}
