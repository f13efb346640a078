import { parseGoDuration } from '@kubemin/base';
import { parseQuantity } from '@kubemin/kubeapi';
import type { KubeletConfiguration } from './kubelet-configuration.ts';

/** What eviction looks at. */
export const SIGNALS = [
  'memory.available',
  'nodefs.available',
  'nodefs.inodesFree',
  'imagefs.available',
  'imagefs.inodesFree',
  'pid.available',
] as const;

export type Signal = (typeof SIGNALS)[number];

/** An amount, or a part of what there is. */
export type ThresholdValue =
  | { readonly kind: 'amount'; readonly amount: number }
  | { readonly kind: 'percent'; readonly percent: number };

/** When a signal falls below this value for the grace period, pods are evicted. */
export interface Threshold {
  readonly signal: Signal;
  readonly value: ThresholdValue;
  /** As it was written: `100Mi`, `10%`. */
  readonly text: string;
  /** 0 for a hard threshold. */
  readonly graceMs: number;
  readonly isHard: boolean;
  /** How much more than the threshold must be free again. */
  readonly minimumReclaim: ThresholdValue;
}

const NOTHING: ThresholdValue = { kind: 'amount', amount: 0 };

export function isSignal(name: string): name is Signal {
  return SIGNALS.some((signal) => signal === name);
}

/** Reads `500Mi` or `10%`; undefined for what is neither. */
export function parseThresholdValue(text: string): ThresholdValue | undefined {
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(text)?.[1];
  if (percent !== undefined) return Number(percent) <= 100 ? { kind: 'percent', percent: Number(percent) } : undefined;
  try {
    const amount = parseQuantity(text).toNumber();
    return amount >= 0 ? { kind: 'amount', amount } : undefined;
  } catch {
    return undefined;
  }
}

/** The thresholds of a configuration that was checked; 0% and 100% are none. */
export function evictionThresholds(
  configuration: Pick<
    KubeletConfiguration,
    'evictionHard' | 'evictionSoft' | 'evictionSoftGracePeriod' | 'evictionMinimumReclaim'
  >,
): readonly Threshold[] {
  const { evictionHard, evictionSoft, evictionSoftGracePeriod, evictionMinimumReclaim } = configuration;
  const read = (entries: Readonly<Record<string, string>>, isHard: boolean): readonly Threshold[] =>
    Object.entries(entries).flatMap(([signal, text]) => {
      const value = parseThresholdValue(text);
      if (!isSignal(signal) || value === undefined) return [];
      if (value.kind === 'percent' && (value.percent === 0 || value.percent === 100)) return [];
      const graceMs = isHard ? 0 : (parseGoDuration(evictionSoftGracePeriod[signal] ?? '0') ?? 0);
      const minimumReclaim = parseThresholdValue(evictionMinimumReclaim[signal] ?? '0') ?? NOTHING;
      return [{ signal, value, text, graceMs, isHard, minimumReclaim }];
    });
  return [...read(evictionHard, true), ...read(evictionSoft, false)];
}

/** What a value is of this capacity. */
export function thresholdAmount(value: ThresholdValue, capacity: number): number {
  return value.kind === 'amount' ? value.amount : (capacity * value.percent) / 100;
}
