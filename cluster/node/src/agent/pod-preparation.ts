import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toError } from '@kubemin/base';
import type { RecordedEvent } from '@kubemin/controller';
import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';
import {
  type ConfigLookup,
  containerEnvironment,
  type EnvironmentSources,
  expandVariables,
  missingEnvironment,
} from '../config/index.ts';
import { withDefaults } from '../network/index.ts';
import {
  type AnyContainer,
  type ContainerPreparation,
  ContainerProblemError,
  containerResources,
  type PreparationContext,
} from '../pods/index.ts';
import type {
  ContainerConfig,
  ContainerImage,
  ContainerMount,
  ContainerRuntime,
  ContainerStatus,
  ContainerUser,
  SandboxConfig,
} from '../runtime/index.ts';
import { MORE_USERS } from '../sandbox/index.ts';
import { MissingVolumeSourceError, type PodVolumes } from '../volumes/index.ts';
import { hostsText, type NamingNode, podNames } from './pod-names.ts';
import {
  containerRights,
  findIgnored,
  findUnsupported,
  oomScore,
  type RuntimeOffer,
  sandboxSettings,
} from './pod-settings.ts';
import { userSwitchEvent } from './user-switch.ts';

/** An image that is on this node, unpacked. */
export interface NodeImage {
  readonly image: ContainerImage;
  /** The user that it names; empty for root. */
  readonly user: string;
  /** The signal that its program is stopped with; empty for SIGTERM. @default SIGTERM */
  readonly stopSignal?: string;
  /** The process by the rules of Kubernetes: what the container sets replaces what the image sets. */
  process(request: {
    readonly command?: readonly string[] | undefined;
    readonly args?: readonly string[] | undefined;
    readonly workingDir?: string | undefined;
    readonly env: readonly { readonly name: string; readonly value: string }[];
  }): Pick<ContainerConfig, 'command' | 'workingDirectory' | 'environment'>;
  /** Looks a user up in the image. */
  resolveUser(user: string): Promise<ContainerUser>;
  /** Only when it was pulled for this request. */
  readonly pulled?: { readonly durationMs: number; readonly size: number } | undefined;
}

/** How an image is asked for. */
export interface ImageWish {
  readonly signal: AbortSignal;
  /** What the pull secrets of the pod hold, each as the JSON of a Docker config. */
  readonly pullSecrets: readonly string[];
  /** Called when the image is not present, or must be asked for again, and is pulled. */
  readonly onPulling: () => void;
}

/** Where images come from. Rejects with a ContainerProblemError: `ErrImagePull`, `ErrImageNeverPull`, `InvalidImageName`. */
export interface NodeImages {
  ensure(container: Container, wish: ImageWish): Promise<NodeImage>;
}

export interface PodPreparationOptions {
  /** Has `pods` for the files of pods and `logs` for the logs of containers. */
  readonly directory: string;
  readonly images: NodeImages;
  readonly volumes: PodVolumes;
  readonly config: ConfigLookup & EnvironmentSources;
  /** The text of /etc/resolv.conf for a pod. */
  readonly resolvConf: (pod: Pod) => string;
  /** Variables of containers that neither the pod nor the image sets. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Containers have one user and one group, whatever a pod asks for. */
  readonly isSingleUser: boolean;
  readonly runtime: RuntimeOffer;
  /** Reads the log of a container from its file. */
  readonly readLog: ContainerRuntime['readLog'];
  readonly node: NamingNode & {
    /** The bytes that all pods together can have. */
    readonly memory: number;
    /** The text of its /etc/hosts. */
    readonly hosts: string;
  };
  /** The handler of a RuntimeClass; undefined where there is none of this name. */
  readonly findHandler: (runtimeClass: string) => string | undefined;
}

/** As other kubelets limit it, from a file and from a log. */
const LONGEST_MESSAGE = 4096;
const LONGEST_LOG_MESSAGE = 2048;
const LOG_MESSAGE_LINES = 80;

const NO_CLAIMS =
  'Failed to prepare dynamic resources: resourceClaims are not supported by this node: it has no drivers for them';

/** Makes containers from pods: image, environment, user, volumes and the files that every container has. */
export class PodPreparation implements ContainerPreparation {
  readonly #options: PodPreparationOptions;

