import type { KubeClient } from '@kubemin/kube';
import {
  cpuText,
  memoryText,
  type NodeUsage,
  nodeUsage,
  type PodUsage,
  podUsage,
  shareText,
  type UsageScope,
  type UsedAmounts,
} from '../command/index.ts';
import { columnMessages, inventoryMessages, usageMessages } from '../messages/index.ts';
import { isNotFound, listSelectedPods, selectPods, withCluster, withPods } from '../pods/index.ts';
import { CliError, type Column, type CommandContext, ExitCode, type Listing, printList } from '../terminal/index.ts';

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
  const { what = 'nodes' } = options;
  if (/^nodes?$/.test(what)) {
    await withCluster(context, options, (client) => topNodes(context, client, options));
    return ExitCode.ok;
  }
  const all = /^pods?$/.test(what);
  const selection = all ? undefined : await selectPods(context, { ...options, target: what });
  await withPods(context, options, async (client) => {
    // A missing pod is an error; a pod that is not running yet has no usage.
    if (selection?.kind === 'pod') await listSelectedPods(client, selection);
    const scope: UsageScope = selection ?? { namespace: options.namespace };
    await topPods(context, client, { options, scope, everywhere: scope.namespace === undefined });
  });
  return ExitCode.ok;
}

async function topNodes(context: CommandContext, client: KubeClient, options: TopOptions): Promise<void> {
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
    items: await measured(nodeUsage(client)),
    columns,
    name: ({ name }) => name,
    empty: translate(inventoryMessages.noNodes),
  });
}

interface AskedPods {
  readonly options: TopOptions;
  readonly scope: UsageScope;
  readonly everywhere: boolean;
}

async function topPods(context: CommandContext, client: KubeClient, asked: AskedPods): Promise<void> {
  const { translate } = context;
  const { options, scope, everywhere } = asked;
  const columns: readonly Column<PodUsage>[] = [
    { title: translate(columnMessages.namespace), cell: ({ namespace }) => namespace, wide: !everywhere },
    { title: translate(columnMessages.name), cell: ({ name }) => name },
    ...(options.containers
      ? [{ title: translate(usageMessages.container), cell: ({ container = '' }: PodUsage) => container }]
      : []),
    { title: translate(columnMessages.cpu), cell: ({ used }) => cpuText(used) },
    { title: translate(columnMessages.memory), cell: ({ used }) => memoryText(used) },
    { title: translate(columnMessages.component), cell: ({ component = '-' }) => component, wide: everywhere },
    { title: translate(columnMessages.node), cell: ({ node = '-' }) => node, wide: true },
  ];
  await list(context, options, {
    items: await measured(podUsage(client, scope, options.containers ? 'container' : 'pod')),
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

async function measured<T>(usage: Promise<T>): Promise<T> {
  try {
    return await usage;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new CliError(usageMessages.notMeasured, {
      code: 'METRICS_MISSING',
      exitCode: ExitCode.failed,
      hint: usageMessages.measure,
      cause: error,
    });
  }
}
