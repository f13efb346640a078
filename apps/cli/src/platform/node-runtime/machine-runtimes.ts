import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { type Clock, Disposables } from '@kubemin/base';
import { errorMessage, type Message } from '@kubemin/base/message';
import type { KubeClient } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import {
  checkContainerd,
  chooseUplink,
  findUserMap,
  type ImageStore,
  type MachineNodeOptions,
  machineNode,
  NODE_IMAGE,
  nodeComponentsUser,
  nodeOwner,
  nodeUser,
  PYTHON_IMAGE,
  parseRegistryMirror,
  pullImage,
  type RegistryCredentials,
  type RegistryMirror,
  type RuntimeLimitation,
  removeTree,
  removeTrials,
  stopAnchor,
  tryContainer,
} from '@kubemin/node';
import type { DataDirectory } from '../../connection/index.ts';
import { DEMO_IMAGES, makeDemoImages, makePythonImages, openImages } from '../../images/index.ts';
import { nodeMessages } from '../../messages/index.ts';
import { CliError, type Environment, ExitCode } from '../../terminal/index.ts';
import { listenOnFree } from '../port-advice.ts';
import { createIngressClass, deleteIngressClass } from './ingress-class.ts';
import { NODE_AGENT_ROLE } from './node-agent-role.ts';
import type { Availability, ClusterNodes, Machine, NodeRuntime, NodesOptions } from './node-runtime.ts';
import { makeTaintedNodes } from './simulated-runtime.ts';

/** The node that is this machine. */
const NODE_NAME = 'kubemin';
const HTTP_PORT = 80;
const HTTPS_PORT = 443;

/** One node, this machine: containers in namespaces, in a network of their own, without a daemon and without root. */
export const sandboxRuntime: NodeRuntime = {
  notice: nodeMessages.runsContainers,
  availability: async (machine): Promise<Availability> => {
    try {
      const { directory, programDirectories, clock, random } = machine;
      const limitations = await tryContainer({ directory: directory.node, programDirectories, clock, random });
      return { kind: 'available', notes: describeLimits(limitations, programDirectories) };
    } catch (error) {
      return { kind: 'missing', why: await explainFailure(errorMessage(error)) };
    }
  },
  nodes: (options) => startMachineNode(options, 'sandbox'),
  retire: retireMachineNode,
};

/** The same node with containers of a containerd that is started for it, as root. */
export const containerdRuntime: NodeRuntime = {
  notice: nodeMessages.runsContainerd,
  availability: async ({ directory, programDirectories, clock }): Promise<Availability> => {
    try {
      await checkContainerd({ directory: join(directory.node, 'runtime'), programDirectories, clock });
      return { kind: 'available', notes: describeLimits([], programDirectories) };
    } catch (error) {
      return { kind: 'missing', why: process.platform === 'linux' ? errorMessage(error) : nodeMessages.notLinux };
    }
  },
  nodes: (options) => startMachineNode(options, 'containerd'),
  retire: retireMachineNode,
};

async function retireMachineNode({ directory, clock }: Machine, client: KubeClient): Promise<void> {
  if (!existsSync(directory.node)) return;
  await stopMachineNode(directory, clock);
  await deleteIngressClass(client);
  try {
    await client.resource(core.v1.nodes).delete(NODE_NAME);
  } catch (error) {
    if (!isStatusError(error, 'NotFound')) throw error;
  }
  await removeTree(directory.node, clock);
}

/** Has the name of the runtime whose files a node has; those of earlier versions are of the sandbox. */
const RUNTIME_FILE = 'runtime-name';

/** Ends and removes a node of another runtime: its pods are run again by this one. */
async function replaceOtherNode(directory: DataDirectory, clock: Clock, runtime: MachineRuntime): Promise<void> {
  const file = join(directory.node, RUNTIME_FILE);
  const found = existsSync(directory.node) ? await readFile(file, 'utf8').catch(() => 'sandbox') : runtime;
  if (found !== runtime) {
    await stopMachineNode(directory, clock);
    await removeTree(directory.node, clock);
  }
  await mkdir(directory.node, { recursive: true, mode: 0o700 });
  await writeFile(file, runtime);
}

type MachineRuntime = NonNullable<MachineNodeOptions['runtime']>;

