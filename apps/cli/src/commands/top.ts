import { cpuText, memoryText, type NodeUsage, type PodUsage, shareText, type UsedAmounts } from '../command/index.ts';
import { columnMessages, inventoryMessages, usageMessages } from '../messages/index.ts';
import { readNodeUsage, readPodUsage, withPodAccess } from '../pods/index.ts';
import { type Column, type CommandContext, ExitCode, type Listing, printList } from '../terminal/index.ts';

export interface TopOptions {
  /** `nodes`, `pods`, APP, APP/COMPONENT or `pod/NAME`. */
  readonly what: string | undefined;
  readonly namespace: string | undefined;
  readonly containers: boolean;
  readonly sort: 'name' | 'cpu' | 'memory' | undefined;
  readonly kubeconfig: string | undefined;
  readonly kubeContext: string | undefined;
}

/** Shows what nodes, or pods, use of processor and memory. */
export async function top(context: CommandContext, options: TopOptions): Promise<ExitCode> {
  const { what = 'nodes', containers, namespace } = options;
  const unit = containers ? 'container' : 'pod';
  if (/^nodes?$/.test(what)) {
    await printNodes(context, options, await readNodeUsage(context, options));
    return ExitCode.ok;
  }
  const isAll = /^pods?$/.test(what);
  const pods = isAll
    ? await readPodUsage(context, options, unit)
    : await withPodAccess(context, { ...options, target: what }, (access) => access.usage(unit));
  await printPods(context, options, { pods, isEverywhere: isAll && namespace === undefined });
  return ExitCode.ok;
}

async function printNodes(context: CommandContext, options: TopOptions, items: readonly NodeUsage[]): Promise<void> {
  const { translate } = context;
  const columns: readonly Column<NodeUsage>[] = [
    { title: translate(columnMessages.name), cell: ({ name }) => name },
    { title: translate(columnMessages.cpu), cell: ({ used }) => cpuText(used) },
    {
      title: translate(usageMessages.cpuShare),
      cell: ({ used, allocatable }) => shareText(used?.cpuMillis, allocatable.cpuMillis),
    },
    { title: translate(columnMessages.memory), cell: ({ used }) => memoryText(used) },
    {
      title: translate(usageMessages.memoryShare),
      cell: ({ used, allocatable }) => shareText(used?.memoryBytes, allocatable.memoryBytes),
    },
  ];
  await list(context, options, {
    items,
    columns,
    name: ({ name }) => name,
    empty: translate(inventoryMessages.noNodes),
  });
}

interface ShownPods {
  readonly pods: readonly PodUsage[];
  /** Whether they are of several namespaces. */
  readonly isEverywhere: boolean;
}

async function printPods(
  context: CommandContext,
  options: TopOptions,
  { pods, isEverywhere }: ShownPods,
): Promise<void> {
  const { translate } = context;
  const columns: readonly Column<PodUsage>[] = [
    { title: translate(columnMessages.namespace), cell: ({ namespace }) => namespace, wide: !isEverywhere },
    { title: translate(columnMessages.name), cell: ({ name }) => name },
    ...(options.containers
      ? [{ title: translate(usageMessages.container), cell: ({ container = '' }: PodUsage) => container }]
      : []),
    { title: translate(columnMessages.cpu), cell: ({ used }) => cpuText(used) },
    { title: translate(columnMessages.memory), cell: ({ used }) => memoryText(used) },
    { title: translate(columnMessages.component), cell: ({ component = '-' }) => component, wide: isEverywhere },
    { title: translate(columnMessages.node), cell: ({ node = '-' }) => node, wide: true },
  ];
  await list(context, options, {
    items: pods,
    columns,
    name: ({ namespace, name }) => `${namespace}/${name}`,
    empty: translate(usageMessages.noPods),
  });
}

type Measured = { readonly name: string; readonly used: UsedAmounts | undefined };

const ORDERS: Readonly<Record<'name' | 'cpu' | 'memory', (one: Measured, other: Measured) => number>> = {
  // The cluster lists by namespace and name.
  name: () => 0,
  cpu: (one, other) => (other.used?.cpuMillis ?? -1) - (one.used?.cpuMillis ?? -1),
  memory: (one, other) => (other.used?.memoryBytes ?? -1) - (one.used?.memoryBytes ?? -1),
};

function list<T extends Measured>(
  context: CommandContext,
  { sort = 'name' }: TopOptions,
  listing: Listing<T>,
): Promise<void> {
  return printList(context, { ...listing, items: listing.items.toSorted(ORDERS[sort]) });
}
