import { hash } from 'node:crypto';
import { timestamp, type UserInfo } from '@kubemin/kubeapi';
import type { Node, NodeCondition, NodeStatus } from '@kubemin/kubeapi/types/core.v1';
import type { GroupNode } from './fleet/node-group.ts';
import { nodeAddress, podCidr } from './node-network.ts';
import type { NodeState } from './rules/node-state.ts';

/** On every simulated node, to distinguish it from a machine. */
export const SIMULATED_LABEL = 'kubemin.io/simulated';

const KUBELET_VERSION = 'v1.35.0';

/** On every simulated node, too: `kubectl get nodes` shows it among the roles. */
const ROLE_LABEL = 'node-role.kubernetes.io/simulated';
/** Which fleet a node is of: it goes when that fleet does not have it any more. */
export const FLEET_ANNOTATION = 'kubemin.io/simulated-fleet';

/** One node to be simulated. */
export interface SimulatedNode extends GroupNode {
  /** From 0; decides the node's addresses. */
  readonly number: number;
}

/** The labels a node of this description has. */
export function nodeLabels({ name, labels }: SimulatedNode): Readonly<Record<string, string>> {
  return {
    ...labels,
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    'kubernetes.io/arch': 'amd64',
    [ROLE_LABEL]: '',
    [SIMULATED_LABEL]: 'true',
  };
}

/** The Node object to register. */
export function nodeObject(node: SimulatedNode, fleet: string): Node {
  const { name, number, taints } = node;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: nodeLabels(node),
      annotations: {
        [SIMULATED_LABEL]: 'this node runs no containers; it only reports them as running',
        [FLEET_ANNOTATION]: fleet,
      },
    },
    spec: {
      podCIDR: podCidr(number),
      podCIDRs: [podCidr(number)],
      providerID: `simulated://${name}`,
      ...(taints.length > 0 && { taints }),
    },
  };
}

/** The status to report; conditions keep their transition times. */
export function nodeStatus({ name, number, capacity }: SimulatedNode, known: Node, state: NodeState): NodeStatus {
  const id = hash('sha256', name);
  const claimed = { ...capacity, ...state.capacity };
  return {
    capacity: claimed,
    allocatable: claimed,
    addresses: [
      { type: 'InternalIP', address: nodeAddress(number) },
      { type: 'Hostname', address: name },
    ],
    conditions: conditions(known, state),
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

const READY = ['Ready', 'True', 'KubeletReady', 'simulated node is posting ready status'] as const;
const NOT_READY = ['Ready', 'False', 'KubeletNotReady', 'simulated node is not ready: by a simulation rule'] as const;

function conditions(known: Node, { now, ready }: NodeState): readonly NodeCondition[] {
  const time = timestamp(now);
  const statements = [
    ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
    ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
    ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
    ready ? READY : NOT_READY,
  ] as const;
  return statements.map(([type, status, reason, message]) => {
    const before = known.status?.conditions?.find((condition) => condition.type === type);
    const lastTransitionTime = before?.status === status ? (before.lastTransitionTime ?? time) : time;
    return { type, status, reason, message, lastHeartbeatTime: time, lastTransitionTime };
  });
}

/** Who a node is to an API server, which lets it change what is its own and nothing else. */
export function nodeUser(name: string): UserInfo {
  return { username: `system:node:${name}`, groups: ['system:nodes', 'system:authenticated'] };
}

/** Who the service proxy, cluster DNS, ingress controller and volumes of a node are to an API server. */
export function nodeComponentsUser(node: string): UserInfo {
  return {
    username: `kubemin:node-components:${node}`,
    groups: ['kubemin:node-components', 'system:authenticated'],
  };
}
