import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { translatorTo } from '../language/translation.ts';

/** Asks a cluster whether it answers; fails when it does not. */
export async function checkCluster(context: CommandContext, options: { readonly name: string }): Promise<ExitCode> {
  const { terminal, style, language } = context;
  const { client } = await connect(context);
  const { name, reachable, message } = await client.checkCluster(options.name);
  terminal.err(`${style.bold(name)}: ${translatorTo(language)(message) ?? message}\n`);
  return reachable ? ExitCode.ok : ExitCode.failed;
}
