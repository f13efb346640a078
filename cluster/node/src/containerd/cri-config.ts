import { join } from 'node:path';
import type {
  ContainerConfig,
  ContainerMount,
  ContainerResources,
  ContainerRights,
  ContainerUser,
  SandboxConfig,
} from '../runtime/index.ts';
import { cpuShares } from '../sandbox/index.ts';
import {
  type CriContainerConfig,
  type CriResources,
  type CriSandboxConfig,
  NAMESPACE,
  PROFILE,
  PROPAGATION,
} from './api/index.ts';

/** Labels by which other tools know pods and containers. */
const POD_LABELS = {
  name: 'io.kubernetes.pod.name',
  namespace: 'io.kubernetes.pod.namespace',
  uid: 'io.kubernetes.pod.uid',
  container: 'io.kubernetes.container.name',
} as const;
/** What was asked for, so that everything is found again from containerd alone. */
const SANDBOX_ANNOTATION = 'kubemin.io/sandbox';
const CONTAINER_ANNOTATION = 'kubemin.io/container';

const CPU_PERIOD_US = 100_000;
const SMALLEST_QUOTA_US = 1_000;

/** As other kubelets have them. */
const MASKED_PATHS = [
  ...['/proc/asound', '/proc/acpi', '/proc/kcore', '/proc/keys', '/proc/latency_stats', '/proc/timer_list'],
  ...['/proc/timer_stats', '/proc/sched_debug', '/proc/scsi', '/sys/firmware', '/sys/devices/virtual/powercap'],
];
const READ_ONLY_PATHS = ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'];

/** What is kept of a sandbox. */
export interface SandboxRecord {
  readonly config: SandboxConfig;
  /** The control group of the pod, in that of the node. */
  readonly group: string;
}

/** What is kept of a container: the values of its variables are not. */
export interface ContainerRecord {
  readonly image: { readonly reference: string; readonly id: string };
  readonly stopSignal?: string | undefined;
  readonly stdin: boolean;
  readonly tty: boolean;
  readonly resources: ContainerResources;
  readonly logFile: string;
  readonly user: ContainerUser;
  /** Directories and files of the node that it has mounted. */
  readonly sources: readonly string[];
  /** Under which key some of them are pinned; see PinnedMounts. */
  readonly pins?: string | undefined;
}

/** The configuration of a sandbox, whose control group has this path. */
export function sandboxRequest(record: SandboxRecord, cgroupParent: string): CriSandboxConfig {
  const { config } = record;
  const { pod, attempt, hostNetwork = false, privileged = false } = config;
  return {
    metadata: { ...pod, attempt },
    // A pod in the network of the node has the name of the node.
    hostname: hostNetwork ? '' : config.hostname,
    logDirectory: config.logDirectory,
    labels: {
      [POD_LABELS.name]: pod.name,
      [POD_LABELS.namespace]: pod.namespace,
      [POD_LABELS.uid]: pod.uid,
    },
    annotations: { [SANDBOX_ANNOTATION]: JSON.stringify(record) },
    linux: {
      cgroupParent,
      securityContext: {
        namespaceOptions: podNamespaces(config),
        privileged,
        seccomp: { profileType: PROFILE.runtimeDefault },
      },
      // Names may be written with slashes.
      sysctls: Object.fromEntries(
        Object.entries(config.sysctls ?? {}).map(([name, value]) => [name.replaceAll('/', '.'), value]),
      ),
      ...(config.resources !== undefined && { resources: criResources(config.resources) }),
    },
  };
}

export interface RequestOptions {
  readonly mounts: readonly ContainerMount[];
  readonly pins: string;
  /** Of the control groups. */
  readonly groupVersion: 1 | 2;
}

/** Want of memory ends all processes of a container. */
const END_TOGETHER = { 'memory.oom.group': '1' };

