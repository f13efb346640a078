import type { ClusterPod, DrainedNode, PlatformClient } from '@kubemin/client';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { connect, findApplication } from '../connection/index.ts';
import { columnMessages, inventoryMessages, planMessages } from '../messages/index.ts';
import { type CommandContext, confirm, ExitCode, formatTable, type Translate } from '../terminal/index.ts';

interface NodeOptions {
  readonly node: string;
  readonly cluster: string | undefined;
}

/** Keeps new pods from a node. */
export async function cordonNode(context: CommandContext, options: NodeOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  const { name } = await client.cordonNode(options.cluster ?? DEFAULT_CLUSTER, options.node);
  context.terminal.err(`${context.translate(inventoryMessages.nodeCordoned({ node: context.style.bold(name) }))}\n`);
  return ExitCode.ok;
}

/** Places new pods on a node again. */
export async function uncordonNode(context: CommandContext, options: NodeOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  const { name } = await client.uncordonNode(options.cluster ?? DEFAULT_CLUSTER, options.node);
  context.terminal.err(`${context.translate(inventoryMessages.nodeUncordoned({ node: context.style.bold(name) }))}\n`);
  return ExitCode.ok;
}

/** Lists the applications with pods on a node, asks, and moves the pods away; fails while some are left that could move. */
export async function drainNode(context: CommandContext, options: NodeOptions): Promise<ExitCode> {
  const { terminal, translate, interrupted } = context;
  const { client } = await connect(context);
  const { cluster = DEFAULT_CLUSTER, node } = options;
  const pods = await podsOnNode(client, cluster, node);
  const apps = [...new Set(pods.flatMap(({ appName }) => (appName === undefined ? [] : [appName])))].toSorted();
  const consequence =
    apps.length === 0
      ? inventoryMessages.willDrain({ node, pods: pods.length })
      : inventoryMessages.willDrainApps({ node, pods: pods.length, apps });
  if (!(await confirm(context, { consequence })) || interrupted.aborted) {
    terminal.alert(`${translate(planMessages.nothingDone)}\n`);
    return ExitCode.interrupted;
  }
  const drained = await client.drainNode(cluster, node);
  terminal.err(`${translate(inventoryMessages.nodeDrained({ node, pods: drained.evicted.length }))}\n`);
  if (drained.kept.length > 0) terminal.err(keptPodsText(drained.kept, translate, terminal.width()));
  const isLeft = drained.kept.some(({ reason }) => reason === 'budget' || reason === 'failed');
  return isLeft ? ExitCode.failed : ExitCode.ok;
}

async function podsOnNode(client: PlatformClient, cluster: string, node: string): Promise<readonly ClusterPod[]> {
  const pods: ClusterPod[] = [];
  let place: string | undefined;
  do {
    const page = await client.clusterPods(cluster, {
      ...{ all: true, limit: 500 },
      ...(place !== undefined && { continue: place }),
    });
    pods.push(...page.pods.filter((pod) => pod.node === node));
    place = page.next;
  } while (place !== undefined);
  return pods;
}

function keptPodsText(kept: DrainedNode['kept'], translate: Translate, width: number | undefined): string {
  const reasons = {
    daemonSet: inventoryMessages.keptDaemonSet,
    static: inventoryMessages.keptStatic,
    budget: inventoryMessages.keptBudget,
    failed: inventoryMessages.keptFailed,
  } as const;
  const rows = kept.map(({ namespace, name, reason, message }) => [
    namespace,
    name,
    [translate(reasons[reason]), message].filter((part) => part !== undefined).join(': '),
  ]);
  const heads = [columnMessages.namespace, columnMessages.name, columnMessages.reason].map((head) => translate(head));
  return formatTable(heads, rows, width);
}

interface DeletePodOptions {
  readonly app: string;
  readonly pod: string;
}

/** Deletes a pod of an application, which its workload replaces. */
export async function deletePod(context: CommandContext, options: DeletePodOptions): Promise<ExitCode> {
  const { terminal, translate, style } = context;
  const { client } = await connect(context);
  const { id } = await findApplication(client, options.app);
  const { name } = await client.deletePod(id, options.pod);
  terminal.err(`${translate(inventoryMessages.podDeleted({ pod: style.bold(name) }))}\n`);
  return ExitCode.ok;
}
