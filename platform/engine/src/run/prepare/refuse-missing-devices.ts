import type { Message } from '@kubemin/base/message';
import { isStatusError, type KubeObject, parseQuantity } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Deployment } from '@kubemin/kubeapi/types/apps.v1';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { objectAppId, type RenderedObject } from '@kubemin/render';
import { planMessages } from '../../messages/index.ts';
import { deviceShortage } from '../../sandbox/index.ts';
import { RejectedError } from '../../task/index.ts';
import type { PrepareContext } from './preparation.ts';

/** A device that each pod of a component requests. */
interface DeviceRequest {
  readonly component: string;
  readonly resource: string;
  readonly amount: string;
}

/** Kinds whose pods stay. Those of a Job end: the scheduler queues them, and an unchanged Job runs none. */
const WORKLOADS: readonly string[] = ['Deployment', 'StatefulSet', 'DaemonSet'];

/**
 * Refuses a run, before anything is written, whose components request devices that no node has free: their pods would
 * wait until the time limit. Pods of the application itself count as free, as its update replaces them. A cluster
 * without nodes, or one whose nodes may not be listed, is left to the scheduler.
 */
export async function refuseMissingDevices(
  { dependencies, task, signal }: PrepareContext,
  rendered: readonly RenderedObject[],
): Promise<void> {
  const requests = rendered.flatMap(deviceRequests);
  if (requests.length === 0 || dependencies.settings.missingDevices === 'wait') return;
  const machines = await listMachines({ ...dependencies, signal });
  if (machines === undefined || machines.nodes.length === 0) return;
  const pods = machines.pods.filter((pod) => objectAppId(pod) !== task.appId);
  const shortages = requests.flatMap(({ component, resource, amount }): readonly Message[] => {
    const shortage = deviceShortage({ nodes: machines.nodes, pods }, resource, amount);
    return shortage === undefined ? [] : [planMessages.componentShortage({ component, shortage })];
  });
  if (shortages.length === 0) return;
  throw new RejectedError(planMessages.refusedByPlatform({ reasons: shortages }), { code: 'NO_CAPACITY' });
}

async function listMachines({
  client,
  signal,
}: Pick<PrepareContext['dependencies'], 'client'> & { readonly signal: AbortSignal }): Promise<
  { readonly nodes: readonly Node[]; readonly pods: readonly Pod[] } | undefined
> {
  try {
    const [nodes, pods] = await Promise.all([
      client.resource(core.v1.nodes).list({ signal }),
      client.resource(core.v1.pods).list({ signal }),
    ]);
    return { nodes: nodes.items, pods: pods.items };
  } catch (error) {
    if (isStatusError(error, 'Forbidden') || isStatusError(error, 'NotFound')) return undefined;
    throw error;
  }
}

function deviceRequests({ component, object }: RenderedObject): readonly DeviceRequest[] {
  if (!isWorkload(object) || object.spec?.replicas === 0) return [];
  const containers = object.spec?.template.spec?.containers ?? [];
  const sums = new Map<string, DeviceRequest>();
  for (const { resources } of containers) {
    for (const [resource, amount] of Object.entries({ ...resources?.limits, ...resources?.requests })) {
      // Devices are extended resources, which have a domain; what every node has is left to the scheduler.
      if (!resource.includes('/')) continue;
      const before = sums.get(resource)?.amount;
      const sum = before === undefined ? amount : `${parseQuantity(before).plus(parseQuantity(amount)).units()}`;
      sums.set(resource, { component, resource, amount: sum });
    }
  }
  return [...sums.values()].filter(({ amount }) => amount !== '0');
}

/** What is read of these kinds is the same for all of them. */
function isWorkload(object: KubeObject): object is Deployment {
  return WORKLOADS.includes(object.kind);
}
