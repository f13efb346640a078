import { join } from 'node:path';
import { BASELINE_CAPABILITIES, parseQuantity } from '@kubemin/kubeapi';
import type { Container, Pod, PodSpec, SecurityContext } from '@kubemin/kubeapi/types/core.v1';
import type { Rejection } from '../pod-admission/index.ts';
import { type AnyContainer, containerResources } from '../pods/index.ts';
import type { ContainerResources, ContainerRights, RuntimeFeature, SandboxConfig } from '../runtime/index.ts';
import { isCapability } from '../sandbox/index.ts';

/** The runtime of a node, as far as it decides what pods can have. */
export interface RuntimeOffer {
  /** As in its version: `sandbox`. */
  readonly name: string;
  readonly features: ReadonlySet<RuntimeFeature>;
}

/** Something that a pod or one of its containers asks for, and the feature that it needs. */
interface Setting {
  readonly name: string;
  readonly feature: RuntimeFeature;
  readonly isAsked: (spec: PodSpec, container: AnyContainer) => boolean;
}

/** Those that root of a container has without being asked for. */
const USUAL_CAPABILITIES: ReadonlySet<string> = new Set([...BASELINE_CAPABILITIES, 'NET_RAW']);

const SETTINGS: readonly Setting[] = [
  {
    name: 'privileged',
    feature: 'privileged',
    isAsked: (_, { securityContext }) => securityContext?.privileged === true,
  },
  { name: 'hostPID', feature: 'hostPID', isAsked: ({ hostPID }) => hostPID === true },
  { name: 'hostIPC', feature: 'hostIPC', isAsked: ({ hostIPC }) => hostIPC === true },
  {
    name: 'shareProcessNamespace',
    feature: 'shareProcessNamespace',
    isAsked: ({ shareProcessNamespace }) => shareProcessNamespace === true,
  },
  {
    name: 'targetContainerName',
    feature: 'shareProcessNamespace',
    isAsked: (_, { targetContainerName = '' }) => targetContainerName !== '',
  },
  { name: 'hostUsers: false', feature: 'userNamespaces', isAsked: ({ hostUsers }) => hostUsers === false },
  {
    name: 'capabilities.add',
    feature: 'capabilities',
    isAsked: (_, { securityContext }) =>
      addedCapabilities(securityContext).some((name) => !USUAL_CAPABILITIES.has(name)),
  },
  {
    name: 'seccompProfile Localhost',
    feature: 'seccomp',
    isAsked: (spec, { securityContext }) => seccompProfile(spec, securityContext)?.type === 'Localhost',
  },
  {
    name: 'seLinuxOptions',
    feature: 'seLinux',
    isAsked: (spec, { securityContext }) => {
      const options = securityContext?.seLinuxOptions ?? spec.securityContext?.seLinuxOptions ?? {};
      return Object.keys(options).length > 0;
    },
  },
  {
    name: 'procMount: Unmasked',
    feature: 'procMount',
    isAsked: (_, { securityContext }) => securityContext?.procMount === 'Unmasked',
  },
  {
    name: 'sysctls',
    feature: 'sysctls',
    isAsked: ({ securityContext }) => (securityContext?.sysctls ?? []).length > 0,
  },
  {
    name: 'mountPropagation',
    feature: 'mountPropagation',
    isAsked: (_, { volumeMounts = [] }) =>
      volumeMounts.some(({ mountPropagation = 'None' }) => mountPropagation !== 'None'),
  },
  {
    name: 'mountPropagation: Bidirectional',
    feature: 'privileged',
    isAsked: (_, { volumeMounts = [] }) =>
      volumeMounts.some(({ mountPropagation }) => mountPropagation === 'Bidirectional'),
  },
  {
    name: 'recursiveReadOnly: Enabled',
    feature: 'recursiveReadOnlyMounts',
    isAsked: (_, { volumeMounts = [] }) =>
      volumeMounts.some(({ recursiveReadOnly }) => recursiveReadOnly === 'Enabled'),
  },
  {
    name: 'volumeDevices',
    feature: 'devices',
    isAsked: (_, { volumeDevices = [] }) => volumeDevices.length > 0,
  },
];

/** What containerd does where the sandbox does not. */
const BY_CONTAINERD: ReadonlySet<RuntimeFeature> = new Set<RuntimeFeature>([
  ...(['privileged', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'capabilities', 'seccomp', 'procMount'] as const),
  ...(['mountPropagation', 'devices'] as const),
]);

