import { canonicalQuantity, parseQuantity, podQosClass, tolerates } from '@kubemin/kubeapi';
import type { Pod, Taint } from '@kubemin/kubeapi/types/core.v1';
import { type Threshold, thresholdAmount } from '../kubelet-configuration/index.ts';
import { isCriticalPod, type Rejection } from '../pod-admission/index.ts';
import { type PressureCondition, type Readings, SIGNAL_INFO } from './pressure-tracker.ts';
import type { PodUsage } from './rank-pods.ts';

const MEMORY_TAINT: Taint = { key: 'node.kubernetes.io/memory-pressure', effect: 'NoSchedule' };

/** The message of the status of a pod that is evicted because of a threshold, as in other kubelets. */
export function evictionMessage({ pod, containers }: PodUsage, threshold: Threshold, readings: Readings): string {
  const { resource, usage, isBytes } = SIGNAL_INFO[threshold.signal];
  const { available = 0, capacity = 0 } = readings.get(threshold.signal) ?? {};
  const amount = (value: number): string => formatAmount(value, isBytes);
  const limit = amount(thresholdAmount(threshold.value, capacity));
  const low = `The node was low on resource: ${resource}. Threshold quantity: ${limit}, available: ${amount(available)}. `;
  if (usage !== 'memory') return low;
  const larger = (pod.spec?.containers ?? []).flatMap(({ name, resources }) => {
    const used = containers.find((container) => container.name === name)?.memoryBytes ?? 0;
    const requested = parseQuantity(resources?.requests?.memory ?? '0').toNumber();
    if (used <= requested) return [];
    const words = `was using ${formatAmount(used, true)}, request is ${formatAmount(requested, true)}`;
    return [`Container ${name} ${words}, has larger consumption of ${resource}. `];
  });
  return low + larger.join('');
}

function formatAmount(value: number, isBytes: boolean): string {
  const whole = Math.max(Math.round(value), 0);
  if (!isBytes || whole < 1024) return String(whole);
  return canonicalQuantity(`${Math.round(whole / 1024)}Ki`);
}

/** Why a pod is not admitted while the node is under pressure; undefined for one that is. */
export function pressureRejection(pod: Pod, conditions: ReadonlySet<PressureCondition>): Rejection | undefined {
  if (conditions.size === 0 || isCriticalPod(pod)) return undefined;
  if (conditions.size === 1 && conditions.has('MemoryPressure')) {
    if (podQosClass(pod.spec) !== 'BestEffort') return undefined;
    if (pod.spec?.tolerations?.some((toleration) => tolerates(toleration, MEMORY_TAINT))) return undefined;
  }
  return { reason: 'Evicted', message: `The node had condition: [${[...conditions].join(' ')}]. ` };
}
