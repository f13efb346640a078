import type { ClusterPod, PlatformClient, PodFilter } from '@kubemin/client';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { inventoryWords } from '../language/words/inventory.ts';
import { printList } from '../output/printer.ts';
import { podColumns } from '../pod-columns.ts';

export interface ListPodsOptions {
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
