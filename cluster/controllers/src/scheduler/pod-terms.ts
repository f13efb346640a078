import type { Pod, PodAffinityTerm } from '@kubemin/kubeapi/types/core.v1';
import { labelKeyRequirements, type PodSelector, podSelector } from './pod-selector.ts';

/** "In the same, or another, domain as these pods." */
export interface PodTerm {
  readonly topologyKey: string;
  readonly pods: PodSelector;
}

/** A wish with its weight; a negative one means: rather not. */
export interface WeightedTerm extends PodTerm {
  readonly weight: number;
}

/** The affinity terms of a pod. */
export interface PodTerms {
  readonly near: readonly PodTerm[];
  readonly apart: readonly PodTerm[];
  readonly wishes: readonly WeightedTerm[];
}

/** One object for nearly all pods. */
export const NO_TERMS: PodTerms = { near: [], apart: [], wishes: [] };

/** Reads the pod's affinity and anti-affinity to other pods. */
export function parsePodTerms(pod: Pod): PodTerms {
  const { podAffinity: near, podAntiAffinity: apart } = pod.spec?.affinity ?? {};
  if (near === undefined && apart === undefined) return NO_TERMS;
  const term = (one: PodAffinityTerm): PodTerm => parseTerm(one, pod);
  return {
    near: (near?.requiredDuringSchedulingIgnoredDuringExecution ?? []).map(term),
    apart: (apart?.requiredDuringSchedulingIgnoredDuringExecution ?? []).map(term),
    wishes: [
      ...(near?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ weight, podAffinityTerm }) => ({
        ...term(podAffinityTerm),
        weight,
      })),
      ...(apart?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ weight, podAffinityTerm }) => ({
        ...term(podAffinityTerm),
        weight: -weight,
      })),
    ],
  };
}

/** Without namespaces and without a selector of them, the pod's own is meant. */
function parseTerm(term: PodAffinityTerm, { metadata }: Pod): PodTerm {
  const { namespaces = [], namespaceSelector, labelSelector: selector } = term;
  const own = namespaces.length === 0 && namespaceSelector === undefined;
  const requirements = labelKeyRequirements(metadata.labels ?? {}, term.matchLabelKeys, term.mismatchLabelKeys);
  return {
    topologyKey: term.topologyKey,
    pods: podSelector({
      selector,
      requirements,
      namespaces: own ? [metadata.namespace ?? ''] : namespaces,
      namespaceSelector,
      terminating: 'counted',
    }),
  };
}
