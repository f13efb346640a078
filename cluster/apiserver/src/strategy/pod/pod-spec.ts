import { fieldError } from '@kubemin/kubeapi';
import type { PodSpec, TopologySpreadConstraint } from '@kubemin/kubeapi/types/core.v1';
import { ipAddress } from '../addresses.ts';
import { each, inRange, labels, named, nonNegative, oneOf, type Problems, required, unique } from '../field-checks.ts';
import { validateLabelSelector } from '../label-selectors.ts';
import { affinity } from './affinity.ts';
import { containers } from './containers.ts';
import { podSecurity } from './security.ts';
import { tolerations } from './tolerations.ts';
import { volumes } from './volumes.ts';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const PREEMPTION_POLICIES = ['PreemptLowerPriority', 'Never'];
const MAX_DEADLINE_SECONDS = 2_147_483_647;
const MAX_NAMESERVERS = 3;

/** What is wrong with a pod spec; `path` is where it stands (`spec`, `spec.template.spec`). */
export function validatePodSpec(
  spec: PodSpec | undefined,
  path: string,
  claimedVolumes: readonly string[] = [],
): Problems {
  if (spec === undefined || spec.containers.length === 0) return [fieldError.required(`${path}.containers`)];
  const mountable = new Set([...(spec.volumes ?? []).map(({ name }) => name), ...claimedVolumes]);
  return [
    ...volumes(spec.volumes, `${path}.volumes`),
    ...containers(spec, path, mountable),
    ...oneOf(`${path}.restartPolicy`, spec.restartPolicy, RESTART_POLICIES),
    ...oneOf(`${path}.dnsPolicy`, spec.dnsPolicy, DNS_POLICIES),
    ...labels(`${path}.nodeSelector`, spec.nodeSelector),
    ...dnsProblems(spec, path),
    ...timeProblems(spec, path),
    ...nameProblems(spec, path),
    ...placementProblems(spec, path),
    ...podSecurity(spec.securityContext, `${path}.securityContext`),
    ...each(spec.imagePullSecrets, `${path}.imagePullSecrets`, ({ name }, at) => required(`${at}.name`, name)),
    ...each(spec.hostAliases, `${path}.hostAliases`, ({ ip, hostnames }, at) => [
      ...ipAddress(`${at}.ip`, ip),
      ...each(hostnames, `${at}.hostnames`, (hostname, place) => named(place, hostname, 'dns1123Subdomain')),
    ]),
    ...each(spec.readinessGates, `${path}.readinessGates`, ({ conditionType }, at) =>
      named(`${at}.conditionType`, conditionType, 'qualifiedName'),
    ),
  ];
}

function timeProblems(spec: PodSpec, path: string): Problems {
  return [
    ...inRange(`${path}.activeDeadlineSeconds`, spec.activeDeadlineSeconds, [1, MAX_DEADLINE_SECONDS]),
    ...nonNegative(`${path}.terminationGracePeriodSeconds`, spec.terminationGracePeriodSeconds),
  ];
}

function nameProblems(spec: PodSpec, path: string): Problems {
  return [
    ...named(`${path}.serviceAccountName`, spec.serviceAccountName, 'dns1123Subdomain'),
    ...named(`${path}.nodeName`, spec.nodeName, 'dns1123Subdomain'),
    ...named(`${path}.hostname`, spec.hostname, 'dns1123Label'),
    ...named(`${path}.subdomain`, spec.subdomain, 'dns1123Label'),
    ...named(`${path}.priorityClassName`, spec.priorityClassName, 'dns1123Subdomain'),
    ...named(`${path}.runtimeClassName`, spec.runtimeClassName, 'dns1123Subdomain'),
    ...oneOf(`${path}.preemptionPolicy`, spec.preemptionPolicy, PREEMPTION_POLICIES),
  ];
}

function placementProblems(spec: PodSpec, path: string): Problems {
  const gated = (spec.schedulingGates?.length ?? 0) > 0;
  return [
    ...affinity(spec.affinity, `${path}.affinity`),
    ...tolerations(spec.tolerations, `${path}.tolerations`),
    ...topologySpread(spec.topologySpreadConstraints, `${path}.topologySpreadConstraints`),
    ...each(spec.schedulingGates, `${path}.schedulingGates`, ({ name }, at) => named(at, name, 'qualifiedName')),
    ...unique(
      spec.schedulingGates,
      (index) => `${path}.schedulingGates[${index}]`,
      ({ name }) => name,
    ),
    ...(gated && (spec.nodeName ?? '') !== ''
      ? [fieldError.forbidden(`${path}.nodeName`, 'cannot be set until all schedulingGates have been cleared')]
      : []),
  ];
}

function dnsProblems({ dnsConfig, dnsPolicy }: PodSpec, path: string): Problems {
  const nameservers = dnsConfig?.nameservers ?? [];
  if (dnsPolicy === 'None' && dnsConfig === undefined) {
    return [fieldError.required(`${path}.dnsConfig`, 'must provide `dnsConfig` when `dnsPolicy` is None')];
  }
  if (dnsPolicy === 'None' && nameservers.length === 0) {
    const rule = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
    return [fieldError.required(`${path}.dnsConfig.nameservers`, rule)];
  }
  return [
    ...(nameservers.length > MAX_NAMESERVERS
      ? [
          fieldError.invalid(
            `${path}.dnsConfig.nameservers`,
            nameservers,
            `must not have more than ${MAX_NAMESERVERS} nameservers`,
          ),
        ]
      : []),
    ...each(nameservers, `${path}.dnsConfig.nameservers`, (server, at) => ipAddress(at, server)),
  ];
}

const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'];

/** How evenly pods are spread. */
function topologySpread(given: readonly TopologySpreadConstraint[] | undefined, path: string): Problems {
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
