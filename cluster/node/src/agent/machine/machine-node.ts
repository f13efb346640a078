import { spawn } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Clock, Disposables, type Logger, RetryableError, toError } from '@kubemin/base';
import { type Message, verbatim } from '@kubemin/base/message';
import type { ControllerContext, ControllerModule } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import type { NodeConnections } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { PersistentVolume, Service } from '@kubemin/kubeapi/types/core.v1';
import { type KubeletConfiguration, MACHINE_DEFAULTS } from '../../kubelet-configuration/index.ts';
import { runtimeMessages } from '../../messages/index.ts';
import {
  type Address,
  Destinations,
  dialThrough,
  type EgressMode,
  findOutside,
  listenDialer,
  machineForwarder,
  type Relay,
  removeUplink,
  serveDialer,
  serveForwarder,
  serveRelay,
  Uplink,
  type UplinkOptions,
  type UplinkProgram,
} from '../../network/index.ts';
import {
  type Anchor,
  type ControlGroups,
  DEFAULT_NODE_NETWORK,
  findHostPrograms,
  isAnchorRunning,
  joinWords,
  nodeOwner,
  openControlGroups,
  removeTree,
  startAnchor,
  stopAnchor,
  takeDirectory,
} from '../../sandbox/index.ts';
import { localVolumePath, serveNfsMounts } from '../../volumes/index.ts';
import { type AgentConfig, agentSockets, STOP_PODS } from '../agent-process.ts';
import { type ImageServiceOptions, serveImages } from '../image-service.ts';
import { longestShutdownMs } from '../node-shutdown.ts';
import type { DriverSettings, RuntimeDriverName } from '../runtime-drivers.ts';
import { NodePorts, serviceNodePorts } from './node-ports.ts';
import { RUNTIME_PREPARATIONS } from './runtime-preparations.ts';
import { renewServing, type ServingCertificate } from './serving-renewal.ts';

/**
 * A node that runs pods on this machine, in namespaces of its own: the side of the process that starts it.
 *
 * The module keeps the anchor of the namespaces and an agent process inside them running, and serves the agent the API
 * server and images over unix sockets. NodePorts listen on the loopback address of the machine while their Services exist.
 * When the module is stopped, pods end; when its process is killed, the agent ends and pods go on.
 */
export interface MachineNode {
  /** Keeps the node running. */
  module(access: ClusterAccess): ControllerModule;
  /** How the API server reaches the kubelet API of the node. */
  readonly connections: NodeConnections;
  /** How long pods have to end when the module is stopped; 0 when they are not ended gracefully. */
  readonly shutdownMs: number;
  /** Listens on the loopback address of the machine for a port of the node, such as that of the ingress controller. */
  listen(port: number, nodePort: number): Promise<Relay>;
  /** Connects to an address of a pod or service. Rejects with a RetryableError, also while the node is being started. */
  dial(address: Address, signal?: AbortSignal): Promise<Socket>;
}

export interface MachineNodeOptions {
  readonly name: string;
  /** Where the runtime, the pods and their logs are kept. */
  readonly directory: string;
  /** Where the sockets are; a short path, only its owner can enter it. */
  readonly sockets: string;
  /** Where programs are looked for, as in PATH. */
  readonly programDirectories: readonly string[];
  /** What makes containers. @default sandbox */
  readonly runtime?: RuntimeDriverName | undefined;
  /** What makes those of containerd. @default runc */
  readonly ociRuntime?: DriverSettings['ociRuntime'];
  /** The words that start a process which calls runAgentProcess. */
  readonly agentCommand: readonly string[];
  /** Files and directories of this machine that the agent command needs. */
  readonly agentFiles: readonly string[];
  /** Directories below it are volumes; one is removed with its PersistentVolume. */
  readonly volumes: string;
  readonly images: ImageServiceOptions;
  readonly clock: Clock;
  /** How pods reach what is outside. @default off */
  readonly egress?: EgressMode | undefined;
  /** What connects the network of the node, where egress is `pasta`; see chooseUplink. */
  readonly uplink?: UplinkProgram | undefined;
  /** Called each time that the node could not be started, or has ended, before it is started again. */
  readonly onFailure?: (error: Error) => void;
  /** How often the lease is renewed. @default 10 s */
  readonly renewMs?: number | undefined;
  /** @default MACHINE_DEFAULTS */
  readonly configuration?: KubeletConfiguration | undefined;
}

