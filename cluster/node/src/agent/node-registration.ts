import { hash } from 'node:crypto';
import { type Clock, type Logger, toError } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { deepEqual, isStatusError, timestamp } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, NodeCondition, NodeStatus } from '@kubemin/kubeapi/types/core.v1';
import type { RuntimeLimitation } from '../runtime/index.ts';

const KUBELET_VERSION = 'v1.35.0';
const STATUS_MS = 5 * 60_000;
const RETRY_MS = 5_000;

/** The machine that a node agent reports as a node. */
export interface NodeDescription {
  readonly name: string;
  /** Reached from pods. */
  readonly address: string;
  readonly podCidr: string;
  /** Quantities by resource. */
  readonly capacity: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly machine: {
    readonly architecture: string;
    readonly kernel: string;
    readonly osImage: string;
    readonly id: string;
  };
  readonly runtimeVersion: string;
  readonly limitations: readonly RuntimeLimitation[];
  /** What was a limitation elsewhere and is none here: other components rely on it. */
  readonly enforced?: readonly RuntimeLimitation[];
}

/** Registers the node, and reports its status at once and then every five minutes; the lease is renewed elsewhere. */
export async function runRegistration(
  description: NodeDescription,
  { client, clock, logger }: { readonly client: KubeClient; readonly clock: Clock; readonly logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await reportNode(description, client, clock.now());
      await clock.sleep(STATUS_MS, signal);
    } catch (error) {
      logger.warn('cannot report the status of the node; retrying', { error: toError(error) });
      await clock.sleep(RETRY_MS, signal);
    }
  }
}

/** Creates the Node object where there is none and writes its status. */
export async function reportNode(description: NodeDescription, client: KubeClient, now: number): Promise<Node> {
  const nodes = client.resource(core.v1.nodes);
  const found = (await nodes.find(description.name)) ?? (await register(description, client, now));
  const status = nodeStatus(description, found, now);
  if (deepEqual(found.status, status)) return found;
  return nodes.patch(description.name, { type: 'strategic', body: { status } }, { subresource: 'status' });
}

async function register(description: NodeDescription, client: KubeClient, now: number): Promise<Node> {
  const nodes = client.resource(core.v1.nodes);
  const { name, podCidr, labels = {}, machine } = description;
  const node: Node = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        ...labels,
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': machine.architecture,
      },
    },
    spec: { podCIDR: podCidr, podCIDRs: [podCidr] },
  };
  try {
    return await nodes.create({ ...node, status: nodeStatus(description, node, now) });
  } catch (error) {
    if (!isStatusError(error, 'AlreadyExists')) throw error;
    return nodes.get(name);
  }
}

export function nodeStatus(description: NodeDescription, known: Node, now: number): NodeStatus {
  const { name, address, capacity, machine, runtimeVersion } = description;
  const id = hash('sha256', machine.id).slice(0, 32);
  return {
    capacity,
    allocatable: capacity,
    addresses: [
      { type: 'InternalIP', address },
      { type: 'Hostname', address: name },
    ],
    conditions: conditions(description, known, now),
    nodeInfo: {
      architecture: machine.architecture,
      bootID: id,
      containerRuntimeVersion: runtimeVersion,
      kernelVersion: machine.kernel,
      kubeletVersion: KUBELET_VERSION,
      kubeProxyVersion: KUBELET_VERSION,
      machineID: id,
      operatingSystem: 'linux',
      osImage: machine.osImage,
      systemUUID: id,
    },
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
  };
}

/** What is not enforced on this node is a condition of its own, `True` while it holds. */
function conditions(
  { limitations, enforced = [] }: NodeDescription,
  known: Node,
  now: number,
): readonly NodeCondition[] {
  const time = timestamp(now);
  const statements: readonly (readonly [type: string, status: string, reason: string, message: string])[] = [
    ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
    ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
    ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
    ...limitations.map(({ code, message }) => [`kubemin.io/${code}`, 'True', code, message] as const),
    ...enforced.map(({ code, message }) => [`kubemin.io/${code}`, 'False', 'Enforced', message] as const),
    ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
  ];
  return statements.map(([type, status, reason, message]) => {
    const before = known.status?.conditions?.find((condition) => condition.type === type);
    const lastTransitionTime = before?.status === status ? (before.lastTransitionTime ?? time) : time;
    return { type, status, reason, message, lastHeartbeatTime: time, lastTransitionTime };
  });
}