/** Why a container cannot be what its pod asks for: what would silently be left out is refused instead. */
export function findUnsupported(
  pod: Pod,
  container: AnyContainer,
  { name, features }: RuntimeOffer,
): string | undefined {
  const { spec } = pod;
  if (spec === undefined) return undefined;
  const { name: os = 'linux' } = spec.os ?? {};
  // Pod Security exempts pods of Windows from rules for Linux: run here, they would escape them.
  if (os !== 'linux') return `pods for ${os} are not supported by this node: its containers run on linux`;
  const { add, drop } = container.securityContext?.capabilities ?? {};
  // Some runtimes leave them out without a sign.
  const unknown = [...capabilityNames(add), ...capabilityNames(drop)].find((one) => !isCapability(one));
  if (unknown !== undefined) return `unknown capability "CAP_${unknown}"`;
  const missing = SETTINGS.find(({ feature, isAsked }) => !features.has(feature) && isAsked(spec, container));
  if (missing === undefined) return undefined;
  const hint =
    name === 'sandbox' && BY_CONTAINERD.has(missing.feature) ? '; start KubeMin with --runtime containerd' : '';
  return `${missing.name} is not supported by the container runtime ${name} of this node${hint}`;
}

/** What is not applied although the pod asks for it, for an event: it can do without. */
export function findIgnored({ spec }: Pod, { name, features }: RuntimeOffer): string | undefined {
  if (spec === undefined || features.has('seccomp')) return undefined;
  const all = [...spec.containers, ...(spec.initContainers ?? [])];
  const isAsked = all.some(({ securityContext }) => seccompProfile(spec, securityContext)?.type === 'RuntimeDefault');
  if (!isAsked) return undefined;
  return `seccompProfile RuntimeDefault not applied: the container runtime ${name} of this node does not filter system calls; install crun`;
}

/** Kernel settings that any pod may set, as Kubernetes lists them. */
const SAFE_SYSCTLS: ReadonlySet<string> = new Set([
  ...['kernel.shm_rmid_forced', 'net.ipv4.ip_local_port_range', 'net.ipv4.tcp_syncookies', 'net.ipv4.ping_group_range'],
  ...['net.ipv4.ip_unprivileged_port_start', 'net.ipv4.ip_local_reserved_ports', 'net.ipv4.tcp_keepalive_time'],
  ...['net.ipv4.tcp_fin_timeout', 'net.ipv4.tcp_keepalive_intvl', 'net.ipv4.tcp_keepalive_probes'],
  ...['net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'],
]);

/** Why this node does not run a pod at all, with the reasons and messages of other kubelets. */
export function settingsRejection(
  { spec }: Pod,
  { features }: Pick<RuntimeOffer, 'features'>,
  /** Names, or beginnings of names with a `*` behind them. */
  allowedSysctls: readonly string[] = [],
): Rejection | undefined {
  const { sysctls = [], appArmorProfile } = spec?.securityContext ?? {};
  const isAllowed = (name: string): boolean =>
    allowedSysctls.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
  for (const { name } of sysctls) {
    const dotted = name.replaceAll('/', '.');
    const quoted = JSON.stringify(name);
    const forbid = (why: string): Rejection => ({
      reason: 'SysctlForbidden',
      message: `forbidden sysctl: ${quoted} ${why}`,
    });
    if (!SAFE_SYSCTLS.has(dotted) && !isAllowed(dotted)) return forbid('not allowlisted');
    if (spec?.hostNetwork === true && dotted.startsWith('net.')) return forbid('not allowed with host net enabled');
    if (spec?.hostIPC === true && !dotted.startsWith('net.')) return forbid('not allowed with host ipc enabled');
  }
  const profiles = [
    appArmorProfile,
    ...[...(spec?.containers ?? []), ...(spec?.initContainers ?? [])].map(
      ({ securityContext }) => securityContext?.appArmorProfile,
    ),
  ];
  const isConfined = profiles.some((profile) => profile !== undefined && profile.type !== 'Unconfined');
  if (!isConfined || features.has('appArmor')) return undefined;
  return { reason: 'AppArmor', message: 'Cannot enforce AppArmor: AppArmor is not enabled on the host' };
}

