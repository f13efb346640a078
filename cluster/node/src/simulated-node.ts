import { createHash } from 'node:crypto';
import type { Node, NodeCondition, NodeStatus } from '@kubemin/kubeapi/types/core.v1';
import { nodeAddress, podCidr } from './node-network.ts';
import { timestamp } from './timestamp.ts';

/** On every simulated node, so that nobody mistakes it for a machine. */
export const SIMULATED_LABEL = 'kubemin.io/simulated';

const KUBELET_VERSION = 'v1.35.0';

/** One node to be simulated. */
export interface SimulatedNode {
  readonly name: string;
  /** From 0; decides the node's addresses. */
  readonly number: number;
  readonly capacity: Readonly<Record<string, string>>;
}

/** The Node object to register. */
export function nodeObject({ name, number }: SimulatedNode): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        [SIMULATED_LABEL]: 'true',
      },
      annotations: { [SIMULATED_LABEL]: 'this node runs no containers; it only says so' },
    },
    spec: { podCIDR: podCidr(number), podCIDRs: [podCidr(number)], providerID: `simulated://${name}` },
  };
}

/** The status to report; conditions keep their transition times. */
export function nodeStatus({ name, number, capacity }: SimulatedNode, known: Node, now: number): NodeStatus {
  const id = createHash('sha256').update(name).digest('hex');
  return {
    capacity,
    allocatable: capacity,
    addresses: [
      { type: 'InternalIP', address: nodeAddress(number) },
      { type: 'Hostname', address: name },
    ],
    conditions: conditions(known, timestamp(now)),
    nodeInfo: {
      architecture: 'amd64',
      bootID: `simulated-${id.slice(0, 12)}`,
      containerRuntimeVersion: 'simulated://0.1.0',
      kernelVersion: 'simulated',
      kubeletVersion: KUBELET_VERSION,
      kubeProxyVersion: KUBELET_VERSION,
      machineID: id.slice(0, 32),
      operatingSystem: 'linux',
      osImage: 'KubeMin simulated node',
      systemUUID: `simulated-${id.slice(12, 24)}`,
    },
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
  };
}

function conditions(known: Node, time: string): readonly NodeCondition[] {
  const statements = [
    ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
    ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
    ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
    ['Ready', 'True', 'KubeletReady', 'simulated node is posting ready status'],
  ] as const;
  return statements.map(([type, status, reason, message]) => {
    const before = known.status?.conditions?.find((condition) => condition.type === type);
    const lastTransitionTime = before?.status === status ? (before.lastTransitionTime ?? time) : time;
    return { type, status, reason, message, lastHeartbeatTime: time, lastTransitionTime };
  });
}