/** Limitations of the runtime, in words of the command. */
const LIMITATIONS = {
  NoSeccomp: 'noSeccomp',
  NoResourceLimits: 'noResourceLimits',
  SingleUser: 'singleUser',
} as const;
/** Programs that something is better with, and that may be missing. */
const OPTIONAL_PROGRAMS = ['crun', 'nft'] as const;

/** What is not enforced here, and what to install for more. The trial is made without crun, which filters system calls. */
function describeLimits(limitations: readonly RuntimeLimitation[], directories: readonly string[]): readonly Message[] {
  const has = (name: string): boolean => directories.some((directory) => existsSync(join(directory, name)));
  const codes = new Set(limitations.map(({ code }) => code));
  if (has('crun')) codes.delete('NoSeccomp');
  const present = Object.entries(LIMITATIONS).flatMap(([code, word]) => (codes.has(code) ? [word] : []));
  const absent = OPTIONAL_PROGRAMS.filter((name) => !has(name));
  return [
    ...(present.length === 0 ? [] : [nodeMessages.limits({ found: present.map((word) => nodeMessages[word]) })]),
    ...(absent.length === 0 ? [] : [nodeMessages.betterWith({ programs: absent.map((name) => nodeMessages[name]) })]),
  ];
}

async function startMachineNode(options: NodesOptions, runtime: MachineRuntime): Promise<ClusterNodes> {
  const { machine, ingress, renewMs } = options;
  const { directory, clock, program, programDirectories } = machine;
  const open = new Disposables();
  await replaceOtherNode(directory, clock, runtime);
  try {
    const { egress, uplink, note } = await chooseEgress(options);
    const store = await openImages(directory);
    const images = new ProvidedImages(store, machine, (options.mirrors ?? []).map(parseRegistryMirror));
    open.add(async () => images.close());
    for (const reference of options.images ?? []) images.provide(reference).catch(() => undefined);
    let failure: Error | undefined;
    const node = machineNode({
      onFailure: (error) => {
        failure = error;
      },
      ...{ name: NODE_NAME, directory: directory.node, programDirectories, clock, renewMs },
      ...{ runtime, ociRuntime: options.ociRuntime },
      sockets: await socketDirectory(directory),
      volumes: directory.volumes,
      egress,
      uplink,
      configuration: options.kubelet,
      agentCommand: [...withSmallHeap(program), NODE_AGENT_ROLE],
      agentFiles: programFiles(program),
      images: images.service,
    });
    const listen = async (choice: NodesOptions['ingress']['http'], nodePort: number): Promise<number> => {
      const relay = await listenOnFree(choice, (port) => node.listen(port, nodePort));
      open.add(async () => relay[Symbol.asyncDispose]());
      return relay.port;
    };
    const simulated = makeTaintedNodes(options.simulated ?? 0, options);
    return {
      modules: (api) => [
        node.module({
          server: { host: api.host, port: api.port },
          ca: api.ca,
          token: api.tokenFor(nodeUser(NODE_NAME)),
          componentsToken: api.tokenFor(nodeComponentsUser(NODE_NAME)),
          servingCertificate: (hosts) => api.servingCertificate(NODE_NAME, hosts),
        }),
        ...simulated.modules(api),
      ],
      connections: {
        connect: (wanted, signal) =>
          wanted.metadata.name === NODE_NAME
            ? node.connections.connect(wanted, signal)
            : simulated.connections.connect(wanted, signal),
      },
      standardVolumes: 'local-path',
      has: (name) => name === NODE_NAME || simulated.has(name),
      ingress: { http: await listen(ingress.http, HTTP_PORT), https: await listen(ingress.https, HTTPS_PORT) },
      dialPod: (address, signal) => node.dial(address, signal),
      createClasses: createIngressClass,
      notes: [note],
      shutdownMs: node.shutdownMs,
      ready: async (client) => {
        if (await isNodeReady(client, clock)) return undefined;
        const reason = failure && nodeMessages.notReadyReason({ reason: errorMessage(failure) });
        return nodeMessages.notReady({ node: NODE_NAME, seconds: READY_MS / 1_000, reason, log: directory.log });
      },
      close: () => open.dispose(),
    };
  } catch (error) {
    await open.dispose();
    throw error;
  }
}

