import type { Action } from '@kubemin/client';
import { connect } from '../connection/index.ts';
import { accountMessages, columnMessages } from '../messages/index.ts';
import { type CommandContext, ExitCode, printList } from '../terminal/index.ts';

interface CreateTokenOptions {
  readonly name: string;
  readonly user: string | undefined;
  /** All that the user may do when empty. */
  readonly scope: readonly Action[];
  /** Everywhere the user may when empty. */
  readonly project: readonly string[];
  /** In milliseconds. */
  readonly expires: number | undefined;
}

/** Makes a token. Only the token goes to standard output, so that scripts can take it from there. */
export async function createToken(context: CommandContext, options: CreateTokenOptions): Promise<ExitCode> {
  const { terminal, translate } = context;
  const { client } = await connect(context);
  const { id, user, token, expireTime } = await client.createToken({
    name: options.name,
    ...(options.user !== undefined && { user: options.user }),
    ...(options.scope.length > 0 && { scopes: [...options.scope] }),
    ...(options.project.length > 0 && { projects: [...options.project] }),
    ...(options.expires !== undefined && { lifetimeSeconds: Math.max(1, Math.floor(options.expires / 1_000)) }),
  });
  terminal.err(
    `${expireTime === undefined ? translate(accountMessages.tokenMade({ id, user })) : translate(accountMessages.tokenMadeUntil({ id, user, end: expireTime }))}\n`,
  );
  terminal.out(`${token}\n`);
  return ExitCode.ok;
}

interface ListTokensOptions {
  /** The only user whose tokens are meant. */
  readonly user: string | undefined;
}

/** Lists tokens, the newest first. */
export async function listTokens(context: CommandContext, { user }: ListTokensOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  const { tokens } = await client.listTokens(user === undefined ? {} : { user });
  await printList(context, {
    items: tokens,
    columns: [
      { title: context.translate(columnMessages.id), cell: ({ id }) => id },
      { title: context.translate(columnMessages.name), cell: ({ name }) => name },
      { title: context.translate(columnMessages.user), cell: (token) => token.user },
      { title: context.translate(columnMessages.state), cell: ({ state }) => state },
      {
        title: context.translate(columnMessages.scopes),
        cell: ({ scopes }) => scopes?.join(',') ?? context.translate(accountMessages.all),
      },
      {
        title: context.translate(columnMessages.projects),
        cell: ({ projects }) => projects?.join(',') ?? context.translate(accountMessages.all),
      },
      {
        title: context.translate(columnMessages.expires),
        cell: ({ expireTime }) => expireTime ?? context.translate(accountMessages.never),
      },
      {
        title: context.translate(columnMessages.lastUsed),
        cell: ({ lastUsedTime }) => lastUsedTime ?? context.translate(accountMessages.never),
      },
    ],
    name: ({ id }) => id,
  });
  return ExitCode.ok;
}

/** Ends a token. */
export async function revokeToken(context: CommandContext, options: { readonly id: string }): Promise<ExitCode> {
  const { client } = await connect(context);
  const { id, name } = await client.revokeToken(options.id);
  context.terminal.err(`${context.translate(accountMessages.tokenRevoked({ id, name }))}\n`);
  return ExitCode.ok;
}
