import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import type { Located, Output } from '../located.ts';
import { formatTable } from '../table.ts';

/** Lists tokens, the newest first. */
export async function listTokens(
  context: CommandContext,
  options: Located & { readonly output: Output; readonly user?: string },
): Promise<ExitCode> {
  const { terminal } = context;
  const { client } = await connect(context, options.dataDir);
  const { tokens } = await client.listTokens(options.user === undefined ? {} : { user: options.user });
  if (options.output === 'json') {
    terminal.out(`${JSON.stringify(tokens, null, 2)}\n`);
    return ExitCode.ok;
  }
  const rows = tokens.map((token) => [
    token.id,
    token.name,
    token.user,
    token.state,
    token.scopes?.join(',') ?? 'all',
    token.projects?.join(',') ?? 'all',
    token.expireTime ?? 'never',
    token.lastUsedTime ?? 'never',
  ]);
  terminal.out(formatTable(['ID', 'NAME', 'USER', 'STATE', 'SCOPES', 'PROJECTS', 'EXPIRES', 'LAST USED'], rows));
  return ExitCode.ok;
}
