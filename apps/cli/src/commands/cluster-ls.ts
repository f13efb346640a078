import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import type { Located, Output } from '../located.ts';
import { formatTable } from '../table.ts';

/** Lists the clusters that documents may name. */
export async function listClusters(
  context: CommandContext,
  options: Located & { readonly output: Output },
): Promise<ExitCode> {
  const { terminal } = context;
  const { client } = await connect(context, options.dataDir);
  const { clusters } = await client.listClusters();
  if (options.output === 'json') {
    terminal.out(`${JSON.stringify(clusters, null, 2)}\n`);
    return ExitCode.ok;
  }
  const rows = clusters.map((each) => [each.name, each.status, each.default ? 'when a document names none' : '']);
  terminal.out(formatTable(['NAME', 'STATUS', 'MEANT'], rows));
  return ExitCode.ok;
}
