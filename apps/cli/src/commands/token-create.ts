import type { Action } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { accountWords } from '../language/words/account.ts';

export interface CreateTokenOptions {
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
