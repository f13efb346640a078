import { readFile, statfs, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Clock, Disposables, type Logger, MetricRegistry, type Random, toError } from '@kubemin/base';
import { processMetrics } from '@kubemin/base/machine';
import { type ControllerContext, type ControllerModule, createManager } from '@kubemin/controller';
import { createKubeClient, httpTransport, type KubeClient } from '@kubemin/kube';
import { parseQuantity } from '@kubemin/kubeapi';
import { core, discovery, networking } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import {
  type KubeletCounts,
  type KubeletListener,
  KubeletServer,
  listenKubelet,
  ProbeCounts,
  type ReportedConfiguration,
} from '../config/index.ts';
import { imageArchitecture } from '../images/index.ts';
import { type KubeletConfiguration, MACHINE_DEFAULTS } from '../kubelet-configuration/index.ts';
import {
  chooseServiceProxy,
  type EgressMode,
  type EndpointSliceSource,
  HealthCheckPorts,
  IngressController,
  listenRelay,
  onlyAllowed,
  openPacketFilter,
  type PacketFilterChoice,
  reachableEndpoints,
  readSearches,
  resolvConf,
  runServiceProxy,
  serveConnections,
  serveDialer,
} from '../network/index.ts';
import { readNode } from '../pressure/index.ts';
import type { ContainerRuntime } from '../runtime/index.ts';
import type { NodeNetwork } from '../sandbox/index.ts';
import { SIMULATED_LABEL } from '../simulated/index.ts';
import { memoryMounts, remoteNfsMounts } from '../volumes/index.ts';
import { CLUSTER_DOMAIN, dnsModule, EGRESS_PROXY_PORT, isInside, proxyVariables, whenAborted } from './cluster-dns.ts';
import { collectRemoteImages, remoteImages } from './image-service.ts';
import type { ServingCertificate } from './machine/serving-renewal.ts';
import { NetworkPolicies, networkConditions } from './network-policies.ts';
import { type NodeAgentOptions, nodeAgent, type RunningNode } from './node-agent.ts';
import { withNodeLog } from './node-log.ts';
import type { NodeDescription } from './node-registration.ts';
import { nodeResources } from './node-resources.ts';
import { longestShutdownMs } from './node-shutdown.ts';
import { ReviewedAccess } from './reviewed-access.ts';
import { type DriverSettings, RUNTIME_DRIVERS, type RuntimeDriverName } from './runtime-drivers.ts';

/** The settings that an agent reads from standard input, as one line of JSON. */
export interface AgentConfig {
  /** The name of the node. */
  readonly name: string;
  /** Where the runtime, the pods and their logs are kept. */
  readonly directory: string;
  /** Where the sockets are that lead to the starting process and back; see agentSockets. */
  readonly sockets: string;
  readonly network: NodeNetwork;
  /** Where programs are looked for, as in PATH. */
  readonly programDirectories: readonly string[];
  /** The address of the `kubernetes` Service, at which the API server is reached from here. */
  readonly apiAddress: string;
  /** The address of the cluster DNS, in the service range. */
  readonly dnsAddress: string;
  /** The authority that signed the certificate of the API server, PEM. */
  readonly ca: string;
  /** Of the user `system:node:NAME`, which the node writes as. */
  readonly token: string;
  /** Of a user in the group `kubemin:node-components`, which everything is read as; see nodeComponentsUser. */
  readonly componentsToken: string;
  /** Where the volumes are that were made for claims. @default where the objects have them */
  readonly volumes?: string | undefined;
  /** What clients of the kubelet API see, PEM. @default it is served to the API server alone */
  readonly serving?: ServingCertificate | undefined;
  /** How often the lease is renewed. @default 10 s */
  readonly renewMs?: number | undefined;
  /** How pods reach what is outside. @default off */
  readonly egress?: EgressMode | undefined;
  /** What makes containers. @default sandbox */
  readonly runtime?: RuntimeDriverName | undefined;
  /** What it needs of the process that started the agent; see RuntimeDriver. */
  readonly driver?: DriverSettings | undefined;
  /** @default MACHINE_DEFAULTS */
  readonly configuration?: KubeletConfiguration | undefined;
  /** The disk of the images. @default that of the directory */
  readonly images?: string | undefined;
}

