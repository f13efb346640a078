import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import type { Located } from '../located.ts';

/** Ends a token. */
export async function revokeToken(
  context: CommandContext,
  options: Located & { readonly id: string },
): Promise<ExitCode> {
  const { client } = await connect(context, options.dataDir);
  const { id, name } = await client.revokeToken(options.id);
  context.terminal.err(`token ${id} (${name}) is revoked\n`);
  return ExitCode.ok;
}
