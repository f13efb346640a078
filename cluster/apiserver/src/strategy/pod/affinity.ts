import { ownEntry } from '@kubemin/base';
import { fieldError } from '@kubemin/kubeapi';
import type {
  Affinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
  PodAntiAffinity,
} from '@kubemin/kubeapi/types/core.v1';
import { each, named, type Problems, required } from '../field-checks.ts';
import { validateLabelSelector } from '../label-selectors.ts';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** How many values each operator of a node selector takes. */
const OPERATORS: Readonly<Record<string, (values: readonly string[]) => { readonly rule: string } | undefined>> = {
  In: someValues,
  NotIn: someValues,
  Exists: noValues,
  DoesNotExist: noValues,
  Gt: oneValue,
  Lt: oneValue,
};

/** Which nodes and which neighbours a pod wants. */
export function affinity(given: Affinity | undefined, path: string): Problems {
  return [
    ...nodeSelector(given?.nodeAffinity?.[REQUIRED], `${path}.nodeAffinity.${REQUIRED}`),
    ...each(given?.nodeAffinity?.[PREFERRED], `${path}.nodeAffinity.${PREFERRED}`, ({ weight, preference }, at) => [
      ...weightProblems(weight, at),
      ...term(preference, `${at}.preference`),
    ]),
    ...podTerms(given?.podAffinity, `${path}.podAffinity`),
    ...podTerms(given?.podAntiAffinity, `${path}.podAntiAffinity`),
  ];
}

/** A choice of nodes, also of volumes and storage; absent is fine. */
export function nodeSelector(given: NodeSelector | undefined, path: string): Problems {
  if (given === undefined) return [];
  if (given.nodeSelectorTerms.length === 0) {
    return [fieldError.required(`${path}.nodeSelectorTerms`, 'must have at least one node selector term')];
  }
  return each(given.nodeSelectorTerms, `${path}.nodeSelectorTerms`, term);
}

function term({ matchExpressions, matchFields }: NodeSelectorTerm, path: string): Problems {
  return [
    ...each(matchExpressions, `${path}.matchExpressions`, (requirement, at) => [
      ...requirementProblems(requirement, at),
      ...named(`${at}.key`, requirement.key, 'qualifiedName'),
    ]),
    ...each(matchFields, `${path}.matchFields`, ({ key, operator, values = [] }, at) => [
      ...(key === 'metadata.name' ? [] : [fieldError.invalid(`${at}.key`, key, 'not a valid field selector key')]),
      ...(operator === 'In' || operator === 'NotIn'
        ? []
        : [fieldError.invalid(`${at}.operator`, operator, 'not a valid selector operator')]),
      ...(values.length === 1
        ? []
        : [
            fieldError.required(
              `${at}.values`,
              "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
            ),
          ]),
    ]),
  ];
}

function requirementProblems({ operator, values = [] }: NodeSelectorRequirement, path: string): Problems {
  const check = ownEntry(OPERATORS, operator);
  if (check === undefined) return [fieldError.invalid(`${path}.operator`, operator, 'not a valid selector operator')];
  const wrong = check(values);
  if (wrong === undefined) return [];
  return [
    values.length > 0 && check === noValues
      ? fieldError.forbidden(`${path}.values`, wrong.rule)
      : fieldError.required(`${path}.values`, wrong.rule),
  ];
}

function podTerms(given: PodAffinity | PodAntiAffinity | undefined, path: string): Problems {
  return [
    ...each(given?.[REQUIRED], `${path}.${REQUIRED}`, podTerm),
    ...each(given?.[PREFERRED], `${path}.${PREFERRED}`, ({ weight, podAffinityTerm }, at) => [
      ...weightProblems(weight, at),
      ...podTerm(podAffinityTerm, `${at}.podAffinityTerm`),
    ]),
  ];
}

function podTerm(
  { labelSelector, namespaceSelector, namespaces, topologyKey }: PodAffinityTerm,
  path: string,
): Problems {
  return [
    ...validateLabelSelector(`${path}.labelSelector`, labelSelector),
    ...validateLabelSelector(`${path}.namespaceSelector`, namespaceSelector),
    ...each(namespaces, `${path}.namespace`, (namespace, at) => named(at, namespace, 'dns1123Label')),
    ...required(`${path}.topologyKey`, topologyKey, 'can not be empty'),
    ...named(`${path}.topologyKey`, topologyKey, 'qualifiedName'),
  ];
}

function weightProblems(weight: number, path: string): Problems {
  return weight >= 1 && weight <= 100
    ? []
    : [fieldError.invalid(`${path}.weight`, weight, 'must be in the range 1-100')];
}

function someValues(values: readonly string[]): { readonly rule: string } | undefined {
  return values.length > 0 ? undefined : { rule: "must be specified when `operator` is 'In' or 'NotIn'" };
}

function noValues(values: readonly string[]): { readonly rule: string } | undefined {
  return values.length === 0
    ? undefined
    : { rule: "may not be specified when `operator` is 'Exists' or 'DoesNotExist'" };
}

function oneValue(values: readonly string[]): { readonly rule: string } | undefined {
  return values.length === 1 ? undefined : { rule: "must be specified single value when `operator` is 'Lt' or 'Gt'" };
}
