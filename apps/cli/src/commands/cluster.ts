import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toError } from '@kubemin/base';
import type { ClusterCapacity, ClusterNode, ClusterPod, PlatformClient, PodFilter } from '@kubemin/client';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { connect } from '../connection/connect.ts';
import { findApplication } from '../connection/find-application.ts';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import type { Language } from '../language/language.ts';
import { translatorTo } from '../language/translation.ts';
import { clusterWords } from '../language/words/cluster.ts';
import { columnWords } from '../language/words/column.ts';
import { inventoryWords } from '../language/words/inventory.ts';
import { type Column, print, printList } from '../output/printer.ts';
import { formatTable } from '../output/table.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { formatDuration } from '../terminal/duration.ts';

interface AddClusterOptions {
  readonly name: string;
  readonly kubeconfig: string;
  readonly kubeContext: string | undefined;
  /** It is registered already, and gets another way in. */
  readonly replace: boolean;
}

/** Registers a cluster by a kubeconfig, or gives one that is registered another. */
export async function addCluster(context: CommandContext, options: AddClusterOptions): Promise<ExitCode> {
  const { terminal, style, cwd, language } = context;
  const say = clusterWords[language];
  const { client } = await connect(context);
  const kubeconfig = await text(resolve(cwd, options.kubeconfig));
  const wayIn = { kubeconfig, ...(options.kubeContext !== undefined && { context: options.kubeContext }) };
  const { name, server } = options.replace
    ? await client.replaceCluster(options.name, wayIn)
    : await client.registerCluster({ name: options.name, ...wayIn });
  const told = options.replace ? say.replaced : say.registered;
  terminal.err(`${told(style.bold(name), server ?? '')}\n`);
  return ExitCode.ok;
}

async function text(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new CliError(
      inBoth(clusterWords, (say) => say.kubeconfigUnreadable(path, toError(cause).message)),
      {
        code: 'KUBECONFIG_UNREADABLE',
        exitCode: ExitCode.usage,
        hint: inBoth(clusterWords, (say) => say.giveKubeconfig),
        cause,
      },
    );
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

/** Asks a cluster whether it answers; fails when it does not. */
export async function checkCluster(context: CommandContext, options: { readonly name: string }): Promise<ExitCode> {
  const { terminal, style, language } = context;
  const { client } = await connect(context);
  const { name, reachable, message } = await client.checkCluster(options.name);
  terminal.err(`${style.bold(name)}: ${translatorTo(language)(message) ?? message}\n`);
  return reachable ? ExitCode.ok : ExitCode.failed;
}

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

interface ListNodesOptions {
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

interface ListPodsOptions {
  readonly cluster: string | undefined;
  readonly namespace: string | undefined;
  readonly app: string | undefined;
  /** Those of nobody as well. */
  readonly all: boolean;
}

/** Lists pods, in as many requests as there are pages. */
export async function listPods(context: CommandContext, options: ListPodsOptions): Promise<ExitCode> {
  const { namespace, app, all } = options;
  const { client } = await connect(context);
  const application = app === undefined ? undefined : await findApplication(client, app);
  const cluster = options.cluster ?? application?.cluster ?? DEFAULT_CLUSTER;
  const pods = await allPods(client, cluster, {
    all,
    ...(namespace !== undefined && { namespace }),
    ...(application !== undefined && { appId: application.id }),
  });
  await printList(context, {
    items: pods,
    columns: podColumns(context),
    name: (pod) => `${pod.namespace}/${pod.name}`,
    empty: inventoryWords[context.language].noPods,
  });
  return ExitCode.ok;
}

async function allPods(
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
  const { terminal, style, language } = context;
  const { client } = await connect(context);
  await client.removeCluster(options.name);
  terminal.err(`${clusterWords[language].forgotten(style.bold(options.name))}\n`);
  return ExitCode.ok;
}

/** How pods are listed. */
function podColumns({ clock, language }: CommandContext): readonly Column<ClusterPod>[] {
  const title = columnWords[language];
  return [
    { title: title.namespace, cell: ({ namespace }) => namespace },
    { title: title.name, cell: ({ name }) => name },
    { title: title.application, cell: ({ appName }) => appName ?? '-' },
    { title: title.ready, cell: ({ readyContainers, containers }) => `${readyContainers}/${containers}` },
    { title: title.status, cell: ({ status }) => status },
    { title: title.restarts, cell: ({ restarts }) => String(restarts) },
    { title: title.node, cell: ({ node }) => node ?? '-' },
    {
      title: title.age,
      cell: ({ createTime }) => (createTime === undefined ? '-' : formatDuration(clock.now() - Date.parse(createTime))),
    },
    { title: title.component, cell: ({ component }) => component ?? '-', wide: true },
    { title: title.ip, cell: ({ ip }) => ip ?? '-', wide: true },
    { title: title.message, cell: ({ message }) => message ?? '', wide: true },
  ];
}
