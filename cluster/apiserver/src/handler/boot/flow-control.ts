import { flowcontrol } from '@kubemin/kubeapi/resources';
import type { FlowSchema, PriorityLevelConfiguration, Subject } from '@kubemin/kubeapi/types/flowcontrol.v1';
import type { PlacedObject } from './ensure-object.ts';

const EVERYTHING = {
  nonResourceRules: [{ nonResourceURLs: ['*'], verbs: ['*'] }],
  resourceRules: [{ apiGroups: ['*'], clusterScope: true, namespaces: ['*'], resources: ['*'], verbs: ['*'] }],
};

/** The two levels and schemas that every cluster has: exempt, and catch-all. */
export function flowControlObjects(): readonly PlacedObject[] {
  return [
    [flowcontrol.v1.prioritylevelconfigurations, level('exempt', { exempt: {}, type: 'Exempt' })],
    [
      flowcontrol.v1.prioritylevelconfigurations,
      level('catch-all', {
        limited: { lendablePercent: 0, limitResponse: { type: 'Reject' }, nominalConcurrencyShares: 5 },
        type: 'Limited',
      }),
    ],
    [flowcontrol.v1.flowschemas, schema('exempt', { precedence: 1, groups: ['system:masters'] })],
    [
      flowcontrol.v1.flowschemas,
      schema('catch-all', { precedence: 10_000, groups: ['system:unauthenticated', 'system:authenticated'] }),
    ],
  ];
}

function level(name: string, spec: NonNullable<PriorityLevelConfiguration['spec']>): PriorityLevelConfiguration {
  return {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'PriorityLevelConfiguration',
    metadata: { name },
    spec,
  };
}

function schema(
  name: string,
  { precedence, groups }: { readonly precedence: number; readonly groups: readonly string[] },
): FlowSchema {
  const subjects = groups.map((group): Subject => ({ kind: 'Group', group: { name: group } }));
  return {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'FlowSchema',
    metadata: { name },
    spec: {
      matchingPrecedence: precedence,
      priorityLevelConfiguration: { name },
      ...(name === 'catch-all' && { distinguisherMethod: { type: 'ByUser' } }),
      rules: [{ ...EVERYTHING, subjects }],
    },
  };
}
