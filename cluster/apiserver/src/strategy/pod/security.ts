import { fieldError } from '@kubemin/kubeapi';
import type { PodSecurityContext, SecurityContext, Sysctl } from '@kubemin/kubeapi/types/core.v1';
import { each, inRange, oneOf, type Problems, required, unique } from '../field-checks.ts';

const MAX_ID = 2_147_483_647;
const ID_RANGE = [0, MAX_ID] as const;
const SECCOMP_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];

const SYSCTL_SEGMENT = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const SYSCTL = `^(${SYSCTL_SEGMENT}[\\./])*${SYSCTL_SEGMENT}$`;
const SYSCTL_PATTERN = new RegExp(SYSCTL);
const MAX_SYSCTL_LENGTH = 253;

/** As whom a whole pod runs. */
export function podSecurity(given: PodSecurityContext | undefined, path: string): Problems {
  return [
    ...inRange(`${path}.fsGroup`, given?.fsGroup, ID_RANGE),
    ...inRange(`${path}.runAsUser`, given?.runAsUser, ID_RANGE),
    ...inRange(`${path}.runAsGroup`, given?.runAsGroup, ID_RANGE),
    ...each(given?.supplementalGroups, `${path}.supplementalGroups`, (group, at) => inRange(at, group, ID_RANGE)),
    ...oneOf(`${path}.fsGroupChangePolicy`, given?.fsGroupChangePolicy, ['Always', 'OnRootMismatch']),
    ...oneOf(`${path}.seccompProfile.type`, given?.seccompProfile?.type, SECCOMP_TYPES),
    ...sysctlProblems(given?.sysctls, `${path}.sysctls`),
  ];
}

/** Names alone: which of them a pod may have is for its node. */
function sysctlProblems(sysctls: readonly Sysctl[] | undefined, path: string): Problems {
  const rule = `must have at most ${MAX_SYSCTL_LENGTH} characters and match regex ${SYSCTL}`;
  const isName = (name: string): boolean => name.length <= MAX_SYSCTL_LENGTH && SYSCTL_PATTERN.test(name);
  return [
    ...each(sysctls, path, ({ name }, at) => [
      ...required(`${at}.name`, name),
      ...(name === '' || isName(name) ? [] : [fieldError.invalid(`${at}.name`, name, rule)]),
    ]),
    ...unique(
      sysctls,
      (index) => `${path}[${index}].name`,
      ({ name }) => name,
    ),
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
