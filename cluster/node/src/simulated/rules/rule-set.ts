import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { InitRule, NodeRule, RuleMatch, SimulationRule } from './simulation-rule.ts';

/** The effects that a rule can have on pods. */
export type PodEffect = 'start' | 'ready' | 'run' | 'stop' | 'usage' | 'logs' | 'exec';

/** What was found for a pod, and in which rule. */
export interface FoundEffect<E extends PodEffect> {
  readonly effect: NonNullable<SimulationRule[E]>;
  /** The number of the rule: part of what chance depends on. */
  readonly index: number;
}

/** Rules in order: for each effect the first rule counts that matches and has it. */
export class RuleSet {
  readonly #rules: readonly SimulationRule[];

  constructor(rules: readonly SimulationRule[] = []) {
    this.#rules = rules;
  }

  find<E extends PodEffect>(pod: Pod, name: E): FoundEffect<E> | undefined {
    for (const [index, rule] of this.#rules.entries()) {
      const effect = rule[name];
      if (effect !== undefined && effect !== null && matchesPod(rule.match, pod)) return { effect, index };
    }
    return undefined;
  }

  /** The effect of the first matching rule on an init container; sidecars are matched by name alone. */
  init(
    pod: Pod,
    container: string,
    sidecar: boolean,
  ): { readonly effect: InitRule; readonly index: number } | undefined {
    for (const [index, { init: effect, match }] of this.#rules.entries()) {
      if (effect === undefined || !(effect.container?.(container) ?? !sidecar)) continue;
      if (matchesPod(match, pod)) return { effect, index };
    }
    return undefined;
  }

  /** What is wrong with a node, if anything is. */
  node(name: string): NodeRule | undefined {
    return this.#rules.find(({ node, match }) => node !== undefined && (match.node?.(name) ?? true))?.node;
  }
}

function matchesPod({ labels = new Map(), namespace, image, node }: RuleMatch, { metadata, spec }: Pod): boolean {
  if (namespace?.(metadata.namespace ?? '') === false || node?.(spec?.nodeName ?? '') === false) return false;
  for (const [key, pattern] of labels) {
    const value = metadata.labels?.[key];
    if (value === undefined || !pattern(value)) return false;
  }
  return image === undefined || (spec?.containers.some((container) => image(container.image ?? '')) ?? false);
}