/** How the agent reaches the API server, and as whom. */
export interface ClusterAccess extends Pick<AgentConfig, 'ca' | 'token' | 'componentsToken'> {
  readonly server: Address;
  /** Makes what clients of the kubelet API see, for the name and addresses of the node. @default it is not listened for them */
  readonly servingCertificate?: (hosts: readonly string[]) => Promise<NonNullable<AgentConfig['serving']>>;
}

const LOOPBACK = '127.0.0.1';
/** The first addresses of the service range, as in every Kubernetes. */
const API_ADDRESS = '10.96.0.1';
const DNS_ADDRESS = '10.96.0.10';
/** What pods reach through this machine: not the ranges of pods and services, which mean other machines here. */
const OUTSIDE = new Destinations({ clusterRanges: [DEFAULT_NODE_NETWORK.serviceRange, '10.244.0.0/16'] });
const ANCHOR_CHECK_MS = 1_000;
const RESTART_MS = 500;
const LONGEST_RESTART_MS = 30_000;
/** An agent that ran this long has not failed to start. */
const STEADY_MS = 60_000;
/** More than the agent gives its containers when it does not end pods gracefully. */
const STOP_MS = 15_000;

export function machineNode(options: MachineNodeOptions): MachineNode {
  const sockets = agentSockets(options.sockets);
  const { clock } = options;
  return {
    module: (access) => ({
      name: 'machine-node',
      setup: (context) => {
        const services = context.informers.informer(core.v1.services);
        const volumes = context.informers.informer(core.v1.persistentvolumes);
        return { run: (signal) => runNode({ options, access, context, services, volumes }, signal) };
      },
    }),
    shutdownMs: longestShutdownMs(options.configuration ?? MACHINE_DEFAULTS),
    connections: { connect: (_node, signal) => connectKubelet(sockets.kubelet, signal) },
    listen: (port, nodePort) =>
      listenDialer(
        { host: LOOPBACK, port },
        sockets.dial,
        { host: DEFAULT_NODE_NETWORK.nodeAddress, port: nodePort },
        clock,
      ),
    dial: (address, signal) => dialThrough(sockets.dial, address, signal),
  };
}

async function connectKubelet(path: string, signal: AbortSignal) {
  const socket = connect({ path, signal });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('connect', resolve).once('error', reject);
  try {
    await promise;
    return socket;
  } catch (cause) {
    socket.destroy();
    throw new RetryableError(runtimeMessages.nodeNotRunning, { code: 'NODE_NOT_RUNNING', cause });
  }
}

interface NodeRun {
  readonly options: MachineNodeOptions;
  readonly access: ClusterAccess;
  readonly context: ControllerContext;
  readonly services: Informer<Service>;
  readonly volumes: Informer<PersistentVolume>;
}

