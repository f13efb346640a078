import { ownEntry } from '@kubemin/base';
import type {
  Node,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  Pod,
} from '../../generated/types/core.v1.gen.ts';

type Match = (actual: string | undefined, values: readonly string[]) => boolean;

const OPERATORS: Readonly<Record<string, Match>> = {
  In: (actual, values) => actual !== undefined && values.includes(actual),
  NotIn: (actual, values) => actual === undefined || !values.includes(actual),
  Exists: (actual) => actual !== undefined,
  DoesNotExist: (actual) => actual === undefined,
  Gt: (actual, [limit]) => parseWholeNumber(actual) > parseWholeNumber(limit),
  Lt: (actual, [limit]) => parseWholeNumber(actual) < parseWholeNumber(limit),
};

/** What is no whole number is neither more nor less than another one. */
function parseWholeNumber(text: string | undefined): number {
  return text !== undefined && /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** Whether the pod's nodeSelector and required node affinity name the node. */
export function podSelectsNode({ spec }: Pod, node: Node): boolean {
  const required = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return hasLabels(spec?.nodeSelector, node) && (required === undefined || matchesAnyTerm(required, node));
}

/** Whether any of a selector's terms matches the node. */
export function matchesAnyTerm({ nodeSelectorTerms }: NodeSelector, node: Node): boolean {
  return nodeSelectorTerms.some((term) => matchesTerm(term, node));
}

/** A term that names nothing matches nothing. */
export function matchesTerm({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm, node: Node): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false;
  const fields = { 'metadata.name': node.metadata.name ?? '' };
  return (
    matchExpressions.every((requirement) => matches(requirement, node.metadata.labels ?? {})) &&
    matchFields.every((requirement) => matches(requirement, fields))
  );
}

function hasLabels(wanted: Readonly<Record<string, string>> | undefined, { metadata }: Node): boolean {
  return Object.entries(wanted ?? {}).every(([key, value]) => metadata.labels?.[key] === value);
}

function matches(requirement: NodeSelectorRequirement, values: Readonly<Record<string, string>>): boolean {
  return (
    ownEntry(OPERATORS, requirement.operator)?.(ownEntry(values, requirement.key), requirement.values ?? []) ?? false
  );
}