/** The sockets between an agent and the process that started it. */
export function agentSockets(directory: string) {
  return {
    /** Served by the starting process: the API server. */
    api: join(directory, 'api.sock'),
    /** Served by the starting process: images; see serveImages. */
    images: join(directory, 'images.sock'),
    /** Served by the starting process: connections to what is outside, where the proxy is used. */
    outside: join(directory, 'outside.sock'),
    /** Served by the starting process: the name servers of the machine, where pods have an uplink; see serveForwarder. */
    names: join(directory, 'names.sock'),
    /** Served by the starting process: images for a runtime that has a store of its own; see serveImageSource. */
    source: join(directory, 'source.sock'),
    /** Served by the starting process: mounts of NFS volumes. */
    nfs: join(directory, 'nfs.sock'),
    /** Served by the agent: the kubelet API. */
    kubelet: join(directory, 'kubelet.sock'),
    /** Served by the agent: connections to addresses of pods and services. */
    dial: join(directory, 'dial.sock'),
  };
}

/** In the network of the node. */
const ROUTE_LOOPBACK = '/proc/sys/net/ipv4/conf/all/route_localnet';
const API_PORT = 443;
const KUBELET_PORT = 10_250;
const HTTP_PORT = 80;
const HTTPS_PORT = 443;

export interface AgentParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Called when it serves. */
  readonly onReady: () => void;
  /** Called when the kubelet API is served over TLS. */
  readonly onListening?: (listener: KubeletListener) => void;
  /** Called before each step of each pod; see POD_STEPS. */
  readonly onStep?: NodeAgentOptions['onStep'];
}

/** The time that containers have to end when the node is stopped. */
const STOP_GRACE_MS = 5_000;

/**
 * Runs a node agent in the namespaces of its node, until the signal aborts. Containers go on afterwards, unless the reason of
 * the signal is `STOP_PODS`.
 */
export async function runAgent(config: AgentConfig, parts: AgentParts, signal: AbortSignal): Promise<void> {
  const { clock, random } = parts;
  const { directory, network, apiAddress, configuration = MACHINE_DEFAULTS } = config;
  const logger = withNodeLog(parts.logger, { directory, clock });
  const sockets = agentSockets(config.sockets);
  const open = new Disposables();
  const opened = <T extends AsyncDisposable>(resource: T): T => {
    open.add(async () => resource[Symbol.asyncDispose]());
    return resource;
  };
  try {
    // First: it fails while an earlier agent has not ended, and two must not use one runtime.
    opened(await listenRelay({ host: apiAddress, port: API_PORT }, sockets.api));
    const driver = await RUNTIME_DRIVERS[config.runtime ?? 'sandbox'].open({
      ...{ directory: join(directory, 'runtime'), network, clock, random, sockets, ...config.driver },
      programDirectories: config.programDirectories,
      logLimit: parseQuantity(configuration.containerLogMaxSize).toNumber(),
    });
    for (const each of driver.opened) opened(each);
    const runtime = opened(driver.runtime);
    const kubelets = new KubeletServer();
    opened(await serveConnections(sockets.kubelet, (socket) => kubelets.accept(config.name, socket)));
    opened(
      await serveDialer(
        sockets.dial,
        onlyAllowed(({ host }) => isInside(host, network)),
      ),
    );
    const clientWith = (token: string): KubeClient => {
      const transport = httpTransport({ server: `https://${apiAddress}:${API_PORT}`, ca: config.ca, token });
      open.add(() => transport.close());
      return createKubeClient(transport.handler);
    };
    const client = clientWith(config.componentsToken);
    const nodeClient = clientWith(config.token);
    if (config.serving !== undefined) {
      const authority = new ReviewedAccess(nodeClient, clock);
      const { nodeAddress: host } = network;
      const listening = { node: config.name, host, port: KUBELET_PORT, ...config.serving, clientCa: config.ca };
      const listener = opened(await listenKubelet({ ...listening, kubelets, authority }));
      parts.onListening?.(listener);
    }
    let running: RunningNode | undefined;
    const packetFilter = await openPacketFilter(config.programDirectories);
    const networkPolicies = new NetworkPolicies({
      ...{ packetFilter, node: { name: config.name, dnsAddress: config.dnsAddress } },
      open: config.egress === 'proxy' ? [{ host: network.nodeAddress, port: EGRESS_PROXY_PORT }] : [],
    });
    const manager = createManager({ client, clock, random, logger }).with(
      nodeAgent({
        description: await describeNode(config, { configuration, runtime, packetFilter }),
        protectPod: (pod) => networkPolicies.protect(pod),
        ...{ runtime, directory, kubelets, configuration },
        readNode: () => readNode({ node: directory, images: config.images ?? directory }),
        collectImages: (wish, until) => collectRemoteImages(sockets.images, wish, until),
        onRunning: (node) => {
          running = node;
        },
        client: nodeClient,
        reported: reportedSettings(config),
        counts: kubeletCounts(),
        images: remoteImages(sockets.images),
        resolvConf: await podResolver(config),
        clusterDomain: CLUSTER_DOMAIN,
        hosts: await readFile('/etc/hosts', 'utf8').catch(() => ''),
        memory: memoryMounts([]),
        nfs: remoteNfsMounts({ socket: sockets.nfs, directory }),
        ...(config.egress === 'proxy' && { environment: proxyVariables(config) }),
        ...(parts.onStep !== undefined && { onStep: parts.onStep }),
        ...(config.volumes !== undefined && { volumes: config.volumes }),
        ...(config.renewMs !== undefined && { renewMs: config.renewMs }),
      }),
      networkPolicies,
      serviceProxyModule(config, packetFilter, clock),
      dnsModule({ config, sockets, searches: await hostSearches(), policyRules: () => networkPolicies.rules }),
      ingressModule(config),
    );
    const stopping = new AbortController();
    const stop = async (): Promise<void> => {
      if (signal.reason === STOP_PODS && longestShutdownMs(configuration) > 0) {
        await running?.shutDown().catch((error: unknown) => {
          logger.warn('cannot end the pods gracefully', { error: toError(error) });
        });
      }
      stopping.abort();
    };
    signal.addEventListener('abort', () => void stop());
    if (signal.aborted) void stop();
    const managing = manager.run(stopping.signal);
    await Promise.race([manager.ready, managing]);
    parts.onReady();
    await managing;
    if (signal.reason === STOP_PODS) await stopContainers(runtime);
  } finally {
    await open.dispose();
  }
}

