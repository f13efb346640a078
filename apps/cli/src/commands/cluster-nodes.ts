import type { ClusterNode } from '@kubemin/client';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { formatDuration } from '../duration.ts';
import { ExitCode } from '../exit-code.ts';
import type { Language } from '../language/language.ts';
import { columnWords } from '../language/words/column.ts';
import { inventoryWords } from '../language/words/inventory.ts';
import { printList } from '../output/printer.ts';

export interface ListNodesOptions {
  readonly cluster: string | undefined;
}

/** Lists the nodes of a cluster. */
export async function listNodes(context: CommandContext, options: ListNodesOptions): Promise<ExitCode> {
  const { clock, language } = context;
  const { client } = await connect(context);
  const { nodes } = await client.clusterNodes(options.cluster ?? DEFAULT_CLUSTER);
  const title = columnWords[language];
  await printList(context, {
    items: nodes,
    columns: [
      { title: title.name, cell: ({ name }) => name },
      { title: title.status, cell: (node) => stateOf(node, language) },
      { title: title.pods, cell: (node) => shareOf(node, 'pods') },
      { title: title.cpu, cell: (node) => shareOf(node, 'cpu') },
      { title: title.memory, cell: (node) => shareOf(node, 'memory') },
      { title: title.version, cell: ({ version }) => version },
      {
        title: title.age,
        cell: ({ createTime }) =>
          createTime === undefined ? '-' : formatDuration(clock.now() - Date.parse(createTime)),
      },
      { title: title.roles, cell: ({ roles }) => roles.join(',') || '-', wide: true },
      { title: title.taints, cell: ({ taints }) => taints.join(',') || '-', wide: true },
      { title: title.message, cell: ({ message }) => message ?? '', wide: true },
    ],
    name: ({ name }) => name,
    empty: inventoryWords[language].noNodes,
  });
  return ExitCode.ok;
}

function stateOf({ ready, schedulable }: ClusterNode, language: Language): string {
  const say = inventoryWords[language];
  if (!ready) return say.notReady;
  return schedulable ? say.ready : say.closed;
}

/** What was asked for, of what there is. */
function shareOf({ requested, allocatable }: ClusterNode, resource: string): string {
  return `${requested[resource] ?? '0'}/${allocatable[resource] ?? '0'}`;
}
