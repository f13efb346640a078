import { existsSync } from 'node:fs';
import { runtimeMessages } from '../messages/index.ts';
import {
  type ContainerConfig,
  type ContainerRights,
  RuntimeError,
  type RuntimeFeature,
  type RuntimeLimitation,
  type SandboxConfig,
} from '../runtime/index.ts';
import type { Anchor } from './anchor.ts';
import { assertNetworkRights, findCapabilities } from './capabilities.ts';
import type { ContainerForm } from './container-files.ts';
import { MORE_USERS } from './user-map.ts';

/** What this machine does not let the runtime do, or the runtime does not do yet. */
export function findLimitations({
  hasGroups,
  form,
  hasUserRange,
}: {
  readonly hasGroups: boolean;
  readonly form: ContainerForm;
  readonly hasUserRange: boolean;
}): readonly RuntimeLimitation[] {
  const unfiltered = form === 'crun' ? 'commands that are run in containers' : 'containers';
  const limits = { code: 'NoResourceLimits', message: 'CPU and memory limits are not enforced' };
  const users = {
    code: 'SingleUser',
    message: `containers have one user: images that switch users fail; ${MORE_USERS}`,
  };
  return [
    { code: 'NoSeccomp', message: `system calls of ${unfiltered} are not filtered` },
    ...(hasGroups ? [] : [limits]),
    ...(hasUserRange ? [] : [users]),
  ];
}

/** What takes nothing of a runtime on this machine: labels of SELinux mean nothing where it is not active, as on other nodes. */
export function machineFeatures(): readonly RuntimeFeature[] {
  return existsSync('/sys/fs/selinux/enforce') ? [] : ['seLinux'];
}

/** What the runtime does here beyond what every runtime does. */
export function findFeatures({
  hasGroups,
  form,
  anchor: { hasUserRange, isMachineRoot, sharesMounts },
}: {
  readonly hasGroups: boolean;
  readonly form: ContainerForm;
  readonly anchor: Pick<Anchor, 'hasUserRange' | 'isMachineRoot' | 'sharesMounts'>;
}): ReadonlySet<RuntimeFeature> {
  const offered: readonly (readonly [RuntimeFeature, boolean])[] = [
    ['resources', hasGroups],
    // With one user each container has a user namespace, and no right in those of its pod.
    ['capabilities', hasUserRange],
    // What a container leaves behind is found by its control group.
    ['shareProcessNamespace', hasGroups && hasUserRange],
    ['seccomp', form === 'crun'],
    ['sysctls', true],
    ['recursiveReadOnlyMounts', true],
    ['mountPropagation', sharesMounts],
    // Settings of the kernel belong to root of the machine.
    ['procMount', !isMachineRoot],
  ];
  const own = offered.filter(([, isOffered]) => isOffered).map(([feature]) => feature);
  return new Set([...own, ...machineFeatures()]);
}

/** Rejects a pod that asks for something that this runtime would have to leave out. */
export function assertSandbox(
  { hostNetwork, hostPid, hostIpc, sharedProcesses, ownUsers, privileged, sysctls, handler = '' }: SandboxConfig,
  { features, form }: { readonly features: ReadonlySet<RuntimeFeature>; readonly form: ContainerForm },
): void {
  const missing = [
    hostPid === true && 'hostPID',
    hostIpc === true && 'hostIPC',
    ownUsers === true && 'hostUsers: false',
    privileged === true && 'privileged',
    sharedProcesses === true && !features.has('shareProcessNamespace') && 'shareProcessNamespace',
  ].find((name) => name !== false);
  if (missing !== undefined) {
    throw new RuntimeError('CREATE_SANDBOX', runtimeMessages.featureMissing({ feature: missing, runtime: 'sandbox' }));
  }
  const handlers = ['', 'sandbox', 'shell', form];
  if (!handlers.includes(handler)) {
    throw new RuntimeError('CREATE_SANDBOX', runtimeMessages.noHandler({ handler }));
  }
  for (const name of Object.keys(sysctls ?? {})) {
    const isOfNode = hostNetwork === true && sysctlPath(name).startsWith('net/');
    if (isOfNode) throw new RuntimeError('CREATE_SANDBOX', runtimeMessages.invalidSysctl({ name }));
  }
}

/** Rejects a container that asks for something that this runtime would have to leave out. */
export function assertContainer(
  { rights = {}, devices = [], mounts, processesOf }: ContainerConfig,
  { hostNetwork, sharedProcesses }: SandboxConfig,
  {
    features,
    seenBy,
  }: {
    readonly features: ReadonlySet<RuntimeFeature>;
    /** The containers that see its processes, also those that set it up. */
    readonly seenBy: readonly ContainerConfig[];
  },
): void {
  const missing = [
    rights.privileged === true && 'privileged',
    devices.length > 0 && 'devices',
    typeof rights.seccomp === 'object' && !features.has('seccomp') && 'seccomp',
    rights.unmaskedProc === true && !features.has('procMount') && 'procMount',
    processesOf !== undefined && !features.has('shareProcessNamespace') && 'shareProcessNamespace',
    mounts.some(({ propagation }) => propagation === 'both') && 'mountPropagation: Bidirectional',
    mounts.some(({ propagation }) => propagation === 'fromNode') &&
      !features.has('mountPropagation') &&
      'mountPropagation',
  ].find((name) => name !== false);
  if (missing !== undefined) {
    throw new RuntimeError(
      'CREATE_CONTAINER',
      runtimeMessages.featureMissing({ feature: missing, runtime: 'sandbox' }),
    );
  }
  if (hostNetwork === true) assertNetworkRights(rights);
  // Through processes that have not left the file system of the machine yet, and the one that holds the pod.
  const isTraced = seenBy.some((other) => canTrace(other.rights)) || (sharedProcesses === true && canTrace(rights));
  if (isTraced) throw new RuntimeError('CREATE_CONTAINER', runtimeMessages.tracedProcesses);
}

function canTrace(rights: ContainerRights | undefined): boolean {
  return findCapabilities(rights).includes('SYS_PTRACE');
}

/** Kernel settings as lines of a path below /proc/sys and a value. */
export function sysctlLines(sysctls: Readonly<Record<string, string>> = {}): string {
  return Object.entries(sysctls)
    .map(([name, value]) => `${sysctlPath(name)} ${value.replaceAll(/\s+/g, ' ')}`)
    .join('\n');
}

/** Those of the network and IPC namespace of a pod; all others are of the machine. */
const SYSCTL_PATH = /^(?:net|fs\/mqueue|kernel\/(?:sem|shm\w*|msg\w*))(?:\/[a-z0-9_][a-z0-9_.-]*)*$/i;

/** With dots or slashes between its parts, whichever comes first. */
function sysctlPath(name: string): string {
  const path = name.search(/[./]/) === name.indexOf('.') ? swapSeparators(name) : name;
  if (!SYSCTL_PATH.test(path)) {
    throw new RuntimeError('CREATE_SANDBOX', runtimeMessages.invalidSysctl({ name: JSON.stringify(name) }));
  }
  return path;
}

function swapSeparators(name: string): string {
  return [...name].map((character) => (character === '.' ? '/' : character === '/' ? '.' : character)).join('');
}