/** What `/configz` reports of the network. */
function reportedSettings({ dnsAddress, network }: AgentConfig): ReportedConfiguration {
  const { nodeAddress, podPrefix } = network;
  return { address: nodeAddress, clusterDNS: [dnsAddress], podCIDR: `${podPrefix}.0/24`, cgroupDriver: 'cgroupfs' };
}

function kubeletCounts(): KubeletCounts {
  const own = new MetricRegistry();
  for (const metric of processMetrics()) own.add(metric);
  return { own, probes: new ProbeCounts() };
}

/** The reason to abort an agent with when its pods are to end too. */
export const STOP_PODS = 'stop-pods';

async function stopContainers(runtime: ContainerRuntime): Promise<void> {
  const running = (await runtime.listContainers()).filter(({ state }) => state === 'running');
  await Promise.allSettled(running.map(({ id }) => runtime.stopContainer(id, { graceMs: STOP_GRACE_MS })));
}

function serviceProxyModule(config: AgentConfig, packetFilter: PacketFilterChoice, clock: Clock): ControllerModule {
  const { name, network, apiAddress, dnsAddress } = config;
  return {
    name: 'service-proxy',
    setup: ({ informers, logger, events }) => {
      const services = informers.informer(core.v1.services);
      const endpointSlices = followReachableEndpoints(informers);
      const pods = informers.informer(core.v1.pods, { fieldSelector: `spec.nodeName=${name}` });
      const nodes = informers.informer(core.v1.nodes, { fieldSelector: `metadata.name=${name}` });
      return {
        run: async (signal) => {
          const proxy = chooseServiceProxy({
            ...{ packetFilter, podRange: `${network.podPrefix}.0/24`, nodeAddress: network.nodeAddress },
            ...{ clock, logger },
          });
          const node = { name, addresses: [network.nodeAddress], reserved: [apiAddress, dnsAddress] };
          // Host ports at loopback addresses lead to pods, which the kernel does not do otherwise.
          if (packetFilter.kind === 'available') await writeFile(ROUTE_LOOPBACK, '1').catch(() => undefined);
          const healthCheckPorts = new HealthCheckPorts(network.nodeAddress);
          const sources = { services, endpointSlices, pods, nodes };
          try {
            await runServiceProxy({ proxy, healthCheckPorts, ...sources, events, node, clock, logger }, signal);
          } finally {
            await Promise.all([proxy.close(), healthCheckPorts.close()]);
          }
        },
      };
    },
  };
}

/** Simulated nodes beside this one have pods that nothing listens in. */
function followReachableEndpoints(informers: ControllerContext['informers']): EndpointSliceSource {
  return reachableEndpoints(
    informers.informer(discovery.v1.endpointslices),
    informers.informer(core.v1.nodes, { labelSelector: `${SIMULATED_LABEL}=true` }),
  );
}

