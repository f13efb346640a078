import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import type { Located } from '../located.ts';

/** Forgets a cluster that no application names. Nothing in it is touched. */
export async function removeCluster(
  context: CommandContext,
  options: Located & { readonly name: string },
): Promise<ExitCode> {
  const { terminal, style } = context;
  const { client } = await connect(context, options.dataDir);
  await client.removeCluster(options.name);
  terminal.err(`${style.bold(options.name)} is forgotten; what is in it stays\n`);
  return ExitCode.ok;
}
