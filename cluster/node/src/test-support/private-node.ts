import { execFile, spawn } from 'node:child_process';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock, systemRandom } from '@kubemin/base';
import { bundleProgram, makeKubeletCertificates, startTestCluster, temporaryDirectory } from '@kubemin/testing';
import { expect } from 'vitest';
import { type AgentConfig, agentSockets, STOP_PODS } from '../agent/agent-process.ts';
import { type ImageServiceOptions, serveImages } from '../agent/image-service.ts';
import { RUNTIME_PREPARATIONS } from '../agent/machine/runtime-preparations.ts';
import type { DriverSettings, RuntimeDriverName } from '../agent/runtime-drivers.ts';
import { buildImage } from '../images/build-image.ts';
import { ImageStore, imageArchitecture } from '../images/image-store.ts';
import { type DnsForwarder, ForwardError } from '../network/dns/dns-forwarder.ts';
import { serveForwarder } from '../network/egress/dns-relay.ts';
import { type FindAddresses, serveDialer, serveRelay } from '../network/relay/socket-relay.ts';
import type { PodStep } from '../pods/worker-options.ts';
import { DEFAULT_NODE_NETWORK, joinWords, removeNode, startAnchor, takeDirectory } from '../sandbox/anchor.ts';
import { openControlGroups } from '../sandbox/control-groups.ts';
import { findHostPrograms } from '../sandbox/host-programs.ts';
import { nodeOwner } from '../sandbox/user-map.ts';
import { nodeComponentsUser } from '../simulated/index.ts';
import { serveNfsMounts } from '../volumes/nfs-mounts.ts';
import { makeHostImage } from './host-image.ts';
import { PROGRAM_DIRECTORIES, stopNode } from './stop-node.ts';

const run = promisify(execFile);
const PROGRAM = join(import.meta.dirname, 'agent-program.ts');
const API_ADDRESS = '10.96.0.1';
const COMPONENTS_TOKEN = 'node-components';
const NO_NAMES: DnsForwarder = { forward: () => Promise.reject(new ForwardError('no name servers')) };

export interface PrivateNodeOptions extends Pick<ImageServiceOptions, 'isBuiltHere'> {
  /** Fills the store with images before the node starts. */
  readonly addImages: (store: ImageStore) => Promise<unknown>;
  /** Pulls an image into the store. @default no registry is reached */
  readonly pull?: (store: ImageStore, reference: string) => Promise<unknown>;
  /** @default sandbox */
  readonly runtime?: RuntimeDriverName | undefined;
  readonly form?: DriverSettings['form'];
  /** Gives each directory of pods a file system of this many bytes, which only the node has. @default that of the machine */
  readonly diskBytes?: number;
  /** @default off */
  readonly egress?: AgentConfig['egress'];
  /** What stands for the outside, where egress is on. @default nothing is reached */
  readonly findOutside?: FindAddresses;
  readonly configuration?: AgentConfig['configuration'];
  /** What stands for the name servers of the machine, where egress is `pasta`. */
  readonly names?: DnsForwarder;
}

/** The directories that grow with pods: their volumes, logs, and containers. */
const POD_DIRECTORIES = ['pods', 'logs', 'runtime/containers'];

/** The moment before a step of a pod. */
export interface FaultPoint {
  readonly step: PodStep;
  readonly pod: string;
}

/**
 * A cluster whose only node is an agent in a network of its own, which shares nothing with that of the machine. To be closed
 * by the caller.
 */
