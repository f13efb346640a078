import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { accountWords } from '../language/words/account.ts';

/** Removes a user and with them their tokens. */
export async function removeUser(context: CommandContext, options: { readonly name: string }): Promise<ExitCode> {
  const { client } = await connect(context);
  const { name } = await client.removeUser(options.name);
  context.terminal.err(`${accountWords[context.language].userRemoved(context.style.bold(name))}\n`);
  return ExitCode.ok;
}
