import type { Engine } from '@kubemin/engine';
import type { Kysely } from '@kubemin/sql';
import type { AccountTables } from '../accounts/tables.ts';
import { TokenRows } from '../accounts/token-rows.ts';
import type { ServerTables } from '../applications/tables.ts';
import type { AuditRows } from '../audit/audit-rows.ts';
import { DepartedApplications } from './departed-applications.ts';
import type { Expiring } from './retention.ts';

export interface ServerRetentionOptions {
  readonly audit: Pick<AuditRows, 'removeOlder'>;
  readonly accounts: Kysely<AccountTables>;
  readonly applications: Kysely<ServerTables>;
  readonly engine: Pick<Engine, 'tasks'>;
  readonly keepAuditForMs: number;
  readonly keepTokensForMs: number;
}

/** All that the server does not keep for ever. */
export function serverRetention(options: ServerRetentionOptions): readonly Expiring[] {
  const { audit, keepAuditForMs, keepTokensForMs } = options;
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
    new DepartedApplications(options.applications, options.engine),
  ];
}
