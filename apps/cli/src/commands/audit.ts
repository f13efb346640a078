import type { AuditEntry, PlatformClient } from '@kubemin/client';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import type { Located, Output } from '../located.ts';
import { formatTable } from '../table.ts';

/** Which entries of the audit. */
export interface AuditChoice {
  readonly user?: string;
  readonly app?: string;
  /** In seconds. */
  readonly since?: number;
  readonly limit: number;
}

/** Lists who changed what, the newest first. */
export async function showAudit(
  context: CommandContext,
  options: Located & AuditChoice & { readonly output: Output },
): Promise<ExitCode> {
  const { terminal, clock } = context;
  const { user, app, since, limit } = options;
  const { client } = await connect(context, options.dataDir);
  const { entries, next } = await client.listAudit({
    limit,
    ...(user !== undefined && { user }),
    ...(app !== undefined && { appId: await idOf(client, app) }),
    ...(since !== undefined && { since: new Date(clock.now() - since * 1_000).toISOString() }),
  });
  if (options.output === 'json') {
    terminal.out(`${JSON.stringify(entries, null, 2)}\n`);
    return ExitCode.ok;
  }
  terminal.out(formatTable(['TIME', 'USER', 'DID', 'OUTCOME', 'PROJECT', 'APPLICATION', 'FROM'], entries.map(row)));
  if (next !== undefined) terminal.err(`There are more; --limit and --since choose how many.\n`);
  return ExitCode.ok;
}

/** An application that is gone has no name any more; what is known of it is under its id. */
async function idOf(client: PlatformClient, app: string): Promise<string> {
  try {
    return (await findApplication(client, app)).id;
  } catch (error) {
    if (error instanceof CliError && error.exitCode === ExitCode.notFound) return app;
    throw error;
  }
}

function row({ time, user, route, status, error, project = '', appId = '', address }: AuditEntry): readonly string[] {
  return [time, user, route, error ?? (status === undefined ? 'unknown' : 'done'), project, appId, address];
}
