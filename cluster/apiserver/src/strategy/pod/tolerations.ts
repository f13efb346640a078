import { fieldError } from '@kubemin/kubeapi';
import type { Toleration } from '@kubemin/kubeapi/types/core.v1';
import { each, named, oneOf, type Problems } from '../field-checks.ts';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const MATCH_ALL_RULE = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';

/** What taints a pod puts up with. */
export function tolerations(given: readonly Toleration[] | undefined, path: string): Problems {
  return each(given, path, (toleration, at) => {
    const { key = '', operator = 'Equal', value = '', effect, tolerationSeconds } = toleration;
    return [
      ...named(`${at}.key`, key, 'qualifiedName'),
      ...(key === '' && operator !== 'Exists' ? [fieldError.invalid(`${at}.operator`, operator, MATCH_ALL_RULE)] : []),
      ...(tolerationSeconds !== undefined && effect !== 'NoExecute'
        ? [
            fieldError.invalid(
              `${at}.effect`,
              effect ?? '',
              "effect must be 'NoExecute' when `tolerationSeconds` is set",
            ),
          ]
        : []),
      ...oneOf(`${at}.operator`, operator, ['Equal', 'Exists']),
      ...(operator === 'Equal' ? named(`${at}.operator`, value, 'labelValue') : []),
      ...(operator === 'Exists' && value !== ''
        ? [fieldError.invalid(`${at}.operator`, toleration, "value must be empty when `operator` is 'Exists'")]
        : []),
      ...oneOf(`${at}.effect`, effect, EFFECTS),
    ];
  });
}
