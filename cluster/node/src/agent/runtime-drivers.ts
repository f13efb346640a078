import type { Clock, Random } from '@kubemin/base';
import { type ImageSource, type OciRuntime, openContainerdRuntime, serveImageSource } from '../containerd/index.ts';
import { type ImageStore, makePauseImage } from '../images/index.ts';
import { listenRelay, type Relay } from '../network/index.ts';
import type { ContainerRuntime } from '../runtime/index.ts';
import {
  findUserMap,
  type NodeNetwork,
  openSandboxRuntime,
  ownUsers,
  type SandboxRuntimeOptions,
  type UserMap,
} from '../sandbox/index.ts';

/** What a node of this machine makes containers with. */
export type RuntimeDriverName = 'sandbox' | 'containerd';

/** What an agent needs of the process that started it, as a part of its settings. */
export interface DriverSettings {
  /** What makes containers of the sandbox. @default auto */
  readonly form?: SandboxRuntimeOptions['form'];
  /** What makes containers of containerd. @default runc */
  readonly ociRuntime?: OciRuntime | undefined;
  /** The image that containerd makes sandboxes of. */
  readonly pause?: ImageSource['pause'] | undefined;
}

/** The sockets that images are served over. */
interface DriverSockets {
  readonly source: string;
}

interface PrepareOptions {
  readonly store: ImageStore;
  readonly sockets: DriverSockets;
  readonly programDirectories: readonly string[];
}

interface OpenOptions extends DriverSettings {
  /** Of the runtime; has its namespaces. */
  readonly directory: string;
  readonly network: NodeNetwork;
  readonly programDirectories: readonly string[];
  readonly sockets: DriverSockets;
  readonly logLimit: number;
  readonly clock: Clock;
  readonly random: Random;
}

/** One of the runtimes, on both sides: in the process that starts the node, and in the agent inside its namespaces. */
export interface RuntimeDriver {
  /** The users of a node. */
  findUsers(): Promise<UserMap>;
  /** Serves what the runtime needs of the process that starts the node; the settings go to the agent. */
  prepare(options: PrepareOptions): Promise<{ readonly served: readonly Relay[]; readonly settings: DriverSettings }>;
  /** Opens the runtime in the agent; what is to be closed with it comes too. */
  open(options: OpenOptions): Promise<{ readonly runtime: ContainerRuntime; readonly opened: readonly Relay[] }>;
}

/** By the names of the setting `--runtime`. */
export const RUNTIME_DRIVERS: Readonly<Record<RuntimeDriverName, RuntimeDriver>> = {
  sandbox: {
    findUsers: findUserMap,
    prepare: async () => ({ served: [], settings: {} }),
    open: async ({ form, ...options }) => ({
      runtime: await openSandboxRuntime({ ...options, inside: true, ...(form !== undefined && { form }) }),
      opened: [],
    }),
  },
  containerd: {
    findUsers: async () => ownUsers(),
    prepare: async ({ store, sockets, programDirectories }) => {
      const { id, manifest } = await makePauseImage(store, { directories: programDirectories });
      const served = await serveImageSource(sockets.source, store);
      return { served: [served], settings: { pause: { id, manifest: manifest.digest } } };
    },
    open: async ({ sockets, pause = { id: '' }, ...options }) => {
      // Only the loopback address of the node has it; pods in its network could read images there.
      const relay = await listenRelay({ host: '127.0.0.1', port: 0 }, sockets.source);
      try {
        const images = { address: `127.0.0.1:${relay.port}`, pause };
        return { runtime: await openContainerdRuntime({ ...options, images, inside: true }), opened: [relay] };
      } catch (error) {
        await relay[Symbol.asyncDispose]();
        throw error;
      }
    },
  },
};