async function runNode({ options, access, context, services, volumes }: NodeRun, signal: AbortSignal): Promise<void> {
  const { directory, images, clock } = options;
  const { logger } = context;
  const sockets = agentSockets(options.sockets);
  const open = new Disposables();
  const opened = (relay: Relay): void => open.add(async () => relay[Symbol.asyncDispose]());
  const driver = RUNTIME_PREPARATIONS[options.runtime ?? 'sandbox'];
  const place = {
    programs: await findHostPrograms(options.programDirectories),
    directory: join(directory, 'runtime'),
    network: DEFAULT_NODE_NETWORK,
    map: await driver.findUsers(),
    paths: [directory, options.sockets, options.volumes, images.store.rootsDirectory, ...options.agentFiles],
  };
  const owner = nodeOwner(place.map);
  try {
    await mkdir(place.directory, { recursive: true, mode: 0o700 });
    opened(await serveRelay(sockets.api, access.server));
    opened(await serveImages(sockets.images, images));
    const { programDirectories } = options;
    const { served, settings } = await driver.prepare({ store: images.store, sockets, programDirectories });
    for (const each of served) opened(each);
    let anchor: Anchor | undefined;
    const { nsenter, mount } = place.programs;
    opened(
      await serveNfsMounts(sockets.nfs, {
        ...{ directory, mount, isRoot: process.getuid?.() === 0 },
        enter: () => anchor && [nsenter, '-t', String(anchor.process.pid), '-m'],
      }),
    );
    if (options.egress === 'proxy') opened(await serveDialer(sockets.outside, findOutside({ destinations: OUTSIDE })));
    if (options.egress === 'pasta')
      opened(await serveForwarder(sockets.names, machineForwarder(clock, context.random)));
    await mkdir(options.volumes, { recursive: true, mode: 0o700 });
    let made: ControlGroups | undefined;
    if (owner !== undefined) {
      for (const path of [directory, options.volumes, options.sockets]) await takeDirectory(path, owner);
      const byEgress = { off: [], proxy: [sockets.outside], pasta: [sockets.names] };
      const served = [sockets.api, sockets.images, sockets.nfs, ...byEgress[options.egress ?? 'off']];
      for (const path of served) await chown(path, owner.uid, owner.gid);
      // Only this process may make groups beside those of others.
      const { programs } = place;
      made = await openControlGroups({ directory: place.directory, clock, sh: programs.sh, owner });
    }
    const groups = (await made?.createAgent()) ?? [];
    open.add(
      volumes.onChange(({ type, object }) => {
        if (type === 'deleted') void removeVolume(object, options.volumes, logger);
      }),
    );
    const nodePorts = new NodePorts(sockets.dial, clock, logger);
    open.add(services.onChange(() => nodePorts.set(serviceNodePorts(services.list()))));
    open.add(() => nodePorts.close());
    nodePorts.set(serviceNodePorts(services.list()));
    for (let delayMs = RESTART_MS; !signal.aborted; ) {
      const startedAt = clock.monotonic();
      try {
        anchor = await startAnchor({ ...place, groups });
        // One of an earlier version that was ended there has taken them along.
        await made?.createAgent();
        const words = [...joinWords(place.programs, groups), ...anchor.enter];
        const errorFile = join(directory, 'uplink.err');
        const closed = () => OUTSIDE.closedRanges();
        await using _uplink = await keepUplink(options.uplink, {
          ...{ programs: place.programs, anchor, errorFile, closed, clock, logger },
        });
        await runAgentOnce({ options, access, settings, logger, anchor, words }, signal);
      } catch (error) {
        logger.error('the node agent failed; starting it again', { error: toError(error), delayMs });
        options.onFailure?.(toError(error));
      }
      delayMs = clock.monotonic() - startedAt > STEADY_MS ? RESTART_MS : Math.min(delayMs * 2, LONGEST_RESTART_MS);
      if (!signal.aborted) await clock.sleep(delayMs, signal);
    }
    await stopAnchor(place);
  } finally {
    await open.dispose();
  }
}

/** Keeps the network of the node connected until it is disposed of; without a program, what an earlier process has left is removed. */
async function keepUplink(
  program: UplinkProgram | undefined,
  options: Omit<UplinkOptions, 'program'>,
): Promise<AsyncDisposable> {
  const ended = new AbortController();
  if (program === undefined) await removeUplink(options.anchor, options.programs);
  const running = program && new Uplink({ ...options, program }).run(ended.signal);
  return {
    [Symbol.asyncDispose]: async () => {
      ended.abort();
      await running;
    },
  };
}

/** Removes the directory of a volume that was made for a claim, when both are gone. */
async function removeVolume(volume: PersistentVolume, directory: string, logger: Logger): Promise<void> {
  const { metadata, spec } = volume;
  const path = localVolumePath(volume, directory);
  if (spec?.persistentVolumeReclaimPolicy !== 'Delete' || path === undefined) return;
  try {
    await removeTree(path);
  } catch (error) {
    logger.warn('cannot remove the directory of a volume', { volume: metadata.name, path, error: toError(error) });
  }
}

interface AgentRun {
  readonly options: MachineNodeOptions;
  readonly access: ClusterAccess;
  readonly settings: DriverSettings;
  readonly logger: Logger;
  readonly anchor: Anchor;
  /** What runs a command in the namespaces and control groups of the node. */
  readonly words: readonly string[];
}

