import { parseQuantity } from '@kubemin/kubeapi';
import { evictionThresholds, type KubeletConfiguration, thresholdAmount } from '../kubelet-configuration/index.ts';
import type { NodeDescription } from './node-registration.ts';

/** What the machine has. */
export interface MachineResources {
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly diskBytes: number;
}

/** Which hard threshold keeps something of a resource free. */
const SIGNALS = { memory: 'memory.available', 'ephemeral-storage': 'nodefs.available' } as const;

/** What a node has, and what of it pods may have: without what is reserved, and what must stay free so that none is evicted. */
export function nodeResources(
  configuration: KubeletConfiguration,
  { cpus, memoryBytes, diskBytes }: MachineResources,
): Required<Pick<NodeDescription, 'capacity' | 'allocatable'>> {
  const { systemReserved, kubeReserved, maxPods } = configuration;
  const thresholds = evictionThresholds(configuration).filter(({ isHard }) => isHard);
  const kept = (name: keyof typeof SIGNALS, capacity: number): number => {
    const threshold = thresholds.find(({ signal }) => signal === SIGNALS[name]);
    return threshold === undefined ? 0 : thresholdAmount(threshold.value, capacity);
  };
  const reserved = (name: string): number =>
    [systemReserved, kubeReserved].reduce((sum, amounts) => sum + parseQuantity(amounts[name] ?? '0').toNumber(), 0);
  const kibibytes = (bytes: number): string => `${Math.max(Math.floor(bytes / 1024), 0)}Ki`;
  const left = (name: keyof typeof SIGNALS, capacity: number): string =>
    kibibytes(capacity - reserved(name) - kept(name, capacity));
  const pods = String(maxPods);
  const millis = Math.max(Math.round((cpus - reserved('cpu')) * 1000), 0);
  return {
    capacity: {
      cpu: String(cpus),
      memory: kibibytes(memoryBytes),
      'ephemeral-storage': kibibytes(diskBytes),
      pods,
    },
    allocatable: {
      cpu: millis % 1000 === 0 ? String(millis / 1000) : `${millis}m`,
      memory: left('memory', memoryBytes),
      'ephemeral-storage': left('ephemeral-storage', diskBytes),
      pods,
    },
  };
}
