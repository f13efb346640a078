import { fieldError } from '@kubemin/kubeapi';
import type { PriorityClass } from '@kubemin/kubeapi/types/scheduling.v1';
import { oneOf, type Problems } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

/** Above this only the system's own classes are. */
const HIGHEST_USER_PRIORITY = 1_000_000_000;
const SYSTEM_PREFIX = 'system-';

/** The classes every cluster has, with their priorities. */
export const SYSTEM_PRIORITIES: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
};

/** Priority classes: pods copy the number, so it does not change. */
export const priorityClassStrategy: Strategy<PriorityClass> = {
  generation: true,
  defaults: (one) => ({ ...one, preemptionPolicy: one.preemptionPolicy ?? 'PreemptLowerPriority' }),
  validate: (one) => [
    ...valueProblems(one),
    ...oneOf('preemptionPolicy', one.preemptionPolicy, ['PreemptLowerPriority', 'Never']),
  ],
  validateUpdate: (one, current) => [
    ...(one.value === current.value ? [] : [fieldError.forbidden('value', 'may not be changed in an update.')]),
    ...(one.preemptionPolicy === current.preemptionPolicy
      ? []
      : [fieldError.invalid('preemptionPolicy', one.preemptionPolicy, 'field is immutable')]),
  ],
};

function valueProblems({ metadata, value, globalDefault = false }: PriorityClass): Problems {
  const { name = '' } = metadata;
  if (name.startsWith(SYSTEM_PREFIX)) {
    const known = SYSTEM_PRIORITIES[name] === value && !globalDefault;
    const rule = `priority class names with '${SYSTEM_PREFIX}' prefix are reserved for system use only`;
    return known
      ? []
      : [fieldError.forbidden('metadata.name', `${rule}. error: ${name} is not a known system priority class`)];
  }
  if (value <= HIGHEST_USER_PRIORITY) return [];
  return [
    fieldError.forbidden('value', `maximum allowed value of a user defined priority is ${HIGHEST_USER_PRIORITY}`),
  ];
}
