import type { Clock } from '@kubemin/base';
import type { Informer } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { UsageReader } from '../../config/index.ts';
import type { CurrentRules } from '../rules/current-rules.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import { containerUsage } from './pod-usage.ts';

/** Counting goes over all pods, and every node is asked in the same moment. */
const COUNTED_FOR_MS = 1000;

interface Shares {
  readonly rules: RuleSet;
  readonly countedAt: number;
  /** By number of the rule: how many pods share what it gives to all of them. */
  readonly sharers: ReadonlyMap<number, number>;
}

/** The simulated usage of containers under the current rules. */
export class SimulatedUsage {
  readonly #pods: Informer<Pod>;
  readonly #clock: Clock;
  readonly #rules: CurrentRules;
  #shares: Shares | undefined;

  constructor({
    pods,
    clock,
    rules,
  }: { readonly pods: Informer<Pod>; readonly clock: Clock; readonly rules: CurrentRules }) {
    this.#pods = pods;
    this.#clock = clock;
    this.#rules = rules;
  }

  /** For the questions of one moment. */
  reader(): UsageReader {
    const rules = this.#rules.current;
    return (pod, container) => {
      const found = rules.find(pod, 'usage');
      if (found === undefined) return containerUsage(pod, container);
      const { cpu, memory, disk } = found.effect;
      const shared = [cpu, memory, disk].some((amount) => amount?.of === 'total');
      const sharers = shared ? (this.#counted(rules).sharers.get(found.index) ?? 1) : 1;
      return containerUsage(pod, container, { cpu, memory, disk, sharers });
    };
  }

  #counted(rules: RuleSet): Shares {
    const now = this.#clock.monotonic();
    const known = this.#shares;
    if (known !== undefined && known.rules === rules && now - known.countedAt < COUNTED_FOR_MS) return known;
    const sharers = new Map<number, number>();
    for (const pod of this.#pods.list()) {
      if (!isReady(pod)) continue;
      const index = rules.find(pod, 'usage')?.index;
      if (index !== undefined) sharers.set(index, (sharers.get(index) ?? 0) + 1);
    }
    this.#shares = { rules, countedAt: now, sharers };
    return this.#shares;
  }
}

function isReady({ metadata, status }: Pod): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  return status?.conditions?.some(({ type, status: holds }) => type === 'Ready' && holds === 'True') ?? false;
}