/** What the sandbox of a pod is made with. What the runtime does not have is refused with its containers; see findUnsupported. */
export function sandboxSettings(
  pod: Pod,
  { features }: RuntimeOffer,
): Omit<SandboxConfig, 'pod' | 'attempt' | 'hostname' | 'logDirectory' | 'handler'> {
  const { spec } = pod;
  if (spec === undefined) return {};
  const all: readonly AnyContainer[] = [...spec.containers, ...(spec.initContainers ?? [])];
  const isAsked = (feature: RuntimeFeature): boolean =>
    features.has(feature) &&
    SETTINGS.some(
      (setting) => setting.feature === feature && all.some((container) => setting.isAsked(spec, container)),
    );
  const { sysctls = [] } = spec.securityContext ?? {};
  const resources = podResources(spec);
  return {
    ...(spec.hostNetwork === true && { hostNetwork: true }),
    ...(isAsked('hostPID') && { hostPid: true }),
    ...(isAsked('hostIPC') && { hostIpc: true }),
    ...(isAsked('userNamespaces') && { ownUsers: true }),
    ...(isAsked('privileged') && { privileged: true }),
    ...(spec.shareProcessNamespace === true && features.has('shareProcessNamespace') && { sharedProcesses: true }),
    ...(sysctls.length > 0 && { sysctls: Object.fromEntries(sysctls.map(({ name, value }) => [name, value])) }),
    ...(resources !== undefined && { resources }),
  };
}

/** What a container may do beyond, or less than, what its user may; `profiles` is the directory of seccomp profiles. */
export function containerRights({ spec }: Pod, { securityContext }: Container, profiles: string): ContainerRights {
  const seccomp = spec && seccompProfile(spec, securityContext);
  const { type: appArmorType, localhostProfile = 'default' } =
    securityContext?.appArmorProfile ?? spec?.securityContext?.appArmorProfile ?? {};
  const dropped = capabilityNames(securityContext?.capabilities?.drop);
  const added = addedCapabilities(securityContext);
  return {
    ...(securityContext?.privileged === true && { privileged: true }),
    ...(added.length > 0 && { addCapabilities: added }),
    ...(dropped.length > 0 && { dropCapabilities: dropped }),
    ...(seccomp?.type === 'Unconfined' && { seccomp: 'unconfined' as const }),
    ...(seccomp?.type === 'Localhost' && { seccomp: { file: join(profiles, seccomp.localhostProfile ?? '') } }),
    ...(appArmorType === 'Unconfined' && { appArmor: 'unconfined' }),
    ...(appArmorType === 'Localhost' && { appArmor: localhostProfile }),
    ...(securityContext?.procMount === 'Unmasked' && { unmaskedProc: true }),
  };
}

function seccompProfile(spec: PodSpec, securityContext: SecurityContext | undefined) {
  return securityContext?.seccompProfile ?? spec.securityContext?.seccompProfile;
}

function addedCapabilities(securityContext: SecurityContext | undefined): readonly string[] {
  return capabilityNames(securityContext?.capabilities?.add);
}

function capabilityNames(names: readonly string[] = []): readonly string[] {
  return names.map((name) => name.toUpperCase().replace(/^CAP_/, ''));
}

/** Those of all containers together, where the pod states them, with what its RuntimeClass adds. */
function podResources({ resources, overhead = {} }: PodSpec): ContainerResources | undefined {
  if (resources === undefined) return undefined;
  const { cpuLimit, cpuRequest, memoryLimit } = containerResources({ resources });
  const add = (own: number | undefined, more: number | undefined): number | undefined => own && own + (more ?? 0);
  return {
    cpuLimit: add(cpuLimit, milliCpus(overhead.cpu)),
    cpuRequest: add(cpuRequest, milliCpus(overhead.cpu)),
    memoryLimit: add(memoryLimit, bytes(overhead.memory)),
  };
}

function milliCpus(quantity: string | undefined): number | undefined {
  return quantity === undefined ? undefined : parseQuantity(quantity).toNumber() * 1000;
}

function bytes(quantity: string | undefined): number | undefined {
  return quantity === undefined ? undefined : parseQuantity(quantity).toNumber();
}

const GUARANTEED_SCORE = -997;
const BEST_EFFORT_SCORE = 1000;

/** How early the processes of a container are ended when the node has no memory left: the more they use beyond their request. */
export function oomScore({ status, spec }: Pod, { resources }: Container, memoryCapacity: number): number {
  if ((spec?.priority ?? 0) >= 2_000_000_000 || status?.qosClass === 'Guaranteed') return GUARANTEED_SCORE;
  if (status?.qosClass === 'BestEffort' || memoryCapacity <= 0) return BEST_EFFORT_SCORE;
  const requested = bytes(resources?.requests?.memory) ?? 0;
  const score = 1000 - Math.floor((1000 * requested) / memoryCapacity);
  return Math.min(Math.max(score, 1000 + GUARANTEED_SCORE), BEST_EFFORT_SCORE - 1);
}
