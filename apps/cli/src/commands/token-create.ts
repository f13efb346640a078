import type { Action } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import type { Located } from '../located.ts';

export interface CreateTokenOptions extends Located {
  readonly name: string;
  readonly user?: string;
  readonly scope?: readonly Action[];
  readonly project?: readonly string[];
  /** In seconds. */
  readonly expires?: number;
}

/** Makes a token. Only the token goes to standard output, so that scripts can take it from there. */
export async function createToken(context: CommandContext, options: CreateTokenOptions): Promise<ExitCode> {
  const { terminal } = context;
  const { client } = await connect(context, options.dataDir);
  const { id, user, token, expireTime } = await client.createToken({
    name: options.name,
    ...(options.user !== undefined && { user: options.user }),
    ...(options.scope !== undefined && { scopes: [...options.scope] }),
    ...(options.project !== undefined && { projects: [...options.project] }),
    ...(options.expires !== undefined && { lifetimeSeconds: options.expires }),
  });
  const end = expireTime === undefined ? 'does not end by itself' : `ends at ${expireTime}`;
  terminal.err(`token ${id} of ${user} ${end}; it is shown this once:\n`);
  terminal.out(`${token}\n`);
  return ExitCode.ok;
}