interface ChosenEgress extends Pick<MachineNodeOptions, 'egress' | 'uplink'> {
  /** How pods reach what is outside, and why in this way. */
  readonly note: Message;
}

/** `auto` becomes what works here. */
async function chooseEgress({ egress, machine }: NodesOptions): Promise<ChosenEgress> {
  if (egress === 'off') return { egress, note: nodeMessages.egressOff };
  if (egress === 'proxy') return { egress, note: nodeMessages.egressProxy };
  const { directory, programDirectories, clock, logger } = machine;
  const choice = await chooseUplink({ directory: directory.node, programDirectories, clock, logger });
  if (choice.kind === 'works') {
    const { program } = choice;
    return { egress: 'pasta', uplink: program, note: nodeMessages.egressPasta({ program: program.name }) };
  }
  const why =
    choice.kind === 'failed'
      ? nodeMessages.uplinkFailed({ reason: choice.reason })
      : nodeMessages.uplinkMissing({
          programs: choice.programs.map((name) =>
            name === 'nft' ? nodeMessages.uplinkNft : nodeMessages.uplinkProgram,
          ),
        });
  if (egress === 'auto') {
    return { egress: 'proxy', note: nodeMessages.egressProxyBecause({ why }) };
  }
  throw new CliError(nodeMessages.noUplink({ why }), {
    code: 'EGRESS_UNAVAILABLE',
    exitCode: ExitCode.failed,
    hint: nodeMessages.useAuto,
  });
}

/** What this program consists of: Node, and the outermost package that its own file is in. */
function programFiles([node = '', ...words]: readonly string[]): readonly string[] {
  const entry = words.at(-1) ?? '';
  let found = entry;
  for (let directory = dirname(entry); directory !== dirname(directory); directory = dirname(directory)) {
    if (existsSync(join(directory, 'package.json'))) found = directory;
  }
  return [node, found].filter((path) => existsSync(path));
}

/** An agent has little garbage: without this, what Node reserves for it is most of its memory. */
function withSmallHeap(program: readonly string[]): readonly string[] {
  // Of several the last one counts, and this process may have been started with another.
  return [...program.slice(0, -1), '--max-semi-space-size=1', ...program.slice(-1)];
}

/** The images of the demo, and the one of Node, are made here; all others come from their registries. */
class ProvidedImages {
  readonly #store: ImageStore;
  readonly #machine: Machine;
  readonly #mirrors: readonly RegistryMirror[];
  readonly #closing = new AbortController();
  #demo: Promise<unknown> | undefined;
  #python: Promise<unknown> | undefined;

  constructor(store: ImageStore, machine: Machine, mirrors: readonly RegistryMirror[]) {
    this.#store = store;
    this.#machine = machine;
    this.#mirrors = mirrors;
  }

  get service(): MachineNodeOptions['images'] {
    return {
      store: this.#store,
      pull: (reference, credentials) => this.provide(reference, credentials),
      isBuiltHere: ({ origin }) => origin === 'local',
    };
  }

  /** Ends the process that makes images. */
  close(): void {
    this.#closing.abort();
  }

  async provide(reference: string, credentials: readonly RegistryCredentials[] = []): Promise<void> {
    const { clock, logger } = this.#machine;
    // Those of the demo are made from the image of Node, which is made with them.
    if ([...DEMO_IMAGES, NODE_IMAGE].includes(reference)) await this.#provideDemo();
    else if (reference === PYTHON_IMAGE) await this.#providePython();
    else {
      await pullImage(this.#store, reference, {
        ...{ fetch, clock, credentials, allowHttpLoopback: true, mirrors: this.#mirrors },
        onMirrorFailed: (mirror, error) => logger.warn('an image was not pulled from a mirror', { mirror, error }),
      });
    }
  }

  /** All of them at once, however many pods ask. */
  async #provideDemo(): Promise<void> {
    this.#demo ??= makeDemoImages(this.#request()).finally(() => {
      this.#demo = undefined;
    });
    await this.#demo;
  }

  async #providePython(): Promise<void> {
    this.#python ??= makePythonImages(this.#request()).finally(() => {
      this.#python = undefined;
    });
    await this.#python;
  }

  #request() {
    const { directory, programDirectories, program } = this.#machine;
    return { directory: directory.path, programDirectories, program, signal: this.#closing.signal };
  }
}

