import { join } from 'node:path';
import { type Clock, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createManager } from '@kubemin/controller';
import { createKubeClient, type KubeClient } from '@kubemin/kube';
import type { Container } from '@kubemin/kubeapi/types/core.v1';
import { startTestCluster, temporaryDirectory } from '@kubemin/testing';
import { onTestFinished } from 'vitest';
import { type NodeAgentOptions, nodeAgent, type RunningNode } from '../agent/node-agent.ts';
import type { NodeImages } from '../agent/pod-preparation.ts';
import { KubeletServer } from '../config/kubelet/kubelet-server.ts';
import type { ContainerRuntime } from '../runtime/index.ts';
import { openSandboxRuntime } from '../sandbox/open-runtime.ts';
import { singleUser } from '../sandbox/user-map.ts';
import { nodeUser } from '../simulated/index.ts';
import { makeHostImage } from './host-image.ts';
import { stopNode } from './stop-node.ts';

/** One image, made of programs of this machine, under every name. */
function hostImages(root: string): NodeImages {
  return {
    ensure: async ({ image: reference = '' }) => ({
      image: { reference, id: 'sha256:host', root },
      user: '',
      process: ({ command = [], args = [], workingDir = '/', env }) => ({
        command: [...command, ...args],
        workingDirectory: workingDir,
        environment: { PATH: '/bin', ...Object.fromEntries(env.map(({ name, value }) => [name, value])) },
      }),
      resolveUser: async (user) => ({ uid: Number(user) || 0, gid: 0, groups: [] }),
    }),
  };
}

export type RealNodeOptions = Pick<NodeAgentOptions, 'configuration' | 'readNode' | 'collectImages'> & {
  /** Of the agent; its runtime has that of the system. @default that of the system */
  readonly clock?: Clock;
  readonly capacity?: Readonly<Record<string, string>>;
};

export interface RealNode {
  readonly kubelets: KubeletServer;
  readonly client: KubeClient;
  readonly runtime: ContainerRuntime;
  /** Where the agent keeps the files and logs of pods. */
  readonly directory: string;
  /** The agent that runs. */
  readonly running: () => RunningNode;
  /** Ends the agent and starts another one. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
}

/** A cluster with the controllers of Kubernetes and one node, `machine`, that runs containers; closed after the test. */
export async function startRealNode(options: RealNodeOptions = {}): Promise<RealNode> {
  const cluster = await startTestCluster({ nodes: 0, serviceAccountTokens: true });
  const home = await temporaryDirectory();
  const directory = join(home.path, 'node');
  const image = join(home.path, 'image');
  await makeHostImage(image);
  // What is tested is outside of the namespaces of the node, and owns its files.
  const map = singleUser();
  const runtime = await openSandboxRuntime({ directory, map, clock: systemClock, random: systemRandom });
  const kubelets = new KubeletServer();
  const { clock = systemClock, capacity, ...settings } = options;
  let running: RunningNode | undefined;
  const startAgent = async (): Promise<() => Promise<void>> => {
    const stopping = new AbortController();
    const module = nodeAgent({
      description: {
        ...{ name: 'machine', address: '10.244.0.1', podCidr: '10.244.0.0/24' },
        capacity: { cpu: '2', memory: '4Gi', pods: '110', 'ephemeral-storage': '10Gi', ...capacity },
        machine: { architecture: 'amd64', kernel: '6', osImage: 'test', id: 'test' },
        runtimeVersion: runtime.version,
        ...{ limitations: runtime.limitations, features: runtime.features },
      },
      ...{ runtime, images: hostImages(image), directory: join(home.path, 'agent') },
      resolvConf: () => 'nameserver 10.96.0.10\n',
      ...{ clusterDomain: 'cluster.local', hosts: '127.0.0.1\tlocalhost\n' },
      kubelets,
      // What a node may not write is refused, as in a real cluster.
      client: createKubeClient(cluster.as(nodeUser('machine'))),
      onRunning: (node) => {
        running = node;
      },
      ...settings,
    });
    const identity = { client: cluster.client, clock, random: systemRandom, logger: silentLogger };
    const manager = createManager(identity).with(module);
    const ended = manager.run(stopping.signal);
    await Promise.race([manager.ready, ended]);
    return async () => {
      stopping.abort();
      await ended;
    };
  };
  let stopAgent = await startAgent();
  onTestFinished(async () => {
    await stopAgent();
    await cluster.close();
    await runtime[Symbol.asyncDispose]();
    await stopNode(directory);
    await home.remove();
  });
  return {
    client: cluster.client,
    kubelets,
    runtime,
    directory: join(home.path, 'agent'),
    running: () => {
      if (running === undefined) throw new Error('no agent runs');
      return running;
    },
    restart: async (meanwhile) => {
      await stopAgent();
      stopAgent = async () => undefined;
      await meanwhile?.();
      stopAgent = await startAgent();
    },
  };
}

/** A container of programs of this machine. */
export const hostShell = (script: string, more: Partial<Container> = {}): Container => ({
  ...{ name: 'main', image: 'host:1', command: ['sh', '-c', script] },
  ...more,
});
