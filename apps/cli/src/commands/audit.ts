import type { PlatformClient } from '@kubemin/client';
import { connect, findApplication } from '../connection/index.ts';
import { accountMessages, columnMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode, printList } from '../terminal/index.ts';

/** Which entries of the audit. */
export interface AuditChoice {
  readonly user: string | undefined;
  readonly app: string | undefined;
  /** In milliseconds. */
  readonly since: number | undefined;
  /** @default 100 */
  readonly limit: number | undefined;
}

/** Lists who changed what, the newest first. */
export async function showAudit(context: CommandContext, options: AuditChoice): Promise<ExitCode> {
  const { terminal, clock, translate } = context;
  const { user, app, since, limit = 100 } = options;
  const { client } = await connect(context);
  const { entries, next } = await client.listAudit({
    limit,
    ...(user !== undefined && { user }),
    ...(app !== undefined && { appId: await applicationId(client, app) }),
    ...(since !== undefined && { since: new Date(clock.now() - since).toISOString() }),
  });
  await printList(context, {
    items: entries,
    columns: [
      { title: translate(columnMessages.time), cell: ({ time }) => time },
      { title: translate(columnMessages.user), cell: (entry) => entry.user },
      { title: translate(columnMessages.did), cell: ({ route }) => route },
      {
        title: translate(columnMessages.outcome),
        cell: ({ error, status }) =>
          error ?? (status === undefined ? translate(accountMessages.unknown) : translate(accountMessages.done)),
      },
      { title: translate(columnMessages.project), cell: ({ project = '' }) => project },
      { title: translate(columnMessages.application), cell: ({ appId = '' }) => appId },
      { title: translate(columnMessages.from), cell: ({ address }) => address },
    ],
    name: ({ route, appId }) => (appId === undefined ? route : `${route}/${appId}`),
  });
  if (next !== undefined) terminal.err(`${translate(accountMessages.moreEntries)}\n`);
  return ExitCode.ok;
}

/** An application that is gone has no name any more; what is known of it is under its id. */
async function applicationId(client: PlatformClient, app: string): Promise<string> {
  try {
    return (await findApplication(client, app)).id;
  } catch (error) {
    if (error instanceof CliError && error.exitCode === ExitCode.notFound) return app;
    throw error;
  }
}
