import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import type { Located } from '../located.ts';

/** Removes a user and with them their tokens. */
export async function removeUser(
  context: CommandContext,
  options: Located & { readonly name: string },
): Promise<ExitCode> {
  const { client } = await connect(context, options.dataDir);
  const { name } = await client.removeUser(options.name);
  context.terminal.err(`${context.style.bold(name)} is removed; their tokens open nothing any more\n`);
  return ExitCode.ok;
}
