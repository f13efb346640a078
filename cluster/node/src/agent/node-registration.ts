import { hash } from 'node:crypto';
import { type Clock, type Logger, toError } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { deepEqual, isStatusError, timestamp } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, NodeCondition, NodeStatus } from '@kubemin/kubeapi/types/core.v1';
import type { PressureCondition } from '../pressure/index.ts';
import type { RuntimeFeature, RuntimeLimitation } from '../runtime/index.ts';
import type { NodeState } from './node-state.ts';

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
  /** What of it pods may have. @default all of it */
  readonly allocatable?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly machine: {
    readonly architecture: string;
    readonly kernel: string;
    readonly osImage: string;
    readonly id: string;
  };
  readonly runtimeVersion: string;
  readonly limitations: readonly RuntimeLimitation[];
  readonly features: ReadonlySet<RuntimeFeature>;
  /** What was a limitation elsewhere and is none here: other components rely on it. */
  readonly enforced?: readonly RuntimeLimitation[];
}

/** What pods may ask for on a node, as names with commas between them; see RuntimeFeature. */
const FEATURES_ANNOTATION = 'kubemin.io/runtime-features';

export interface RegistrationOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly state: NodeState;
}

/**
 * Registers the node, and reports its status at once, when its state has changed, and every five minutes; the lease is
 * renewed elsewhere.
 */
export async function runRegistration(
  description: NodeDescription,
  { client, clock, logger, state }: RegistrationOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await reportNode(description, client, clock.now(), state);
      const cancel = clock.after(STATUS_MS, () => state.changes.notify());
      await state.changes.wait(signal);
      cancel();
    } catch (error) {
      logger.warn('cannot report the status of the node; retrying', { error: toError(error) });
      await clock.sleep(RETRY_MS, signal);
    }
  }
}

/** Creates the Node object where there is none and writes its status. */
export async function reportNode(
  description: NodeDescription,
  client: KubeClient,
  now: number,
  state: NodeState,
): Promise<Node> {
  const nodes = client.resource(core.v1.nodes);
  const known = (await nodes.find(description.name)) ?? (await register(description, client, now, state));
  const annotations = { [FEATURES_ANNOTATION]: [...description.features].toSorted().join(',') };
  const isKnown = known.metadata.annotations?.[FEATURES_ANNOTATION] === annotations[FEATURES_ANNOTATION];
  const body = { metadata: { annotations } };
  const found = isKnown ? known : await nodes.patch(description.name, { type: 'merge', body });
  const status = nodeStatus(description, found, now, state);
  if (deepEqual(found.status, status)) return found;
  return nodes.patch(description.name, { type: 'strategic', body: { status } }, { subresource: 'status' });
}

async function register(
  description: NodeDescription,
  client: KubeClient,
  now: number,
  state: NodeState,
): Promise<Node> {
  const nodes = client.resource(core.v1.nodes);
  const node = newNode(description);
  try {
    return await nodes.create({ ...node, status: nodeStatus(description, node, now, state) });
  } catch (error) {
    if (!isStatusError(error, 'AlreadyExists')) throw error;
    return nodes.get(description.name);
  }
}

function newNode({ name, podCidr, labels = {}, machine }: NodeDescription): Node {
  return {
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
}

/** The node as it will be when it has registered. */
export function expectedNode(description: NodeDescription, now: number, state: NodeState): Node {
  const node = newNode(description);
  return { ...node, status: nodeStatus(description, node, now, state) };
}

export function nodeStatus(description: NodeDescription, known: Node, now: number, state: NodeState): NodeStatus {
  const { name, address, capacity, allocatable = capacity, machine, runtimeVersion, features } = description;
  const id = hash('sha256', machine.id).slice(0, 32);
  return {
    capacity,
    allocatable,
    addresses: [
      { type: 'InternalIP', address },
      { type: 'Hostname', address: name },
    ],
    conditions: conditions(description, known, now, state),
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
    features: { supplementalGroupsPolicy: true },
    runtimeHandlers: [
      {
        name: '',
        features: {
          recursiveReadOnlyMounts: features.has('recursiveReadOnlyMounts'),
          userNamespaces: features.has('userNamespaces'),
        },
      },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
  };
}

type Statement = readonly [reason: string, message: string];

/** By condition, what is stated without pressure and under pressure. */
const PRESSURE: readonly (readonly [PressureCondition, without: Statement, under: Statement])[] = [
  [
    'MemoryPressure',
    ['KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
    ['KubeletHasInsufficientMemory', 'kubelet has insufficient memory available'],
  ],
  [
    'DiskPressure',
    ['KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
    ['KubeletHasDiskPressure', 'kubelet has disk pressure'],
  ],
  [
    'PIDPressure',
    ['KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
    ['KubeletHasInsufficientPID', 'kubelet has insufficient PID available'],
  ],
];

/** What is not enforced on this node is a condition of its own, `True` while it holds. */
function conditions(
  { limitations, enforced = [] }: NodeDescription,
  known: Node,
  now: number,
  { pressure, isShuttingDown }: NodeState,
): readonly NodeCondition[] {
  const time = timestamp(now);
  const statements: readonly (readonly [type: string, status: string, reason: string, message: string])[] = [
    ...PRESSURE.map(([type, without, under]) =>
      pressure.has(type) ? ([type, 'True', ...under] as const) : ([type, 'False', ...without] as const),
    ),
    ...limitations.map(({ code, message }) => [`kubemin.io/${code}`, 'True', code, message] as const),
    ...enforced.map(({ code, message }) => [`kubemin.io/${code}`, 'False', 'Enforced', message] as const),
    isShuttingDown
      ? ['Ready', 'False', 'KubeletNotReady', 'node is shutting down']
      : ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
  ];
  return statements.map(([type, status, reason, message]) => {
    const before = known.status?.conditions?.find((condition) => condition.type === type);
    const lastTransitionTime = before?.status === status ? (before.lastTransitionTime ?? time) : time;
    return { type, status, reason, message, lastHeartbeatTime: time, lastTransitionTime };
  });
}
