import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { accountWords } from '../language/words/account.ts';

/** Ends a token. */
export async function revokeToken(context: CommandContext, options: { readonly id: string }): Promise<ExitCode> {
  const { client } = await connect(context);
  const { id, name } = await client.revokeToken(options.id);
  context.terminal.err(`${accountWords[context.language].tokenRevoked(id, name)}\n`);
  return ExitCode.ok;
}
