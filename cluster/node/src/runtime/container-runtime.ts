import type { Duplex } from 'node:stream';
import type { CommandOutcome, ContainerStreams } from '@kubemin/kubeapi/stream';

/**
 * The contract between a node agent and what runs its containers; shaped like the Container Runtime Interface.
 *
 * A pod sandbox holds the namespaces that the containers of a pod share (network, IPC, UTS) and its address. Containers
 * are created in a sandbox, started once, and never started again: a restart is a new container with the next
 * `attempt`. Sandboxes and containers outlive the process that made them; a runtime that is opened on the same
 * directory finds them again, with the exit codes of those that ended meanwhile.
 *
 * All methods may be called concurrently, for different pods; calls for one pod are made one after the other by the
 * caller. Stopping and removing is idempotent: what is gone already is no error.
 *
 * Every implementation passes the suite in `../test-support/runtime-suite.ts`.
 */
export interface ContainerRuntime extends AsyncDisposable {
  /** As reported in `status.nodeInfo.containerRuntimeVersion`: `sandbox://0.1.0`. */
  readonly version: string;
  /** What this runtime does not do here, to be shown in the conditions of the node. */
  readonly limitations: readonly RuntimeLimitation[];
  /** What pods may ask for beyond what every runtime does; the agent refuses pods that need something else. */
  readonly features: ReadonlySet<RuntimeFeature>;

  /** Makes the namespaces and the network of a pod. Rejects with a RuntimeError; then nothing of it is left. */
  runSandbox(config: SandboxConfig): Promise<SandboxStatus>;
  /** Ends all containers of the sandbox at once and frees its address. Its record and those of its containers stay. */
  stopSandbox(id: string): Promise<void>;
  /** Stops it, and removes its containers and all its files. */
  removeSandbox(id: string): Promise<void>;
  /** Those of one pod, or all of them. */
  listSandboxes(podUid?: string): Promise<readonly SandboxStatus[]>;

  /**
   * Prepares the files and mounts of a container. Rejects with a RuntimeError `CREATE_CONTAINER` that names what is
   * wrong.
   */
  createContainer(sandboxId: string, config: ContainerConfig): Promise<ContainerStatus>;
  /**
   * Resolves when the process runs, or has run. Rejects with a RuntimeError `RUN_CONTAINER` when it cannot be executed.
   */
  startContainer(id: string): Promise<void>;
  /**
   * Changes the limits of a created or running container without a restart. Rejects with a RuntimeError
   * `UPDATE_CONTAINER` when the kernel refuses them; those from before apply then.
   */
  updateContainer(id: string, resources: ContainerResources): Promise<void>;
  /**
   * Sends the stop signal, and SIGKILL when the container is still there after `graceMs`. Resolves when it has ended.
   * May be called again with a shorter time while an earlier call waits.
   */
  stopContainer(id: string, options: StopOptions): Promise<void>;
  /** Kills it when it runs, and removes its files, its log excepted. */
  removeContainer(id: string): Promise<void>;
  /** Those of the sandboxes with these ids, or all of them. */
  listContainers(sandboxIds?: ReadonlySet<string>): Promise<readonly ContainerStatus[]>;

  /** Runs a command in a running container until it ends; aborting the signal kills it. */
  exec(id: string, request: ExecRequest, signal: AbortSignal): Promise<CommandOutcome>;
  /**
   * Connects streams to the process of a container that was created with `stdin` or `tty`, until it ends or the signal
   * aborts.
   */
  attach(id: string, streams: ContainerStreams, signal: AbortSignal): Promise<CommandOutcome>;
  /** A TCP connection to a port of the pod on its loopback address. */
  connect(sandboxId: string, port: number): Promise<Duplex>;

