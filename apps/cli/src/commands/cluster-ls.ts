import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { clusterWords } from '../language/words/cluster.ts';
import { columnWords } from '../language/words/column.ts';
import { printList } from '../output/printer.ts';

/** Lists the clusters that documents may name. */
export async function listClusters(context: CommandContext): Promise<ExitCode> {
  const { client } = await connect(context);
  const { clusters } = await client.listClusters();
  const title = columnWords[context.language];
  const say = clusterWords[context.language];
  await printList(context, {
    items: clusters,
    columns: [
      { title: title.name, cell: ({ name }) => name },
      { title: title.status, cell: ({ status }) => status },
      { title: title.meant, cell: (each) => (each.default ? say.whenNoneIsNamed : '') },
    ],
    name: ({ name }) => name,
  });
  return ExitCode.ok;
}
