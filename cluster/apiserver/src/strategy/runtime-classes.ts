import type { RuntimeClass } from '@kubemin/kubeapi/types/node.v1';
import { nonNegativeAmount } from './amounts.ts';
import { immutable, labels, requiredName } from './field-checks.ts';
import { tolerations } from './pod/tolerations.ts';
import type { Strategy } from './strategy.ts';

/** Runtime classes: what runs the containers of pods that name the class is settled once. */
export const runtimeClassStrategy: Strategy<RuntimeClass> = {
  createOnUpdate: true,
  requiresResourceVersion: true,
  validate: ({ handler, overhead, scheduling }) => [
    ...requiredName('handler', handler, 'dns1123Label'),
    ...Object.entries(overhead?.podFixed ?? {}).flatMap(([name, amount]) =>
      nonNegativeAmount(`overhead.podFixed[${name}]`, amount),
    ),
    ...labels('scheduling.nodeSelector', scheduling?.nodeSelector),
    ...tolerations(scheduling?.tolerations, 'scheduling.tolerations'),
  ],
  validateUpdate: ({ handler }, current) => immutable('handler', handler, current.handler),
};