/** The configuration of a container. */
export function containerRequest(
  config: ContainerConfig,
  sandbox: SandboxConfig,
  { mounts, pins, groupVersion }: RequestOptions,
): CriContainerConfig {
  const { user, rights = {}, devices = [] } = config;
  const record: ContainerRecord = {
    image: { reference: config.image.reference, id: config.image.id },
    ...{ stopSignal: config.stopSignal, stdin: config.stdin, tty: config.tty, resources: config.resources },
    logFile: join(sandbox.logDirectory, config.logFile),
    user,
    sources: config.mounts.map(({ source }) => source),
    ...(mounts.some(({ source }, at) => source !== config.mounts[at]?.source) && { pins }),
  };
  return {
    metadata: { name: config.name, attempt: config.attempt },
    image: { image: config.image.id },
    command: config.command,
    workingDir: config.workingDirectory,
    envs: Object.entries(config.environment).map(([key, value]) => ({ key, value })),
    mounts: mounts.map(({ source, target, readOnly, propagation = 'none' }) => ({
      ...{ containerPath: target, hostPath: source, readonly: readOnly, propagation: PROPAGATION[propagation] },
    })),
    devices: devices.map(({ source, target, permissions }) => ({
      ...{ hostPath: source, containerPath: target, permissions },
    })),
    labels: {
      [POD_LABELS.name]: sandbox.pod.name,
      [POD_LABELS.namespace]: sandbox.pod.namespace,
      [POD_LABELS.uid]: sandbox.pod.uid,
      [POD_LABELS.container]: config.name,
    },
    annotations: { [CONTAINER_ANNOTATION]: JSON.stringify(record) },
    logPath: config.logFile,
    ...{ stdin: config.stdin, stdinOnce: config.stdinOnce, tty: config.tty },
    linux: {
      resources: {
        ...criResources(config.resources, { oomScore: config.oomScore }),
        ...(groupVersion === 2 && { unified: END_TOGETHER }),
      },
      securityContext: {
        capabilities: {
          addCapabilities: rights.addCapabilities ?? [],
          dropCapabilities: rights.dropCapabilities ?? [],
        },
        privileged: rights.privileged === true,
        namespaceOptions: {
          ...podNamespaces(sandbox),
          ...(config.processesOf !== undefined && { pid: NAMESPACE.target, targetId: config.processesOf }),
        },
        runAsUser: { value: user.uid },
        runAsGroup: { value: user.gid },
        supplementalGroups: user.groups,
        readonlyRootfs: config.readOnlyRoot,
        noNewPrivs: config.noNewPrivileges === true,
        maskedPaths: rights.unmaskedProc === true ? [] : MASKED_PATHS,
        readonlyPaths: rights.unmaskedProc === true ? [] : READ_ONLY_PATHS,
        seccomp: seccompProfile(rights.seccomp),
      },
    },
  };
}

/** Limits as the interface has them. In an update what is not limited is stated too, so that an earlier limit goes. */
export function criResources(
  { cpuLimit, cpuRequest, memoryLimit }: ContainerResources,
  { oomScore, isUpdate = false }: { readonly oomScore?: number | undefined; readonly isUpdate?: boolean } = {},
): CriResources {
  const unlimited = isUpdate ? -1 : undefined;
  const quota = cpuLimit ? Math.max(Math.floor((cpuLimit * CPU_PERIOD_US) / 1000), SMALLEST_QUOTA_US) : unlimited;
  const memory = memoryLimit ? Math.floor(memoryLimit) : unlimited;
  return {
    ...(quota !== undefined && { cpuPeriod: CPU_PERIOD_US, cpuQuota: quota }),
    cpuShares: cpuShares(cpuRequest ?? cpuLimit ?? 0),
    ...(memory !== undefined && { memoryLimitInBytes: memory, memorySwapLimitInBytes: memory }),
    ...(oomScore !== undefined && { oomScoreAdj: oomScore }),
  };
}

/** What was kept of a sandbox; undefined for one of something else. */
export function readSandboxRecord(annotations: Readonly<Record<string, string>> = {}): SandboxRecord | undefined {
  const text = annotations[SANDBOX_ANNOTATION];
  return text === undefined ? undefined : JSON.parse(text);
}

export function readContainerRecord(annotations: Readonly<Record<string, string>> = {}): ContainerRecord | undefined {
  const text = annotations[CONTAINER_ANNOTATION];
  return text === undefined ? undefined : JSON.parse(text);
}

function podNamespaces({ hostNetwork, hostPid, hostIpc, sharedProcesses }: SandboxConfig) {
  const own = sharedProcesses === true ? NAMESPACE.pod : NAMESPACE.container;
  return {
    network: hostNetwork === true ? NAMESPACE.node : NAMESPACE.pod,
    pid: hostPid === true ? NAMESPACE.node : own,
    ipc: hostIpc === true ? NAMESPACE.node : NAMESPACE.pod,
  };
}

function seccompProfile(seccomp: ContainerRights['seccomp'] = 'default') {
  if (typeof seccomp !== 'string') return { profileType: PROFILE.localhost, localhostRef: seccomp.file };
  return { profileType: seccomp === 'default' ? PROFILE.runtimeDefault : PROFILE.unconfined };
}
