import { fieldError } from '@kubemin/kubeapi';
import type { TopologySpreadConstraint } from '@kubemin/kubeapi/types/core.v1';
import { each, oneOf, type Problems, required } from '../field-checks.ts';
import { validateLabelSelector } from '../label-selectors.ts';

const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'];

/** How evenly pods are spread. */
export function topologySpread(given: readonly TopologySpreadConstraint[] | undefined, path: string): Problems {
  const pairs = new Set<string>();
  return each(given, path, ({ maxSkew, minDomains, topologyKey, whenUnsatisfiable, labelSelector }, at) => {
    const pair = `{${topologyKey}, ${whenUnsatisfiable}}`;
    const twice = pairs.has(pair);
    pairs.add(pair);
    return [
      ...(maxSkew > 0 ? [] : [fieldError.invalid(`${at}.maxSkew`, maxSkew, 'must be greater than zero')]),
      ...required(`${at}.topologyKey`, topologyKey, 'can not be empty'),
      ...oneOf(`${at}.whenUnsatisfiable`, whenUnsatisfiable, ACTIONS),
      ...(twice ? [fieldError.duplicate(`${at}.{topologyKey, whenUnsatisfiable}`, pair)] : []),
      ...((minDomains ?? 1) > 0 ? [] : [fieldError.invalid(`${at}.minDomains`, minDomains, 'must be greater than 0')]),
      ...validateLabelSelector(`${at}.labelSelector`, labelSelector),
    ];
  });
}
