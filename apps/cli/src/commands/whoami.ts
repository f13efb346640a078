import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import type { Located, Output } from '../located.ts';
import { rolesText } from './user-ls.ts';

/** Tells whose token is used, and what it allows. */
export async function whoami(
  context: CommandContext,
  options: Located & { readonly output: Output },
): Promise<ExitCode> {
  const { terminal } = context;
  const { client } = await connect(context, options.dataDir);
  const answer = await client.whoami();
  const { user, roles, scopes, projects, tokenId, expireTime } = answer;
  const lines = [
    ['user', user],
    ['roles', roles.length === 0 ? 'none' : rolesText(roles)],
    ['scopes', scopes?.join(' ') ?? 'all'],
    ['projects', projects?.join(' ') ?? 'all'],
    ['token', tokenId ?? 'the one this KubeMin was started with'],
    ['expires', expireTime ?? 'never'],
  ];
  const text = lines.map(([name = '', value = '']) => `${name.padEnd(8)}   ${value}\n`).join('');
  terminal.out(options.output === 'json' ? `${JSON.stringify(answer, null, 2)}\n` : text);
  return ExitCode.ok;
}