function ingressModule({ network }: AgentConfig): ControllerModule {
  return {
    name: 'ingress',
    setup: ({ informers, client, clock, random, logger, events }) => {
      const sources = {
        ingresses: informers.informer(networking.v1.ingresses),
        services: informers.informer(core.v1.services),
        endpointSlices: followReachableEndpoints(informers),
        secrets: informers.informer(core.v1.secrets),
        ingressClasses: informers.informer(networking.v1.ingressclasses),
      };
      return {
        run: async (signal) => {
          const controller = new IngressController({
            ...{ sources, clock, random, logger, events },
            addresses: [{ ip: network.nodeAddress }],
            writeStatus: async ({ metadata }, ingress) => {
              const body = { status: { loadBalancer: { ingress } } };
              const ingresses = client.resource(networking.v1.ingresses, metadata.namespace);
              await ingresses.patch(metadata.name ?? '', { type: 'merge', body }, { subresource: 'status' });
            },
          });
          await controller.listen({ host: network.nodeAddress, httpPort: HTTP_PORT, httpsPort: HTTPS_PORT });
          await whenAborted(signal);
          await controller.close();
        },
      };
    },
  };
}

function readHostResolvConf(): Promise<string> {
  return readFile('/etc/resolv.conf', 'utf8').catch(() => '');
}

async function hostSearches(): Promise<readonly string[]> {
  return readSearches(await readHostResolvConf());
}

async function podResolver({ dnsAddress }: AgentConfig): Promise<(pod: Pod) => string> {
  const node = { clusterDns: [dnsAddress], clusterDomain: CLUSTER_DOMAIN, hostResolvConf: await readHostResolvConf() };
  return (pod) => resolvConf(pod, node);
}

/** What a node is described by. */
interface NodeParts {
  readonly configuration: KubeletConfiguration;
  readonly runtime: Pick<ContainerRuntime, 'version' | 'limitations' | 'features'>;
  readonly packetFilter: PacketFilterChoice;
}

async function describeNode(
  { name, network, directory }: AgentConfig,
  { configuration, runtime, packetFilter }: NodeParts,
): Promise<NodeDescription> {
  const machineId = await readFile('/etc/machine-id', 'utf8').catch(() => name);
  const osRelease = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const disk = await statfs(directory);
  const { version: runtimeVersion, limitations, features } = runtime;
  const conditions = networkConditions(packetFilter);
  return {
    ...{ name, address: network.nodeAddress, podCidr: `${network.podPrefix}.0/24` },
    ...{ runtimeVersion, features, enforced: conditions.enforced },
    limitations: [...limitations, ...conditions.limitations],
    ...nodeResources(configuration, {
      cpus: cpus().length,
      memoryBytes: totalmem(),
      diskBytes: disk.blocks * disk.bsize,
    }),
    machine: {
      architecture: imageArchitecture(process.arch),
      kernel: release(),
      osImage: /^PRETTY_NAME="?([^"\n]*)/m.exec(osRelease)?.[1] ?? 'Linux',
      id: machineId.trim(),
    },
  };
}

/** What an agent process is made with: its standard streams. */
export interface AgentStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/**
 * Runs an agent as a process of its own. The first line of its input is an AgentConfig as JSON; each further one is a renewed
 * certificate as JSON, or `stop-pods`, which ends the agent and its pods. The end of the input ends the agent alone. It writes `ready` when it serves.
 */
export async function runAgentProcess(
  { input, output }: AgentStreams,
  parts: Omit<AgentParts, 'onReady' | 'onListening'>,
): Promise<void> {
  const stopping = new AbortController();
  const lines = createInterface({ input })[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done === true) return;
  const config: AgentConfig = JSON.parse(first.value);
  // Files of pods are read by other users than that of the agent.
  process.umask(0o022);
  let listener: KubeletListener | undefined;
  const follow = async (): Promise<void> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true || value === STOP_PODS) {
        stopping.abort(value === STOP_PODS ? STOP_PODS : undefined);
        return;
      }
      const certificate: ServingCertificate = JSON.parse(value);
      listener?.renew(certificate);
    }
  };
  // What is not understood ends the agent, as the end of its input does.
  void follow().catch(() => stopping.abort());
  const onListening = (opened: KubeletListener): void => {
    listener = opened;
  };
  await runAgent(config, { ...parts, onListening, onReady: () => output.write('ready\n') }, stopping.signal);
}