  constructor(options: PodPreparationOptions) {
    this.#options = options;
  }

  async preparePod(pod: Pod, { recordEvent }: PreparationContext): Promise<Omit<SandboxConfig, 'pod' | 'attempt'>> {
    const { runtime, node } = this.#options;
    const { hostname } = podNames(pod, node);
    const handler = this.#handler(pod);
    if ((pod.spec?.resourceClaims ?? []).length > 0) {
      throw new ContainerProblemError('FailedPrepareDynamicResources', NO_CLAIMS);
    }
    mkdirSync(this.#podDirectory(pod), { recursive: true, mode: 0o700 });
    await asProblem('FailedMount', () => this.#options.volumes.mount(pod));
    const logDirectory = podLogDirectory(this.#options.directory, pod);
    mkdirSync(logDirectory, { recursive: true, mode: 0o700 });
    writeFileSync(this.#file(pod, 'resolv.conf'), this.#options.resolvConf(pod));
    const ignored = this.#options.isSingleUser ? groupSettings(pod) : [];
    if (ignored.length > 0) {
      const message = `${ignored.join(' and ')} not applied: containers of this node have one group; all of them can write to the volumes of the pod; ${MORE_USERS}`;
      recordEvent({ type: 'Warning', reason: 'GroupsNotApplied', message });
    }
    const unfiltered = findIgnored(pod, runtime);
    if (unfiltered !== undefined) recordEvent({ type: 'Warning', reason: 'SeccompNotApplied', message: unfiltered });
    return { ...sandboxSettings(pod, runtime), hostname, logDirectory, ...(handler !== '' && { handler }) };
  }

  /** The runtime that a RuntimeClass names; empty for the usual one. */
  #handler({ spec }: Pod): string {
    const { runtimeClassName = '' } = spec ?? {};
    if (runtimeClassName === '') return '';
    const handler = this.#options.findHandler(runtimeClassName);
    if (handler !== undefined) return handler;
    const message = `failed to get sandbox runtime: RuntimeClass.node.k8s.io "${runtimeClassName}" not found`;
    throw new ContainerProblemError('FailedCreatePodSandBox', `Failed to create pod sandbox: ${message}`);
  }

  async prepareContainer(
    pod: Pod,
    container: AnyContainer,
    attempt: number,
    context: PreparationContext,
  ): Promise<ContainerConfig> {
    const { runtime, node, directory } = this.#options;
    const unsupported = findUnsupported(pod, container, runtime);
    if (unsupported !== undefined) throw new ContainerProblemError('CreateContainerError', unsupported);
    const found = await this.#image(pod, container, context);
    const missing = missingEnvironment(pod, container, this.#options.config);
    if (missing !== undefined) throw new ContainerProblemError('CreateContainerConfigError', missing.message);
    const variables = containerEnvironment(pod, container.name, this.#options.config);
    const expand = (word: string): string => expandVariables(word, variables);
    const process = found.process({
      command: container.command?.map(expand),
      args: container.args?.map(expand),
      workingDir: container.workingDir,
      env: [...variables].map(([name, value]) => ({ name, value })),
    });
    const { stdin = false, stdinOnce = false, tty = false } = container;
    return {
      name: container.name,
      attempt,
      image: found.image,
      ...process,
      environment: withDefaults(process.environment, this.#options.environment ?? {}),
      user: await containerUser(pod, container, found),
      noNewPrivileges: container.securityContext?.allowPrivilegeEscalation === false,
      rights: containerRights(pod, container, join(directory, 'seccomp')),
      oomScore: oomScore(pod, container, node.memory),
      mounts: await this.#mounts(pod, container, attempt, variables),
      devices: await asProblem('CreateContainerConfigError', () => this.#options.volumes.devicesOf(pod, container)),
      readOnlyRoot: container.securityContext?.readOnlyRootFilesystem === true,
      logFile: containerLogFile(container.name, attempt),
      resources: containerResources(container),
      stopSignal: container.lifecycle?.stopSignal ?? found.stopSignal,
      ...{ stdin, stdinOnce, tty },
    };
  }

  /** The image of a container, with the events that other kubelets record on the way. */
  async #image(pod: Pod, container: Container, { signal, recordEvent }: PreparationContext): Promise<NodeImage> {
    const { image = '' } = container;
    const record = (reason: string, message: string): void => recordEvent({ type: 'Normal', reason, message });
    const found = await this.#options.images.ensure(container, {
      ...{ signal, pullSecrets: readPullSecrets(pod, this.#options.config) },
      onPulling: () => record('Pulling', `Pulling image "${image}"`),
    });
    if (found.pulled === undefined) {
      record('Pulled', `Container image "${image}" already present on machine`);
      return found;
    }
    const { durationMs, size } = found.pulled;
    const took = durationMs < 1000 ? `${Math.round(durationMs)}ms` : `${Math.round(durationMs) / 1000}s`;
    const message = `Successfully pulled image "${image}" in ${took} (${took} including waiting). Image size: ${size} bytes.`;
    record('Pulled', message);
    return found;
  }

  async terminationMessage(pod: Pod, container: Container, status: ContainerStatus): Promise<string> {
    const own = await readTail(this.#terminationFile(pod, container, status.attempt), LONGEST_MESSAGE);
    const fallsBack = container.terminationMessagePolicy === 'FallbackToLogsOnError' && status.exitCode !== 0;
    if (own !== '' || !fallsBack) return own;
    return (await this.#logTail(pod, status)).split('\n').slice(-LOG_MESSAGE_LINES).join('\n');
  }

  async explainEnd(pod: Pod, status: ContainerStatus): Promise<RecordedEvent | undefined> {
    return this.#options.isSingleUser ? userSwitchEvent(status, await this.#logTail(pod, status)) : undefined;
  }

  /** The end of a log, whatever the runtime writes to its file. */
  async #logTail(pod: Pod, { name, attempt }: ContainerStatus): Promise<string> {
    const log = join(podLogDirectory(this.#options.directory, pod), containerLogFile(name, attempt));
    const options = { follow: false, timestamps: false, tailLines: LOG_MESSAGE_LINES };
    let tail = Buffer.alloc(0);
    for await (const bytes of this.#options.readLog(log, options, new AbortController().signal)) {
      tail = Buffer.concat([tail, bytes]).subarray(-LONGEST_LOG_MESSAGE);
    }
    return tail.toString();
  }

  async refreshPod(pod: Pod): Promise<void> {
    await this.#options.volumes.refresh(pod);
  }

  findEviction(pod: Pod): Promise<string | undefined> {
    return this.#options.volumes.findExcess(pod);
  }

  /** Removes the files and logs of pods whose uid is not known: of those that were deleted while no agent ran. */
  async removeUnknown(isKnown: (uid: string) => boolean): Promise<void> {
    await this.#options.volumes.removeUnknown(isKnown);
    const logs = join(this.#options.directory, 'logs');
    for (const name of await readdir(logs).catch(() => [])) {
      if (!isKnown(name.split('_')[2] ?? '')) await rm(join(logs, name), { recursive: true, force: true });
    }
  }

  async cleanUpPod(pod: Pod): Promise<void> {
    await this.#options.volumes.unmount(pod);
    await rm(podLogDirectory(this.#options.directory, pod), { recursive: true, force: true });
  }

  async #mounts(
    pod: Pod,
    container: Container,
    attempt: number,
    variables: ReadonlyMap<string, string>,
  ): Promise<readonly ContainerMount[]> {
    const wanted = await asProblem('CreateContainerConfigError', () =>
      this.#options.volumes.mountsOf(pod, container, variables),
    );
    const taken = new Set(wanted.map(({ target }) => target));
    const own = this.#ownFiles(pod, container, attempt).filter(({ target }) => !taken.has(target));
    return [...own, ...wanted];
  }

  /** /etc/hosts, /etc/hostname, /etc/resolv.conf, and the file for the termination message. */
  #ownFiles(pod: Pod, container: Container, attempt: number): readonly ContainerMount[] {
    const hosts = this.#file(pod, 'hosts');
    const names = podNames(pod, this.#options.node);
    writeFileSync(hosts, hostsText(pod, names, this.#options.node.hosts));
    const name = this.#file(pod, 'hostname');
    writeFileSync(name, `${names.hostname}\n`);
    const termination = this.#terminationFile(pod, container, attempt);
    writeFileSync(termination, '', { flag: 'a' });
    chmodSync(termination, 0o666);
    return [
      { source: hosts, target: '/etc/hosts', readOnly: false },
      { source: name, target: '/etc/hostname', readOnly: false },
      { source: this.#file(pod, 'resolv.conf'), target: '/etc/resolv.conf', readOnly: false },
      { source: termination, target: container.terminationMessagePath ?? '/dev/termination-log', readOnly: false },
    ];
  }

  #terminationFile(pod: Pod, { name }: Container, attempt: number): string {
    return this.#file(pod, `${name}-${attempt}.termination`);
  }

  #podDirectory({ metadata }: Pod): string {
    return join(this.#options.directory, 'pods', metadata.uid ?? '');
  }

  #file(pod: Pod, name: string): string {
    return join(this.#podDirectory(pod), name);
  }
}

/** What the pull secrets of a pod hold, each as the JSON of a Docker config. */
export function readPullSecrets({ metadata, spec }: Pod, config: EnvironmentSources): readonly string[] {
  return (spec?.imagePullSecrets ?? []).flatMap(({ name = '' }) => {
    const place = { kind: 'secret' as const, namespace: metadata.namespace ?? '', name };
    const values = config.values(place);
    return [values?.get('.dockerconfigjson') ?? values?.get('.dockercfg') ?? []].flat();
  });
}

/** The end of a file; empty where there is none. */
async function readTail(file: string, bytes: number): Promise<string> {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) return '';
  try {
    const { size } = await handle.stat();
    const from = Math.max(size - bytes, 0);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function asProblem<T>(reason: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MissingVolumeSourceError)) throw error;
    throw new ContainerProblemError(reason, error.message, error);
  }
}

/** Where the logs of a pod's containers are, as other kubelets name it. */
export function podLogDirectory(directory: string, { metadata }: Pod): string {
  return join(directory, 'logs', `${metadata.namespace}_${metadata.name}_${metadata.uid}`);
}

export function containerLogFile(container: string, attempt: number): string {
  return `${container}-${attempt}.log`;
}

/** What a pod asks for that needs more than one group. */
function groupSettings({ spec }: Pod): readonly string[] {
  const { fsGroup, supplementalGroups = [] } = spec?.securityContext ?? {};
  return [
    ...(fsGroup === undefined ? [] : [`fsGroup ${fsGroup}`]),
    ...(supplementalGroups.length === 0 ? [] : [`supplementalGroups ${supplementalGroups.join(', ')}`]),
  ];
}

async function containerUser(pod: Pod, container: Container, found: NodeImage): Promise<ContainerUser> {
  const own = { ...pod.spec?.securityContext, ...container.securityContext };
  const named = await resolveUser(found, own.runAsUser === undefined ? found.user : String(own.runAsUser));
  const gid = own.runAsGroup ?? named.gid;
  const { supplementalGroups = [], supplementalGroupsPolicy, fsGroup, runAsNonRoot } = pod.spec?.securityContext ?? {};
  const nonRoot = container.securityContext?.runAsNonRoot ?? runAsNonRoot;
  if (nonRoot === true && named.uid === 0) {
    const image =
      own.runAsUser === undefined ? 'and image will run as root' : "and container's runAsUser breaks non-root policy";
    const { name, namespace, uid } = pod.metadata;
    const where = `(pod: "${name}_${namespace}(${uid})", container: ${container.name})`;
    throw new ContainerProblemError('CreateContainerConfigError', `container has runAsNonRoot ${image} ${where}`);
  }
  const ofImage = supplementalGroupsPolicy === 'Strict' ? [] : named.groups;
  const groups = [...new Set([...ofImage, ...supplementalGroups, ...(fsGroup === undefined ? [] : [fsGroup])])];
  return { uid: named.uid, gid, groups };
}

async function resolveUser(found: NodeImage, user: string): Promise<ContainerUser> {
  try {
    return await found.resolveUser(user);
  } catch (error) {
    throw new ContainerProblemError('CreateContainerError', toError(error).message, error);
  }
}
