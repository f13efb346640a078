import { ownEntry } from '@kubemin/base';
import { type LabelRequirement, LabelSelector, labelSelectorFromObject } from '@kubemin/kubeapi';
import type { LabelSelector as LabelSelectorObject } from '@kubemin/kubeapi/types/meta.v1';
import type { Demand } from './demand.ts';

type Labels = Readonly<Record<string, string>>;

/** The labels of a namespace by its name. */
export type NamespaceLabels = (namespace: string) => Labels | undefined;

/** Some of the cluster's pods. */
export interface PodSelector {
  /** Selectors with the same id choose the same pods. */
  readonly id: string;
  matches(demand: Demand, namespaces: NamespaceLabels): boolean;
}

/** Everything that a selector may name. */
export interface PodSelectorParts {
  readonly selector: LabelSelectorObject | undefined;
  /** Narrows the selector further. */
  readonly requirements?: readonly LabelRequirement[];
  readonly namespaces: readonly string[];
  readonly namespaceSelector?: LabelSelectorObject | undefined;
  /** Whether pods count that are on their way out. */
  readonly terminating: 'counted' | 'ignored';
}

/** Pods by their labels and namespaces. */
export function podSelector(parts: PodSelectorParts): PodSelector {
  const { requirements = [], namespaces, namespaceSelector, terminating } = parts;
  const selector = readable(parts.selector);
  const labels = requirements.length === 0 ? selector : narrowed(selector, requirements);
  const spaces = readable(namespaceSelector);
  return {
    id: JSON.stringify([namespaces, namespaceSelector, parts.selector, requirements, terminating]),
    matches(demand, namespaceLabels) {
      if (demand.terminating && terminating === 'ignored') return false;
      if (!labels.matches(demand.labels)) return false;
      return namespaces.includes(demand.namespace) || spaces.matches(namespaceLabels(demand.namespace));
    },
  };
}

/** A selector that chooses the pods all the given ones choose. */
export function intersectSelectors(selectors: readonly PodSelector[]): PodSelector {
  return {
    id: JSON.stringify(selectors.map(({ id }) => id)),
    matches: (demand, namespaces) => selectors.every((selector) => selector.matches(demand, namespaces)),
  };
}

/** `matchLabelKeys` and their opposite, as conditions: the same value as the pod has, or another one. */
export function labelKeyRequirements(
  labels: Labels,
  same: readonly string[] = [],
  other: readonly string[] = [],
): readonly LabelRequirement[] {
  const on = (operator: 'In' | 'NotIn') => (key: string) => {
    const value = ownEntry(labels, key);
    return value === undefined ? [] : [{ key, operator, values: [value] }];
  };
  return [...same.flatMap(on('In')), ...other.flatMap(on('NotIn'))];
}

/** A selector that cannot be read chooses nothing: one bad pod must not stop the others from being placed. */
function readable(object: LabelSelectorObject | undefined): LabelSelector {
  try {
    return labelSelectorFromObject(object);
  } catch {
    return LabelSelector.none;
  }
}

function narrowed(selector: LabelSelector, requirements: readonly LabelRequirement[]): LabelSelector {
  if (selector === LabelSelector.none) return selector;
  return LabelSelector.of([...selector.requirements, ...requirements]);
}
