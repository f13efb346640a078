import { deepEqual, fieldError } from '@kubemin/kubeapi';
import type { Node, Taint } from '@kubemin/kubeapi/types/core.v1';
import { cidr } from './addresses.ts';
import { each, named, oneOf, type Problems, requiredName } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Nodes. Unlike other kinds they may be created with the status they already have: agents register that way. */
export const nodeStrategy: Strategy<Node> = {
  generation: false,
  selectableFields: { 'spec.unschedulable': (node) => String(node.spec?.unschedulable ?? false) },
  prepareForCreate: (node) => node,
  validate: ({ spec }) => [
    ...taintProblems(spec?.taints),
    ...each(spec?.podCIDRs, 'spec.podCIDRs', (range, at) => cidr(at, range)),
  ],
  validateUpdate({ spec = {} }, { spec: old = {} }) {
    const settled = <T>(next: T | undefined, before: T | undefined): boolean =>
      before === undefined || deepEqual(next, before);
    return [
      ...(settled(spec.podCIDRs, old.podCIDRs)
        ? []
        : [fieldError.forbidden('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid')]),
      ...(settled(spec.providerID, old.providerID)
        ? []
        : [fieldError.forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid')]),
    ];
  },
};

function taintProblems(taints: readonly Taint[] | undefined): Problems {
  const seen = new Set<string>();
  return each(taints, 'spec.taints', ({ key, value, effect }, at) => {
    const pair = `${key}/${effect}`;
    const twice = seen.has(pair);
    seen.add(pair);
    return [
      ...requiredName(`${at}.key`, key, 'qualifiedName'),
      ...named(`${at}.value`, value, 'labelValue'),
      ...(effect === '' ? [fieldError.required(`${at}.effect`)] : oneOf(`${at}.effect`, effect, EFFECTS)),
      ...(twice ? [fieldError.duplicate(at, { key, effect })] : []),
    ];
  });
}
