import { fieldError } from '@kubemin/kubeapi';
import type { ResourceQuota, ResourceQuotaSpec } from '@kubemin/kubeapi/types/core.v1';
import { isWhole, nonNegativeAmount } from './amounts.ts';
import { each, immutable, named, type Problems } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

const COMPUTE = ['cpu', 'memory', 'ephemeral-storage'];
const AMOUNTS = [
  ...COMPUTE,
  ...COMPUTE.map((name) => `requests.${name}`),
  ...COMPUTE.map((name) => `limits.${name}`),
  'requests.storage',
];
const COUNTS = [
  'configmaps',
  'persistentvolumeclaims',
  'pods',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
  'services.loadbalancers',
  'services.nodeports',
];
/** The resources that each scope can limit besides the count of pods. */
const SCOPES = [
  'BestEffort',
  'CrossNamespacePodAffinity',
  'NotBestEffort',
  'NotTerminating',
  'PriorityClass',
  'Terminating',
  'VolumeAttributesClass',
];
const EXCLUSIVE = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;

/** Resource quotas. */
export const resourceQuotaStrategy: Strategy<ResourceQuota> = {
  deleteReturnsObject: true,
  generation: false,
  validate: ({ spec = {} }) => [
    ...Object.entries(spec.hard ?? {}).flatMap(([name, amount]) => hardProblems(name, amount, `spec.hard[${name}]`)),
    ...scopeProblems(spec),
  ],
  validateUpdate: ({ spec }, current) => immutable('spec.scopes', spec?.scopes, current.spec?.scopes),
};

function hardProblems(name: string, amount: string, path: string): Problems {
  const wrong = named(path, name, 'qualifiedName');
  const known = name.includes('/') || AMOUNTS.includes(name) || COUNTS.includes(name) || name.includes('hugepages-');
  return [
    ...wrong,
    ...(wrong.length === 0 && !known ? [fieldError.invalid(path, name, 'must be a standard resource for quota')] : []),
    ...nonNegativeAmount(path, amount),
    ...((COUNTS.includes(name) || name.startsWith('count/')) && !isWhole(amount)
      ? [fieldError.invalid(path, amount, 'must be an integer')]
      : []),
  ];
}

function scopeProblems({ hard = {}, scopes = [], scopeSelector }: ResourceQuotaSpec): Problems {
  const path = 'spec.scopes';
  const scoped = (scope: string): boolean => scope === 'BestEffort';
  const untold = Object.keys(hard).filter((name) => name !== 'pods');
  return [
    ...scopes
      .filter((scope) => !SCOPES.includes(scope))
      .map(() => fieldError.invalid(path, scopes, 'unsupported scope')),
    ...scopes
      .filter((scope) => scoped(scope) && untold.length > 0)
      .map(() => fieldError.invalid(path, scopes, 'unsupported scope applied to resource')),
    ...(EXCLUSIVE.some((pair) => pair.every((scope) => scopes.includes(scope)))
      ? [fieldError.invalid(path, scopes, 'conflicting scopes')]
      : []),
    ...each(
      scopeSelector?.matchExpressions,
      'spec.scopeSelector.matchExpressions',
      ({ scopeName, operator, values = [] }, at) => [
        ...(SCOPES.includes(scopeName) ? [] : [fieldError.invalid(`${at}.scopeName`, scopeName, 'unsupported scope')]),
        ...(['In', 'NotIn'].includes(operator) && values.length === 0
          ? [
              fieldError.required(
                `${at}.values`,
                "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
              ),
            ]
          : []),
        ...(['Exists', 'DoesNotExist'].includes(operator) && values.length > 0
          ? [
              fieldError.invalid(
                `${at}.values`,
                values,
                "must be no value when `operator` is 'Exists' or 'DoesNotExist' for scope selector",
              ),
            ]
          : []),
        ...(['In', 'NotIn', 'Exists', 'DoesNotExist'].includes(operator)
          ? []
          : [fieldError.invalid(`${at}.operator`, operator, 'not a valid selector operator')]),
      ],
    ),
  ];
}
