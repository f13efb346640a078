import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ClusterCapacity, ClusterNode, ClusterPod, PlatformClient, PodFilter } from '@kubemin/client';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { connect, findApplication } from '../connection/index.ts';
import { clusterMessages, clusterStateMessages, columnMessages, inventoryMessages } from '../messages/index.ts';
import {
  CliError,
  type Column,
  type CommandContext,
  ExitCode,
  failureReason,
  formatDuration,
  formatTable,
  print,
  printList,
  type Translate,
  translateSent,
} from '../terminal/index.ts';

interface AddClusterOptions {
  readonly name: string;
  readonly kubeconfig: string;
  readonly kubeContext: string | undefined;
  /** It is registered already, and gets another way in. */
  readonly replace: boolean;
}

/** Registers a cluster by a kubeconfig, or gives one that is registered another. */
export async function addCluster(context: CommandContext, options: AddClusterOptions): Promise<ExitCode> {
  const { terminal, style, cwd, translate } = context;
  const { client } = await connect(context);
  const kubeconfig = await text(resolve(cwd, options.kubeconfig));
  const wayIn = { kubeconfig, ...(options.kubeContext !== undefined && { context: options.kubeContext }) };
  const { name, server } = options.replace
    ? await client.replaceCluster(options.name, wayIn)
    : await client.registerCluster({ name: options.name, ...wayIn });
  const cluster = { name: style.bold(name), server: server ?? '' };
  const done = options.replace ? clusterMessages.replaced(cluster) : clusterMessages.registered(cluster);
  terminal.err(`${translate(done)}\n`);
  return ExitCode.ok;
}

async function text(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new CliError(clusterMessages.kubeconfigUnreadable({ path, why: failureReason(cause) }), {
      code: 'KUBECONFIG_UNREADABLE',
      exitCode: ExitCode.usage,
      hint: clusterMessages.giveKubeconfig,
      cause,
    });
  }
}