const READY_MS = 15_000;
const READY_POLL_MS = 50;

/** Whether pods can be placed on the node; false when it takes too long. */
async function isNodeReady(client: KubeClient, clock: Clock): Promise<boolean> {
  const isReady = async (): Promise<boolean> => {
    const { status, spec } = (await client.resource(core.v1.nodes).find(NODE_NAME)) ?? {};
    const ready = status?.conditions?.find(({ type }) => type === 'Ready');
    return ready?.status === 'True' && (spec?.taints ?? []).length === 0;
  };
  for (const until = clock.monotonic() + READY_MS; clock.monotonic() < until; await clock.sleep(READY_POLL_MS)) {
    if (await isReady()) return true;
  }
  return false;
}

/** Administration programs are in no PATH of ordinary users on some systems. */
const ADMINISTRATION_DIRECTORIES = ['/usr/sbin', '/sbin'];

/** Where programs of the machine are looked for: in PATH, and where that lacks `ip` in the directories that have it. */
export function programDirectories(env: Environment): readonly string[] {
  const path = (env.PATH ?? '').split(delimiter).filter((directory) => directory.startsWith('/'));
  return path.some((directory) => existsSync(join(directory, 'ip'))) ? path : [...path, ...ADMINISTRATION_DIRECTORIES];
}

/** Ends what a killed process has left running on the node of a data directory; false when there was nothing. */
export async function stopMachineNode(directory: DataDirectory, clock: Clock): Promise<boolean> {
  await removeTrials(directory.node, clock);
  return stopAnchor({ directory: join(directory.node, 'runtime'), clock });
}

/** Ends the node of a data directory and removes its files, also those of other users and in directories that containers have closed. */
export async function removeMachineNode(directory: DataDirectory, clock: Clock): Promise<void> {
  await stopMachineNode(directory, clock);
  await removeTree(directory.node, clock);
  await removeTree(directory.volumes, clock);
  await removeTree(directory.images, clock);
  await rm(temporarySockets(directory), { recursive: true, force: true });
}

/** The kernel takes no longer paths of sockets; the longest name and the id of a process are added. */
const LONGEST_DIRECTORY = 80;

async function socketDirectory(directory: DataDirectory): Promise<string> {
  const near = join(directory.node, 'sockets');
  if (Buffer.byteLength(near) <= LONGEST_DIRECTORY) return near;
  const short = temporarySockets(directory);
  await mkdir(short, { recursive: true, mode: 0o700 });
  const { uid, mode } = await lstat(short);
  const owner = nodeOwner(await findUserMap());
  if ((uid === process.getuid?.() || uid === owner?.uid) && (mode & 0o077) === 0) return short;
  throw new CliError(nodeMessages.socketsForeign({ directory: short }), {
    code: 'SOCKETS_FOREIGN',
    exitCode: ExitCode.failed,
    hint: nodeMessages.shorterDirectory,
  });
}

/** Directories for temporary files are short; others may have made one of this name, which is checked. */
function temporarySockets({ path }: DataDirectory): string {
  return join(tmpdir(), `kubemin-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`);
}

interface KernelSetting {
  readonly file: string;
  readonly forbids: string;
  readonly fix: string;
}

/** Settings that forbid user namespaces, and how they are changed. */
const KERNEL_SETTINGS: readonly KernelSetting[] = [
  {
    file: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    forbids: '1',
    fix: 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  },
  {
    file: '/proc/sys/kernel/unprivileged_userns_clone',
    forbids: '0',
    fix: 'sudo sysctl -w kernel.unprivileged_userns_clone=1',
  },
  { file: '/proc/sys/user/max_user_namespaces', forbids: '0', fix: 'sudo sysctl -w user.max_user_namespaces=15000' },
];

/** Why containers do not run here, with the command that changes it where one is known. */
async function explainFailure(reason: Message): Promise<Message> {
  if (process.platform !== 'linux') return nodeMessages.notLinux;
  for (const { file, forbids, fix } of KERNEL_SETTINGS) {
    const value = await readFile(file, 'utf8').catch(() => '');
    if (value.trim() === forbids) return nodeMessages.namespacesForbidden({ fix });
  }
  return nodeMessages.trialFailed({ reason });
}
