import type { ClusterCapacity } from '@kubemin/client';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { columnWords } from '../language/words/column.ts';
import { inventoryWords } from '../language/words/inventory.ts';
import { print } from '../output/printer.ts';
import { formatTable } from '../output/table.ts';

export interface ShowCapacityOptions {
  readonly cluster: string | undefined;
}

/** Shows what a cluster has room for. */
export async function showCapacity(context: CommandContext, options: ShowCapacityOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  const capacity = await client.clusterCapacity(options.cluster ?? DEFAULT_CLUSTER);
  await print(context, {
    data: capacity,
    table: capacityText(capacity, context),
    names: capacity.resources.map(({ resource }) => resource),
  });
  return ExitCode.ok;
}

function capacityText({ nodes, resources, pending }: ClusterCapacity, { language, terminal }: CommandContext): string {
  const say = inventoryWords[language];
  const title = columnWords[language];
  const rows = resources.map(({ resource, allocatable, requested, free, largest }) => [
    resource,
    allocatable,
    requested,
    free,
    largest === undefined ? '-' : say.largestOn(largest.amount, largest.node),
  ]);
  const width = terminal.outWidth();
  const room = formatTable(
    [title.resource, title.allocatable, title.requested, title.free, title.largest],
    rows,
    width,
  );
  const waiting = pending.map(({ namespace, name, message = '' }) => [namespace, name, message]);
  return [
    `${say.nodesTakePods(nodes.schedulable, nodes.all)}\n`,
    rows.length === 0 ? '' : `\n${room}`,
    waiting.length === 0
      ? ''
      : `\n${say.waitForRoom(waiting.length)}\n${formatTable([title.namespace, title.name, title.reason], waiting, width)}`,
  ].join('');
}