interface ShowCapacityOptions {
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

function capacityText({ nodes, resources, pending }: ClusterCapacity, { translate, terminal }: CommandContext): string {
  const rows = resources.map(({ resource, allocatable, requested, free, largest }) => [
    resource,
    allocatable,
    requested,
    free,
    largest === undefined
      ? '-'
      : translate(inventoryMessages.largestOn({ amount: largest.amount, node: largest.node })),
  ]);
  const width = terminal.outWidth();
  const room = formatTable(
    [
      translate(columnMessages.resource),
      translate(columnMessages.allocatable),
      translate(columnMessages.requested),
      translate(columnMessages.free),
      translate(columnMessages.largest),
    ],
    rows,
    width,
  );
  const waiting = pending.map(({ namespace, name, message = '' }) => [namespace, name, message]);
  return [
    `${translate(inventoryMessages.nodesTakePods({ schedulable: nodes.schedulable, all: nodes.all }))}\n`,
    rows.length === 0 ? '' : `\n${room}`,
    waiting.length === 0
      ? ''
      : `\n${translate(inventoryMessages.waitForRoom({ count: waiting.length }))}\n${formatTable([translate(columnMessages.namespace), translate(columnMessages.name), translate(columnMessages.reason)], waiting, width)}`,
  ].join('');
}

/** Checks the connection to a cluster; fails if it does not respond. */
export async function checkCluster(context: CommandContext, options: { readonly name: string }): Promise<ExitCode> {
  const { terminal, style, translate } = context;
  const { client } = await connect(context);
  const check = await client.checkCluster(options.name);
  const { name, reachable, message } = check;
  terminal.err(`${style.bold(name)}: ${translateSent(translate, check, 'message', message)}\n`);
  return reachable ? ExitCode.ok : ExitCode.failed;
}

/** Lists the clusters that documents may name. */
export async function listClusters(context: CommandContext): Promise<ExitCode> {
  const { client } = await connect(context);
  const { clusters } = await client.listClusters();
  await printList(context, {
    items: clusters,
    columns: [
      { title: context.translate(columnMessages.name), cell: ({ name }) => name },
      {
        title: context.translate(columnMessages.status),
        cell: ({ status }) => context.translate(clusterStateMessages[status]),
      },
      {
        title: context.translate(columnMessages.clusterRole),
        cell: (each) => (each.default ? context.translate(clusterMessages.whenNoneIsNamed) : ''),
      },
    ],
    name: ({ name }) => name,
  });
  return ExitCode.ok;
}

interface ListNodesOptions {
  readonly cluster: string | undefined;
}

/** Lists the nodes of a cluster. */
export async function listNodes(context: CommandContext, options: ListNodesOptions): Promise<ExitCode> {
  const { clock, translate } = context;
  const { client } = await connect(context);
  const { nodes } = await client.clusterNodes(options.cluster ?? DEFAULT_CLUSTER);
  await printList(context, {
    items: nodes,
    columns: [
      { title: translate(columnMessages.name), cell: ({ name }) => name },
      { title: translate(columnMessages.status), cell: (node) => nodeState(node, translate) },
      { title: translate(columnMessages.pods), cell: (node) => requestedShare(node, 'pods') },
      { title: translate(columnMessages.cpu), cell: (node) => requestedShare(node, 'cpu') },
      { title: translate(columnMessages.memory), cell: (node) => requestedShare(node, 'memory') },
      { title: translate(columnMessages.version), cell: ({ version }) => version },
      {
        title: translate(columnMessages.age),
        cell: ({ createTime }) =>
          createTime === undefined ? '-' : formatDuration(clock.now() - Date.parse(createTime)),
      },
      { title: translate(columnMessages.roles), cell: ({ roles }) => roles.join(',') || '-', wide: true },
      { title: translate(columnMessages.taints), cell: ({ taints }) => taints.join(',') || '-', wide: true },
      { title: translate(columnMessages.message), cell: ({ message }) => message ?? '', wide: true },
    ],
    name: ({ name }) => name,
    empty: translate(inventoryMessages.noNodes),
  });
  return ExitCode.ok;
}

function nodeState({ ready, schedulable }: ClusterNode, translate: Translate): string {
  if (!ready) return translate(inventoryMessages.notReady);
  return schedulable ? translate(inventoryMessages.ready) : translate(inventoryMessages.closed);
}

/** What was asked for, of what there is. */
function requestedShare({ requested, allocatable }: ClusterNode, resource: string): string {
  return `${requested[resource] ?? '0'}/${allocatable[resource] ?? '0'}`;
}

interface ListPodsOptions {
  readonly cluster: string | undefined;
  readonly namespace: string | undefined;
  readonly node: string | undefined;
  readonly app: string | undefined;
  /** Also pods of no application. */
  readonly all: boolean;
}

/** Lists pods, in as many requests as there are pages. */
export async function listPods(context: CommandContext, options: ListPodsOptions): Promise<ExitCode> {
  const { namespace, app, node, all } = options;
  const { client } = await connect(context);
  const application = app === undefined ? undefined : await findApplication(client, app);
  const cluster = options.cluster ?? application?.cluster ?? DEFAULT_CLUSTER;
  const pods = await allPods(client, cluster, {
    all,
    ...(namespace !== undefined && { namespace }),
    ...(node !== undefined && { node }),
    ...(application !== undefined && { appId: application.id }),
  });
  await printList(context, {
    items: pods,
    columns: podColumns(context),
    name: (pod) => `${pod.namespace}/${pod.name}`,
    empty: context.translate(inventoryMessages.noPods),
  });
  return ExitCode.ok;
}

/** All pages of the pods of a cluster. */
export async function allPods(
  client: PlatformClient,
  cluster: string,
  filter: Partial<PodFilter>,
): Promise<readonly ClusterPod[]> {
  const pods: ClusterPod[] = [];
  let place: string | undefined;
  do {
    const page = await client.clusterPods(cluster, {
      ...filter,
      limit: 500,
      ...(place !== undefined && { continue: place }),
    });
    pods.push(...page.pods);
    place = page.next;
  } while (place !== undefined);
  return pods;
}

/** Forgets a cluster that no application names. Nothing in it is touched. */
export async function removeCluster(context: CommandContext, options: { readonly name: string }): Promise<ExitCode> {
  const { terminal, style, translate } = context;
  const { client } = await connect(context);
  await client.removeCluster(options.name);
  terminal.err(`${translate(clusterMessages.forgotten({ name: style.bold(options.name) }))}\n`);
  return ExitCode.ok;
}

/** How pods are listed. */
function podColumns({ clock, translate }: CommandContext): readonly Column<ClusterPod>[] {
  return [
    { title: translate(columnMessages.namespace), cell: ({ namespace }) => namespace },
    { title: translate(columnMessages.name), cell: ({ name }) => name },
    { title: translate(columnMessages.application), cell: ({ appName }) => appName ?? '-' },
    {
      title: translate(columnMessages.ready),
      cell: ({ readyContainers, containers }) => `${readyContainers}/${containers}`,
    },
    { title: translate(columnMessages.status), cell: ({ status }) => status },
    { title: translate(columnMessages.restarts), cell: ({ restarts }) => String(restarts) },
    { title: translate(columnMessages.node), cell: ({ node }) => node ?? '-' },
    {
      title: translate(columnMessages.age),
      cell: ({ createTime }) => (createTime === undefined ? '-' : formatDuration(clock.now() - Date.parse(createTime))),
    },
    { title: translate(columnMessages.component), cell: ({ component }) => component ?? '-', wide: true },
    { title: translate(columnMessages.ip), cell: ({ ip }) => ip ?? '-', wide: true },
    { title: translate(columnMessages.message), cell: ({ message }) => message ?? '', wide: true },
  ];
}