export async function startPrivateNode(options: PrivateNodeOptions) {
  // Everything is read with the rights that nodes have: what these lack fails here too.
  const users = [{ token: COMPONENTS_TOKEN, user: nodeComponentsUser('machine') }];
  const cluster = await startTestCluster({ transport: 'http', nodes: 0, serviceAccountTokens: true, users });
  const home = await temporaryDirectory();
  const at = (name: string): string => join(home.path, name);
  const programs = await findHostPrograms(PROGRAM_DIRECTORIES);
  const { runtime = 'sandbox' } = options;
  const driver = RUNTIME_PREPARATIONS[runtime];
  const map = await driver.findUsers();
  const owner = nodeOwner(map);
  const place = { programs, directory: at('runtime'), network: DEFAULT_NODE_NETWORK, map };
  const architecture = imageArchitecture(process.arch);
  const store = await ImageStore.open({
    directory: at('images'),
    random: systemRandom,
    architecture,
    owner,
  });
  await options.addImages(store);
  const sockets = agentSockets(at('sockets'));
  const url = new URL(cluster.address.server);
  const relay = await serveRelay(sockets.api, { host: url.hostname, port: Number(url.port) });
  const { pull, isBuiltHere } = options;
  const images = await serveImages(sockets.images, {
    store,
    ...(isBuiltHere !== undefined && { isBuiltHere }),
    ...(pull !== undefined && { pull: (reference: string) => pull(store, reference) }),
  });
  const prepared = await driver.prepare({ store, sockets, programDirectories: PROGRAM_DIRECTORIES });
  const outside = await serveDialer(sockets.outside, options.findOutside ?? (() => []));
  const names = await serveForwarder(sockets.names, options.names ?? NO_NAMES);
  let anchorPid = 0;
  const nfs = await serveNfsMounts(sockets.nfs, {
    ...{ directory: home.path, mount: programs.mount, isRoot: process.getuid?.() === 0 },
    enter: () => [programs.nsenter, '-t', String(anchorPid), '-m'],
  });
  // Beside its other files: the sources may be below a directory that is closed to its user.
  const agentProgram = bundleProgram(PROGRAM, home.path);
  await mkdir(place.directory, { recursive: true });
  let groups: readonly string[] = [];
  if (owner !== undefined) {
    await takeDirectory(home.path, owner);
    const served = [sockets.api, sockets.images, sockets.outside, sockets.names, sockets.nfs];
    for (const path of served) await chown(path, owner.uid, owner.gid);
    // The user of the node may not make groups beside those of others: as in a machine node, its own is made for it.
    const made = await openControlGroups({
      ...{ directory: place.directory, clock: systemClock, sh: programs.sh, owner },
    });
    groups = (await made?.createAgent()) ?? [];
  }
  const anchor = await startAnchor({ ...place, groups, paths: [home.path, process.execPath] });
  anchorPid = anchor.process.pid;
  const disks = options.diskBytes === undefined ? [] : POD_DIRECTORIES.map(at);
  for (const disk of disks) {
    await mkdir(disk, { recursive: true });
    const [program = '', ...words] = [...anchor.enter, 'mount', '-t', 'tmpfs', '-o', `size=${options.diskBytes}`];
    await run(program, [...words, 'tmpfs', disk]);
  }
  const { ca, token } = cluster.address;
  const kubelet = await makeKubeletCertificates('machine', [DEFAULT_NODE_NETWORK.nodeAddress]);
  const config: AgentConfig = {
    ...{ name: 'machine', directory: home.path, sockets: at('sockets'), network: DEFAULT_NODE_NETWORK },
    ...{
      apiAddress: API_ADDRESS,
      dnsAddress: '10.96.0.10',
      ca,
      token,
      programDirectories: PROGRAM_DIRECTORIES,
      componentsToken: COMPONENTS_TOKEN,
      serving: kubelet.serving,
    },
    runtime,
    driver: { ...prepared.settings, form: options.form },
    egress: options.egress,
    configuration: options.configuration,
    images: store.rootsDirectory,
  };
  const start = async (dieAt?: FaultPoint) => {
    const node = [process.execPath, '--disable-warning=ExperimentalWarning', agentProgram];
    const fault = dieAt === undefined ? [] : [dieAt.step, dieAt.pod];
    const [program = '', ...words] = [...joinWords(programs, groups), ...anchor.enter, ...node, ...fault];
    const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    // An agent that has died cannot be written to.
    child.stdin.on('error', () => undefined);
    child.stdin.write(`${JSON.stringify(config)}\n`);
    const ready = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
    await Promise.race([ready, exited]);
    return { child, exited };
  };
  let agent = await start();
  return {
    client: cluster.client,
    anchor,
    programs,
    /** Where the agent keeps its files. */
    directory: home.path,
    /** Where the runtime keeps its own. */
    runtimeDirectory: place.directory,
    /** The socket that leads to addresses of pods and services. */
    dial: sockets.dial,
    /** Of an administrator. */
    token,
    /** The authority of what the kubelet API shows. */
    kubeletCa: kubelet.ca,
    /** The process of the agent that runs, or ran last. */
    agentPid: (): number => agent.child.pid ?? 0,
    /** Resolves when the agent has ended: at its fault point. */
    ended: (): Promise<void> => agent.exited,
    /** Starts another agent after the last one has ended. */
    start: async (dieAt?: FaultPoint): Promise<void> => {
      agent = await start(dieAt);
    },
    /** Kills the agent with -9 and starts another one. */
    restart: async (dieAt?: FaultPoint): Promise<void> => {
      agent.child.kill('SIGKILL');
      await agent.exited;
      agent = await start(dieAt);
    },
    /** Stops the node as `kubemin down` does: its pods end. */
    stop: async (): Promise<void> => {
      agent.child.stdin.write(`${STOP_PODS}\n`);
      await agent.exited;
    },
    /** Fills the file systems of `diskBytes`, and returns what makes them empty again. */
    fillDisks: async (): Promise<() => Promise<void>> => {
      const files = disks.map((disk) => join(disk, 'filler'));
      const [program = '', ...words] = anchor.enter;
      // Inside: only users of the node can own files there.
      for (const file of files) {
        const dd = ['dd', 'if=/dev/zero', 'bs=64k', `of=${file}`];
        await expect(run(program, [...words, ...dd])).rejects.toThrow('No space left on device');
      }
      return async () => {
        for (const file of files) await run(program, [...words, 'rm', file]);
      };
    },
    close: async (): Promise<void> => {
      agent.child.stdin.end();
      await agent.exited;
      await stopNode(place.directory);
      // The kernel closes directories of containers also to their owner.
      await removeNode(place);
      await Promise.all([
        ...[relay, images, outside, names, nfs, ...prepared.served].map((each) => each[Symbol.asyncDispose]()),
        cluster.close(),
      ]);
      await home.remove();
    },
  };
}

/** Programs of this machine as an image. */
export const HOST_IMAGE = 'host:1';

/** Adds HOST_IMAGE to a store, and the same with more instructions of a Dockerfile under other names. */
export async function addHostImage(store: ImageStore, others: Readonly<Record<string, string>> = {}): Promise<void> {
  const root = await temporaryDirectory();
  try {
    await makeHostImage(root.path);
    for (const [tag, instructions] of Object.entries({ [HOST_IMAGE]: '', ...others })) {
      await writeFile(join(root.path, 'Dockerfile'), `FROM scratch\nENV PATH=/bin\nCOPY . /\n${instructions}\n`);
      await buildImage(store, { context: root.path, tags: [tag] });
    }
  } finally {
    await root.remove();
  }
}

export type PrivateNode = Awaited<ReturnType<typeof startPrivateNode>>;
