import type { Action } from '@kubemin/client';
import { connect } from '../connection/connect.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { accountWords } from '../language/words/account.ts';
import { columnWords } from '../language/words/column.ts';
import { printList } from '../output/printer.ts';
import type { CommandContext } from '../terminal/command-context.ts';

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
  const { terminal, language } = context;
  const say = accountWords[language];
  const { client } = await connect(context);
  const { id, user, token, expireTime } = await client.createToken({
    name: options.name,
    ...(options.user !== undefined && { user: options.user }),
    ...(options.scope.length > 0 && { scopes: [...options.scope] }),
    ...(options.project.length > 0 && { projects: [...options.project] }),
    ...(options.expires !== undefined && { lifetimeSeconds: Math.max(1, Math.floor(options.expires / 1_000)) }),
  });
  terminal.err(`${expireTime === undefined ? say.tokenMade(id, user) : say.tokenMadeUntil(id, user, expireTime)}\n`);
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
  const title = columnWords[context.language];
  const say = accountWords[context.language];
  await printList(context, {
    items: tokens,
    columns: [
      { title: title.id, cell: ({ id }) => id },
      { title: title.name, cell: ({ name }) => name },
      { title: title.user, cell: (token) => token.user },
      { title: title.state, cell: ({ state }) => state },
      { title: title.scopes, cell: ({ scopes }) => scopes?.join(',') ?? say.all },
      { title: title.projects, cell: ({ projects }) => projects?.join(',') ?? say.all },
      { title: title.expires, cell: ({ expireTime }) => expireTime ?? say.never },
      { title: title.lastUsed, cell: ({ lastUsedTime }) => lastUsedTime ?? say.never },
    ],
    name: ({ id }) => id,
  });
  return ExitCode.ok;
}

/** Ends a token. */
export async function revokeToken(context: CommandContext, options: { readonly id: string }): Promise<ExitCode> {
  const { client } = await connect(context);
  const { id, name } = await client.revokeToken(options.id);
  context.terminal.err(`${accountWords[context.language].tokenRevoked(id, name)}\n`);
  return ExitCode.ok;
}
