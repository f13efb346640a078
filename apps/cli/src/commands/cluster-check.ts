import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import type { Located } from '../located.ts';

/** Asks a cluster whether it answers; fails when it does not. */
export async function checkCluster(
  context: CommandContext,
  options: Located & { readonly name: string },
): Promise<ExitCode> {
  const { terminal, style } = context;
  const { client } = await connect(context, options.dataDir);
  const { name, reachable, message } = await client.checkCluster(options.name);
  terminal.err(`${style.bold(name)}: ${message}\n`);
  return reachable ? ExitCode.ok : ExitCode.failed;
}
