import { fieldError } from '@kubemin/kubeapi';
import type { PodSecurityContext, SecurityContext } from '@kubemin/kubeapi/types/core.v1';
import { each, inRange, oneOf, type Problems } from '../field-checks.ts';

const MAX_ID = 2_147_483_647;
const ID_RANGE = [0, MAX_ID] as const;
const SECCOMP_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];

/** As whom a whole pod runs. */
export function podSecurity(given: PodSecurityContext | undefined, path: string): Problems {
  return [
    ...inRange(`${path}.fsGroup`, given?.fsGroup, ID_RANGE),
    ...inRange(`${path}.runAsUser`, given?.runAsUser, ID_RANGE),
    ...inRange(`${path}.runAsGroup`, given?.runAsGroup, ID_RANGE),
    ...each(given?.supplementalGroups, `${path}.supplementalGroups`, (group, at) => inRange(at, group, ID_RANGE)),
    ...oneOf(`${path}.fsGroupChangePolicy`, given?.fsGroupChangePolicy, ['Always', 'OnRootMismatch']),
    ...oneOf(`${path}.seccompProfile.type`, given?.seccompProfile?.type, SECCOMP_TYPES),
  ];
}

/** As whom one container runs, and what it may do. */
export function containerSecurity(given: SecurityContext | undefined, path: string): Problems {
  if (given === undefined) return [];
  const { allowPrivilegeEscalation, capabilities, privileged, runAsGroup, runAsUser, seccompProfile } = given;
  const confined = allowPrivilegeEscalation === false;
  const admin = capabilities?.add?.some((name) => name === 'CAP_SYS_ADMIN') === true;
  return [
    ...inRange(`${path}.runAsUser`, runAsUser, ID_RANGE),
    ...inRange(`${path}.runAsGroup`, runAsGroup, ID_RANGE),
    ...oneOf(`${path}.seccompProfile.type`, seccompProfile?.type, SECCOMP_TYPES),
    ...(confined && privileged === true
      ? [fieldError.invalid(path, given, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true')]
      : []),
    ...(confined && admin
      ? [
          fieldError.invalid(
            path,
            given,
            'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
          ),
        ]
      : []),
  ];
}