  /** Reads the log of a container from its file, also after the container was removed. Aborting the signal ends it. */
  readLog(file: string, options: LogReadOptions, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** What containers that run use at this moment. */
  listStats(): Promise<readonly ContainerStats[]>;
  /** Removes images that no container uses from a store of its own, where it has one. */
  removeUnusedImages?(): Promise<void>;
  /** Calls `listener` for each change of a container's state; events may be repeated. The result ends it. */
  onEvent(listener: (event: ContainerEvent) => void): () => void;
}

/**
 * Something that users of the node should know: `{ code: 'NoResourceLimits', message: 'CPU and memory limits are …' }`.
 */
export interface RuntimeLimitation {
  readonly code: string;
  readonly message: string;
}

/** What some runtimes do and others cannot; the names are those of the settings of pods. */
export type RuntimeFeature =
  /** Containers with all rights of the node. */
  | 'privileged'
  /** Pods in the process namespace of the node. */
  | 'hostPID'
  /** Pods in the IPC namespace of the node. */
  | 'hostIPC'
  /** Containers of a pod that see each other's processes, and debug containers that see those of one. */
  | 'shareProcessNamespace'
  /** Pods whose users are others on the node: `hostUsers: false`. */
  | 'userNamespaces'
  /** Capabilities that are added or dropped one by one. */
  | 'capabilities'
  /** Profiles of system calls: `RuntimeDefault` and files. */
  | 'seccomp'
  | 'appArmor'
  /** Labels of SELinux, or a machine on which it is not active. */
  | 'seLinux'
  /** A /proc without masked paths. */
  | 'procMount'
  /** Kernel settings of the namespaces of a pod. */
  | 'sysctls'
  /** Mounts that appear in containers later, or are passed on by them. */
  | 'mountPropagation'
  /** Read-only mounts with all that is mounted below them: `recursiveReadOnly`. */
  | 'recursiveReadOnlyMounts'
  /** Devices of the node in containers, for volumes with `volumeMode: Block`. */
  | 'devices'
  /** Limits of CPU and memory are enforced, and may be changed while a container runs. */
  | 'resources';

/** Which pod a sandbox is for. */
export interface PodIdentity {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

export interface SandboxConfig {
  readonly pod: PodIdentity;
  /** From 0; one more each time the sandbox of a pod is made again. */
  readonly attempt: number;
  readonly hostname: string;
  /** Shares the network of the node instead of having its own. @default false */
  readonly hostNetwork?: boolean;
  /** Uses the process namespace of the node. @default false */
  readonly hostPid?: boolean;
  /** Uses the IPC namespace of the node. @default false */
  readonly hostIpc?: boolean;
  /** Its containers see each other's processes. @default false */
  readonly sharedProcesses?: boolean;
  /** User 0 of its containers is another user of the node, different from that of other pods. @default false */
  readonly ownUsers?: boolean;
  /** One of its containers is privileged. @default false */
  readonly privileged?: boolean;
  /** Kernel settings by name: `net.core.somaxconn`. */
  readonly sysctls?: Readonly<Record<string, string>>;
  /** Of all its containers together, where the pod has limits of its own. @default the sum of its containers */
  readonly resources?: ContainerResources;
  /** The handler of its RuntimeClass; empty for the default one. */
  readonly handler?: string;
  /** Where the logs of its containers go; exists. */
  readonly logDirectory: string;
}

export interface SandboxStatus {
  readonly id: string;
  readonly pod: PodIdentity;
  readonly attempt: number;
  /** `notReady` when its namespaces are gone; it can only be removed then. */
  readonly state: 'ready' | 'notReady';
  /** Empty with the network of the node. */
  readonly address: string;
  readonly createdAt: number;
}

/** One mount of a container; the caller has resolved volumes to directories or files. */
export interface ContainerMount {
  readonly source: string;
  /** Absolute, in the container. Made where the image does not have it. */
  readonly target: string;
  readonly readOnly: boolean;
  /** Whether mounts below it that are made later are seen: on neither side, in the container, on both. @default none */
  readonly propagation?: 'none' | 'fromNode' | 'both' | undefined;
  /** A read-only mount makes what is mounted below it read-only too. @default false */
  readonly recursiveReadOnly?: boolean | undefined;
}

/** A device of the node in a container. */
export interface ContainerDevice {
  readonly source: string;
  readonly target: string;
  /** Of `r`, `w` and `m`. */
  readonly permissions: string;
}

/** What a container may do beyond, or less than, what its user may. */
export interface ContainerRights {
  readonly privileged?: boolean | undefined;
  /** Names without the prefix `CAP_`; `ALL` for all of them. */
  readonly addCapabilities?: readonly string[] | undefined;
  readonly dropCapabilities?: readonly string[] | undefined;
  /** `default` is the profile of the runtime, anything else a file of the node. @default default */
  readonly seccomp?: 'default' | 'unconfined' | { readonly file: string } | undefined;
  /** A profile that is loaded on the node, `default` or `unconfined`. @default default */
  readonly appArmor?: string | undefined;
  /** Nothing of /proc is masked or read-only. @default false */
  readonly unmaskedProc?: boolean | undefined;
}

/** Limits of a container; undefined is no limit. */
export interface ContainerResources {
  /** Milli-CPUs that it may use. */
  readonly cpuLimit?: number | undefined;
  /** Milli-CPUs that decide its share when the node is busy. */
  readonly cpuRequest?: number | undefined;
  readonly memoryLimit?: number | undefined;
  /** How many processes there may be. */
  readonly processLimit?: number | undefined;
}

export interface ContainerConfig {
  readonly name: string;
  /** From 0; one more with each restart. */
  readonly attempt: number;
  /** The unpacked image, and how it was named and what identifies it. */
  readonly image: ContainerImage;
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  readonly mounts: readonly ContainerMount[];
  readonly user: ContainerUser;
  /** Programs of other users, as su, give no rights. @default false, where there are other users */
  readonly noNewPrivileges?: boolean | undefined;
  readonly rights?: ContainerRights | undefined;
  readonly readOnlyRoot: boolean;
  readonly devices?: readonly ContainerDevice[] | undefined;
  /** The container whose processes it sees, by its id; for debug containers. */
  readonly processesOf?: string | undefined;
  /** How early its processes are ended when the node has no memory left: -1000 to 1000. */
  readonly oomScore?: number | undefined;
  /** Its file below the sandbox's log directory. */
  readonly logFile: string;
  readonly stdin: boolean;
  readonly stdinOnce: boolean;
  readonly tty: boolean;
  readonly resources: ContainerResources;
  /** The signal that asks it to end, as its image names it: `SIGQUIT`, `QUIT` or `3`. @default SIGTERM */
  readonly stopSignal?: string | undefined;
}

export interface ContainerImage {
  readonly reference: string;
  /** The digest that `status.containerStatuses[].imageID` shows. */
  readonly id: string;
  /** The directory that holds its flattened file system; never written to. */
  readonly root: string;
  /** The digest of its manifest, by which a runtime with a store of its own gets it. */
  readonly manifest?: string | undefined;
}

export interface ContainerUser {
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
}

export interface ContainerStatus {
  readonly id: string;
  readonly sandboxId: string;
  readonly name: string;
  readonly attempt: number;
  readonly state: 'created' | 'running' | 'exited';
  readonly image: { readonly reference: string; readonly id: string };
  /** Whom its first process runs as, where the runtime knows it. */
  readonly user?: ContainerUser | undefined;
  readonly createdAt: number;
  readonly startedAt?: number | undefined;
  readonly finishedAt?: number | undefined;
  /** Only when it has exited: 128 + n after signal n, 128 when it could not be executed. */
  readonly exitCode?: number | undefined;
  /** Only when it has exited: `Completed`, `Error`, `OOMKilled`, `StartError` or `ContainerStatusUnknown`. */
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
}

export interface StopOptions {
  readonly graceMs: number;
  /** @default the stop signal of the container */
  readonly signal?: string | undefined;
}

export interface ExecRequest {
  readonly command: readonly string[];
  readonly streams: ContainerStreams;
  readonly tty: boolean;
}

/** Which part of a log is wanted, and how it is written. */
export interface LogReadOptions {
  readonly follow: boolean;
  readonly timestamps: boolean;
  /** @default all that is kept */
  readonly tailLines?: number | undefined;
  /** Nothing from before this moment. */
  readonly sinceMs?: number | undefined;
  readonly limitBytes?: number | undefined;
  /** Aborts when the container has ended: nothing more follows then. */
  readonly ended?: AbortSignal | undefined;
}

export interface ContainerStats {
  readonly id: string;
  readonly sandboxId: string;
  readonly name: string;
  /** Since the start of the container. */
  readonly cpuNanoseconds: bigint;
  readonly memoryBytes: number;
  readonly at: number;
}

export interface ContainerEvent {
  readonly kind: 'started' | 'exited' | 'sandboxLost';
  readonly podUid: string;
  readonly sandboxId: string;
  readonly containerId?: string | undefined;
}
