import { BASELINE_CAPABILITIES } from '@kubemin/kubeapi';
import {
  type EvaluatePod,
  findContainers,
  formatContainers,
  hasUserNamespace,
  isWindowsPod,
  type PodCheck,
  quoted,
} from './check.ts';

const privileged: PodCheck = {
  id: 'privileged',
  level: 'baseline',
  versions: [
    {
      since: 0,
      evaluate: (_metadata, spec) => {
        const { containers } = findContainers(spec, ({ securityContext }) =>
          securityContext?.privileged === true ? ['true'] : [],
        );
        if (containers.length === 0) return undefined;
        const detail = `${formatContainers(containers)} must not set securityContext.privileged=true`;
        return { reason: 'privileged', detail };
      },
    },
  ],
};

const onlyDefaultProcMount: EvaluatePod = (_metadata, spec) => {
  const { containers, values } = findContainers(spec, ({ securityContext }) => {
    const { procMount = 'Default' } = securityContext ?? {};
    return procMount === 'Default' ? [] : [procMount];
  });
  if (containers.length === 0) return undefined;
  const detail = `${formatContainers(containers)} must not set securityContext.procMount to ${quoted(values)}`;
  return { reason: 'procMount', detail };
};

/** An unmasked /proc shows and changes settings of the host, except in a user namespace. */
const procMount: PodCheck = {
  id: 'procMount',
  level: 'baseline',
  versions: [
    { since: 0, evaluate: onlyDefaultProcMount },
    {
      since: 35,
      evaluate: (metadata, spec) => (hasUserNamespace(spec) ? undefined : onlyDefaultProcMount(metadata, spec)),
    },
  ],
};

const procMountRestricted: PodCheck = {
  id: 'procMount_restricted',
  level: 'restricted',
  versions: [{ since: 35, evaluate: onlyDefaultProcMount, replaces: ['procMount'] }],
};

const noPrivilegeEscalation: EvaluatePod = (_metadata, spec) => {
  const { containers } = findContainers(spec, ({ securityContext }) =>
    securityContext?.allowPrivilegeEscalation === false ? [] : ['true'],
  );
  if (containers.length === 0) return undefined;
  const detail = `${formatContainers(containers)} must set securityContext.allowPrivilegeEscalation=false`;
  return { reason: 'allowPrivilegeEscalation != false', detail };
};

/** No gain of rights by set-user-ID programs. */
const allowPrivilegeEscalation: PodCheck = {
  id: 'allowPrivilegeEscalation',
  level: 'restricted',
  versions: [
    { since: 8, evaluate: noPrivilegeEscalation },
    {
      since: 25,
      evaluate: (metadata, spec) => (isWindowsPod(spec) ? undefined : noPrivilegeEscalation(metadata, spec)),
    },
  ],
};

const onlyBaselineCapabilities: EvaluatePod = (_metadata, spec) => {
  const { containers, values } = findContainers(spec, ({ securityContext }) =>
    (securityContext?.capabilities?.add ?? []).filter((name) => !BASELINE_CAPABILITIES.includes(name)),
  );
  if (containers.length === 0) return undefined;
  return { reason: 'non-default capabilities', detail: addedCapabilities(containers, values) };
};

function addedCapabilities(containers: readonly string[], names: readonly string[]): string {
  return `${formatContainers(containers)} must not include ${quoted(names)} in securityContext.capabilities.add`;
}

const capabilitiesBaseline: PodCheck = {
  id: 'capabilities_baseline',
  level: 'baseline',
  versions: [{ since: 0, evaluate: onlyBaselineCapabilities }],
};

const allCapabilitiesDropped: EvaluatePod = (_metadata, spec) => {
  const keeping = findContainers(spec, ({ securityContext }) =>
    securityContext?.capabilities?.drop?.includes('ALL') === true ? [] : ['ALL'],
  ).containers;
  const adding = findContainers(spec, ({ securityContext }) =>
    (securityContext?.capabilities?.add ?? []).filter((name) => name !== 'NET_BIND_SERVICE'),
  );
  const details = [
    ...(keeping.length > 0 ? [`${formatContainers(keeping)} must set securityContext.capabilities.drop=["ALL"]`] : []),
    ...(adding.containers.length > 0 ? [addedCapabilities(adding.containers, adding.values)] : []),
  ];
  if (details.length === 0) return undefined;
  return { reason: 'unrestricted capabilities', detail: details.join('; ') };
};

const capabilitiesRestricted: PodCheck = {
  id: 'capabilities_restricted',
  level: 'restricted',
  versions: [
    { since: 22, evaluate: allCapabilitiesDropped, replaces: ['capabilities_baseline'] },
    {
      since: 25,
      // A pod of Windows has no capabilities to drop; what it adds must not pass because it claims to be one.
      evaluate: (metadata, spec) =>
        isWindowsPod(spec) ? onlyBaselineCapabilities(metadata, spec) : allCapabilitiesDropped(metadata, spec),
      replaces: ['capabilities_baseline'],
    },
  ],
};

/** What containers may do to the kernel. */
export const privilegeChecks: readonly PodCheck[] = [
  privileged,
  procMount,
  procMountRestricted,
  allowPrivilegeEscalation,
  capabilitiesBaseline,
  capabilitiesRestricted,
];