/** Resolves when the agent has ended after the signal; rejects when it ends before. */
async function runAgentOnce(
  { options, access, settings, logger, anchor, words: enter }: AgentRun,
  signal: AbortSignal,
): Promise<void> {
  const { name, directory, sockets, programDirectories, renewMs, egress, clock, configuration } = options;
  const stopMs = STOP_MS + longestShutdownMs(configuration ?? MACHINE_DEFAULTS);
  const { ca, token, componentsToken, servingCertificate } = access;
  const hosts = [name, DEFAULT_NODE_NETWORK.nodeAddress];
  const serving = await servingCertificate?.(hosts);
  const config: AgentConfig = {
    ...{
      name,
      directory,
      sockets,
      network: DEFAULT_NODE_NETWORK,
      programDirectories,
      ca,
      token,
      componentsToken,
      serving,
      renewMs,
      egress,
      volumes: options.volumes,
      configuration,
      images: options.images.store.rootsDirectory,
      runtime: options.runtime,
      driver: { ...settings, ociRuntime: options.ociRuntime },
    },
    ...{ apiAddress: API_ADDRESS, dnsAddress: DNS_ADDRESS },
  };
  const [program = '', ...words] = [...enter, ...options.agentCommand];
  const child = spawn(program, words, {
    stdio: ['pipe', 'ignore', 'pipe'],
    // Signals for the process group of this process are for it to handle; the agent ends with its input.
    detached: true,
    // Nothing of what the starting process was given is for programs that pods run beside.
    env: { PATH: programDirectories.join(':') },
  });
  // An agent that has ended cannot be written to; its exit is what counts.
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify(config)}\n`);
  forwardLog(child.stderr, logger);
  const { promise: exited, resolve, reject } = Promise.withResolvers<Message>();
  child.once('error', reject);
  child.once('exit', (code, killedBy) =>
    resolve(killedBy === null ? runtimeMessages.exitCode({ code: String(code) }) : verbatim(killedBy)),
  );
  let cancelKill = (): void => undefined;
  // Without the namespaces it is in, an agent can start nothing, and what it ran is gone.
  const watch = (): void => {
    if (isAnchorRunning(anchor)) cancelWatch = clock.after(ANCHOR_CHECK_MS, watch);
    else child.kill('SIGKILL');
  };
  let cancelWatch = clock.after(ANCHOR_CHECK_MS, watch);
  const ended = new AbortController();
  if (serving !== undefined && servingCertificate !== undefined) {
    const onRenewed = (certificate: ServingCertificate): void =>
      void child.stdin.write(`${JSON.stringify(certificate)}\n`);
    const make = () => servingCertificate(hosts);
    void renewServing({ certificate: serving, make, onRenewed, clock, logger }, ended.signal);
  }
  const stop = (): void => {
    child.stdin.write(`${STOP_PODS}\n`);
    cancelKill = clock.after(stopMs, () => child.kill('SIGKILL'));
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const outcome = await exited;
    if (!signal.aborted)
      throw new RetryableError(runtimeMessages.agentEnded({ reason: outcome }), { code: 'AGENT_ENDED' });
  } finally {
    ended.abort();
    cancelKill();
    cancelWatch();
    signal.removeEventListener('abort', stop);
  }
}

/** Lines that the agent logs become lines of this process; what is none of its log lines is a warning. */
function forwardLog(output: Readable, logger: Logger): void {
  createInterface({ input: output }).on('line', (line) => {
    const { level, message, ...fields } = parseLogLine(line);
    const write = { debug: logger.debug, info: logger.info, warn: logger.warn, error: logger.error }[level];
    write(message, fields);
  });
}

interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
}

function parseLogLine(line: string): LogLine {
  try {
    const { time: _time, ...parsed } = JSON.parse(line);
    if (typeof parsed.message === 'string' && ['debug', 'info', 'warn', 'error'].includes(parsed.level)) return parsed;
  } catch {
    // Not JSON: something that Node or a library printed.
  }
  return { level: 'warn', message: line };
}
