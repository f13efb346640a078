import { readFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Clock, Disposables, type Logger, type Random } from '@kubemin/base';
import { type ControllerModule, createManager } from '@kubemin/controller';
import { createKubeClient, httpTransport } from '@kubemin/kube';
import { core, discovery } from '@kubemin/kubeapi/resources';
import { imageArchitecture } from '../images/index.ts';
import { SimulatedKubelets } from '../kubelet/simulated-kubelets.ts';
import { listenRelay, serveConnections, serveDialer } from '../relay/index.ts';
import { type NodeNetwork, openSandboxRuntime } from '../sandbox/index.ts';
import { createUserSpaceProxy, runServiceProxy } from '../services/index.ts';
import { remoteImages } from './image-service.ts';
import { nodeAgent } from './index.ts';

/** What the process that starts an agent tells it, as one line of JSON on standard input. */
export interface AgentConfig {
  /** The name of the node. */
  readonly name: string;
  /** Where the runtime, the pods and their logs are kept. */
  readonly directory: string;
  /** Where the sockets are that lead to the starting process and back; see agentSockets. */
  readonly sockets: string;
  readonly network: NodeNetwork;
  /** The address of the `kubernetes` Service, at which the API server is reached from here. */
  readonly apiAddress: string;
  /** The authority that signed the certificate of the API server, PEM. */
  readonly ca: string;
  readonly token: string;
  /** How often the lease is renewed. @default 10 s */
  readonly renewMs?: number | undefined;
}

/** The sockets between an agent and the process that started it. */
export function agentSockets(directory: string) {
  return {
    /** Served by the starting process: the API server. */
    api: join(directory, 'api.sock'),
    /** Served by the starting process: images; see serveImages. */
    images: join(directory, 'images.sock'),
    /** Served by the agent: the kubelet API. */
    kubelet: join(directory, 'kubelet.sock'),
    /** Served by the agent: connections to addresses of pods and services. */
    dial: join(directory, 'dial.sock'),
  };
}

const API_PORT = 443;

/**
 * Runs a node agent in the namespaces of its node, until the signal aborts. Containers go on afterwards. `onReady` is called
 * when it serves.
 */
export async function runAgent(
  config: AgentConfig,
  parts: { readonly clock: Clock; readonly random: Random; readonly logger: Logger; readonly onReady: () => void },
  signal: AbortSignal,
): Promise<void> {
  const { clock, random, logger } = parts;
  const { directory, network, apiAddress } = config;
  const sockets = agentSockets(config.sockets);
  const open = new Disposables();
  const opened = <T extends AsyncDisposable>(resource: T): T => {
    open.add(async () => resource[Symbol.asyncDispose]());
    return resource;
  };
  try {
    const runtime = opened(
      await openSandboxRuntime({ directory: join(directory, 'runtime'), inside: true, network, clock, random }),
    );
    opened(await listenRelay({ host: apiAddress, port: API_PORT }, sockets.api));
    const kubelets = new SimulatedKubelets();
    opened(await serveConnections(sockets.kubelet, (socket) => kubelets.accept(config.name, socket)));
    opened(await serveDialer(sockets.dial, ({ host }) => isInside(host, network)));
    const transport = httpTransport({
      server: `https://${apiAddress}:${API_PORT}`,
      ca: config.ca,
      token: config.token,
    });
    open.add(() => transport.close());
    const client = createKubeClient(transport.handler);
    const manager = createManager({ client, clock, random, logger }).with(
      nodeAgent({
        description: await describeNode(config, runtime.version, runtime.limitations),
        ...{ runtime, directory, kubelets },
        images: remoteImages(sockets.images),
        resolvConf: () => '',
        ...(config.renewMs !== undefined && { renewMs: config.renewMs }),
      }),
      serviceProxyModule(config, clock),
    );
    const running = manager.run(signal);
    await Promise.race([manager.ready, running]);
    parts.onReady();
    await running;
  } finally {
    await open.dispose();
  }
}

/** Only addresses of pods, services and the node itself are reached through an agent. */
function isInside(host: string, { podPrefix, serviceRange, nodeAddress }: NodeNetwork): boolean {
  const services = serviceRange.split('.').slice(0, 2).join('.');
  return host === nodeAddress || host.startsWith(`${podPrefix}.`) || host.startsWith(`${services}.`);
}

function serviceProxyModule({ name, network, apiAddress }: AgentConfig, clock: Clock): ControllerModule {
  return {
    name: 'service-proxy',
    setup: ({ informers, logger }) => {
      const services = informers.informer(core.v1.services);
      const endpointSlices = informers.informer(discovery.v1.endpointslices);
      return {
        run: async (signal) => {
          const proxy = createUserSpaceProxy({ clock });
          const node = { name, addresses: [network.nodeAddress], reserved: [apiAddress] };
          try {
            await runServiceProxy({ proxy, services, endpointSlices, node, clock, logger }, signal);
          } finally {
            await proxy.close();
          }
        },
      };
    },
  };
}

async function describeNode(
  { name, network }: AgentConfig,
  runtimeVersion: string,
  limitations: Parameters<typeof nodeAgent>[0]['description']['limitations'],
) {
  const machineId = await readFile('/etc/machine-id', 'utf8').catch(() => name);
  const osRelease = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return {
    ...{ name, address: network.nodeAddress, podCidr: `${network.podPrefix}.0/24`, runtimeVersion, limitations },
    capacity: { cpu: String(cpus().length), memory: `${Math.floor(totalmem() / 1024)}Ki`, pods: '110' },
    machine: {
      architecture: imageArchitecture(process.arch),
      kernel: release(),
      osImage: /^PRETTY_NAME="?([^"\n]*)/m.exec(osRelease)?.[1] ?? 'Linux',
      id: machineId.trim(),
    },
  };
}
