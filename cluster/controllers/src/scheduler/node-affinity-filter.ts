import type { Node, NodeSelectorRequirement, NodeSelectorTerm, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { FilterPolicy } from './policy.ts';

const MISMATCH = ["node(s) didn't match Pod's node affinity/selector"];

type Match = (actual: string | undefined, values: readonly string[]) => boolean;

const OPERATORS: Readonly<Record<string, Match>> = {
  In: (actual, values) => actual !== undefined && values.includes(actual),
  NotIn: (actual, values) => actual === undefined || !values.includes(actual),
  Exists: (actual) => actual !== undefined,
  DoesNotExist: (actual) => actual === undefined,
  Gt: (actual, [limit]) => actual !== undefined && limit !== undefined && Number(actual) > Number(limit),
  Lt: (actual, [limit]) => actual !== undefined && limit !== undefined && Number(actual) < Number(limit),
};

/** Keeps pods on the nodes that their nodeSelector and required node affinity name. */
export const nodeAffinityFilter: FilterPolicy = {
  name: 'node-affinity',
  reject: ({ pod }, { node }) => (matchesSelector(pod, node) && matchesAffinity(pod, node) ? undefined : MISMATCH),
};

function matchesSelector(pod: Pod, node: Node): boolean {
  const labels = node.metadata.labels ?? {};
  return Object.entries(pod.spec?.nodeSelector ?? {}).every(([key, value]) => labels[key] === value);
}

function matchesAffinity(pod: Pod, node: Node): boolean {
  const required = pod.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required === undefined || required.nodeSelectorTerms.some((term) => matchesTerm(term, node));
}

/** A term that names nothing matches nothing. */
function matchesTerm({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm, node: Node): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false;
  const fields = { 'metadata.name': node.metadata.name ?? '' };
  return (
    matchExpressions.every((requirement) => matches(requirement, node.metadata.labels ?? {})) &&
    matchFields.every((requirement) => matches(requirement, fields))
  );
}

function matches(requirement: NodeSelectorRequirement, values: Readonly<Record<string, string>>): boolean {
  return OPERATORS[requirement.operator]?.(values[requirement.key], requirement.values ?? []) ?? false;
}
