import { type Message, verbatim } from '@kubemin/base/message';
import { type ClusterPod, type DrainedNode, type DrainObstacle, drainWholeNode } from '@kubemin/client';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { connect } from '../connection/index.ts';
import { columnMessages, inventoryMessages, planMessages } from '../messages/index.ts';
import { type CommandContext, confirm, ExitCode, formatTable, type Translate } from '../terminal/index.ts';
import { allPods } from './cluster.ts';

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

interface DrainOptions extends NodeOptions {
  readonly force: boolean;
  readonly deleteLocalData: boolean;
}

/** Lists what draining a node concerns, asks, and moves the pods away; fails while some are left that could move. */
export async function drainNode(context: CommandContext, options: DrainOptions): Promise<ExitCode> {
  const { terminal, translate, interrupted: signal } = context;
  const { client } = await connect(context);
  const { cluster = DEFAULT_CLUSTER, node, force, deleteLocalData } = options;
  const pods = await allPods(client, cluster, { all: true, node });
  const consequence = drainConsequence(pods, options, translate);
  if (!(await confirm(context, { consequence })) || signal.aborted) {
    terminal.alert(`${translate(planMessages.nothingDone)}\n`);
    return ExitCode.interrupted;
  }
  const onProgress = ({ evicted, kept }: DrainedNode): void => {
    const left = kept.filter(({ reason }) => reason === 'pending').length;
    if (left > 0) terminal.err(`${translate(inventoryMessages.draining({ node, pods: evicted.length, left }))}\n`);
  };
  const drained = await drainWholeNode(client, { cluster, node, force, deleteLocalData }, { signal, onProgress });
  terminal.err(`${translate(inventoryMessages.nodeDrained({ node, pods: drained.evicted.length }))}\n`);
  if (drained.kept.length > 0) terminal.err(keptPodsText(drained.kept, translate, terminal.width()));
  return drained.kept.some(({ reason }) => !STAYING.includes(reason)) ? ExitCode.failed : ExitCode.ok;
}

/** Pods that no drain moves. */
const STAYING: readonly DrainedNode['kept'][number]['reason'][] = ['daemonSet', 'static', 'terminating'];

/** What is evicted and lost, and which pods need an option. */
function drainConsequence(pods: readonly ClusterPod[], options: DrainOptions, translate: Translate): Message {
  const { node, force, deleteLocalData } = options;
  const apps = [...new Set(pods.flatMap(({ appName }) => (appName === undefined ? [] : [appName])))].toSorted();
  const names = (obstacle: DrainObstacle): readonly string[] =>
    pods
      .filter(({ drainObstacles = [] }) => drainObstacles.includes(obstacle))
      .map(({ namespace, name }) => `${namespace}/${name}`);
  const [unmanaged, localData] = [names('unmanaged'), names('localData')];
  const parts = [
    apps.length === 0 ? inventoryMessages.willDrain({ node }) : inventoryMessages.willDrainApps({ node, apps }),
    ...(unmanaged.length === 0
      ? []
      : [(force ? inventoryMessages.unmanagedLost : inventoryMessages.unmanagedStay)({ pods: unmanaged })]),
    ...(localData.length === 0
      ? []
      : [(deleteLocalData ? inventoryMessages.dataLost : inventoryMessages.dataStays)({ pods: localData })]),
  ];
  return verbatim(parts.map((part) => translate(part)).join('\n'));
}

function keptPodsText(kept: DrainedNode['kept'], translate: Translate, width: number | undefined): string {
  const reasons = {
    daemonSet: inventoryMessages.keptDaemonSet,
    static: inventoryMessages.keptStatic,
    unmanaged: inventoryMessages.keptUnmanaged,
    localData: inventoryMessages.keptLocalData,
    budget: inventoryMessages.keptBudget,
    terminating: inventoryMessages.keptTerminating,
    failed: inventoryMessages.keptFailed,
    pending: inventoryMessages.keptPending,
  } as const;
  const rows = kept.map(({ namespace, name, reason, message }) => [
    namespace,
    name,
    [translate(reasons[reason]), message].filter((part) => part !== undefined).join(': '),
  ]);
  const heads = [columnMessages.namespace, columnMessages.name, columnMessages.reason].map((head) => translate(head));
  return formatTable(heads, rows, width);
}
