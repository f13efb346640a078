import { readFile, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Clock, Disposables, type Logger, type Random } from '@kubemin/base';
import { type ControllerContext, type ControllerModule, createManager } from '@kubemin/controller';
import { createKubeClient, httpTransport, type KubeClient } from '@kubemin/kube';
import { core, discovery, networking } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { KubeletServer } from '../config/index.ts';
import { imageArchitecture } from '../images/index.ts';
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
import type { ContainerRuntime } from '../runtime/index.ts';
import { type NodeNetwork, openSandboxRuntime, type SandboxRuntimeOptions } from '../sandbox/index.ts';
import { SIMULATED_LABEL } from '../simulated/index.ts';
import { memoryMounts, remoteNfsMounts } from '../volumes/index.ts';
import { CLUSTER_DOMAIN, dnsModule, EGRESS_PROXY_PORT, isInside, proxyVariables, whenAborted } from './cluster-dns.ts';
import { remoteImages } from './image-service.ts';
import { NetworkPolicies, networkConditions } from './network-policies.ts';
import { type NodeAgentOptions, nodeAgent } from './node-agent.ts';

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
  /** How often the lease is renewed. @default 10 s */
  readonly renewMs?: number | undefined;
  /** How pods reach what is outside. @default off */
  readonly egress?: EgressMode | undefined;
  /** What makes containers; see SandboxRuntimeOptions. @default auto */
  readonly form?: SandboxRuntimeOptions['form'];
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
const HTTP_PORT = 80;
const HTTPS_PORT = 443;

export interface AgentParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Called when it serves. */
  readonly onReady: () => void;
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
  const { clock, random, logger } = parts;
  const { directory, network, apiAddress } = config;
  const sockets = agentSockets(config.sockets);
  const open = new Disposables();
  const opened = <T extends AsyncDisposable>(resource: T): T => {
    open.add(async () => resource[Symbol.asyncDispose]());
    return resource;
  };
  try {
    // First: it fails while an earlier agent has not ended, and two must not use one runtime.
    opened(await listenRelay({ host: apiAddress, port: API_PORT }, sockets.api));
    const runtime = opened(
      await openSandboxRuntime({
        ...{ directory: join(directory, 'runtime'), inside: true, network, clock, random },
        programDirectories: config.programDirectories,
        ...(config.form !== undefined && { form: config.form }),
      }),
    );
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
    const packetFilter = await openPacketFilter(config.programDirectories);
    const networkPolicies = new NetworkPolicies({
      ...{ packetFilter, node: { name: config.name, dnsAddress: config.dnsAddress } },
      open: config.egress === 'proxy' ? [{ host: network.nodeAddress, port: EGRESS_PROXY_PORT }] : [],
    });
    const manager = createManager({ client, clock, random, logger }).with(
      nodeAgent({
        description: await describeNode(config, runtime, packetFilter),
        protectPod: (pod) => networkPolicies.protect(pod),
        ...{ runtime, directory, kubelets },
        client: clientWith(config.token),
        images: remoteImages(sockets.images),
        resolvConf: await podResolver(config),
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
    const running = manager.run(signal);
    await Promise.race([manager.ready, running]);
    parts.onReady();
    await running;
    if (signal.reason === STOP_PODS) await stopContainers(runtime);
  } finally {
    await open.dispose();
  }
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

async function describeNode(
  { name, network }: AgentConfig,
  { version: runtimeVersion, limitations }: Pick<ContainerRuntime, 'version' | 'limitations'>,
  packetFilter: PacketFilterChoice,
) {
  const machineId = await readFile('/etc/machine-id', 'utf8').catch(() => name);
  const osRelease = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const conditions = networkConditions(packetFilter);
  return {
    ...{ name, address: network.nodeAddress, podCidr: `${network.podPrefix}.0/24`, runtimeVersion },
    limitations: [...limitations, ...conditions.limitations],
    enforced: conditions.enforced,
    capacity: { cpu: String(cpus().length), memory: `${Math.floor(totalmem() / 1024)}Ki`, pods: '110' },
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
 * Runs an agent as a process of its own. The first line of its input is an AgentConfig as JSON; a line `stop-pods` ends the
 * agent and its pods, the end of the input the agent alone. It writes `ready` when it serves.
 */
export async function runAgentProcess(
  { input, output }: AgentStreams,
  parts: Omit<AgentParts, 'onReady'>,
): Promise<void> {
  const stopping = new AbortController();
  const lines = createInterface({ input })[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done === true) return;
  const config: AgentConfig = JSON.parse(first.value);
  // Files of pods are read by other users than that of the agent.
  process.umask(0o022);
  void lines.next().then(({ value }) => stopping.abort(value === STOP_PODS ? STOP_PODS : undefined));
  await runAgent(config, { ...parts, onReady: () => output.write('ready\n') }, stopping.signal);
}
