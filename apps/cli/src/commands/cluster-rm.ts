import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { clusterWords } from '../language/words/cluster.ts';

/** Forgets a cluster that no application names. Nothing in it is touched. */
export async function removeCluster(context: CommandContext, options: { readonly name: string }): Promise<ExitCode> {
  const { terminal, style, language } = context;
  const { client } = await connect(context);
  await client.removeCluster(options.name);
  terminal.err(`${clusterWords[language].forgotten(style.bold(options.name))}\n`);
  return ExitCode.ok;
}
