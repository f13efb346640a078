import type { Clock, Random } from '@kubemin/base';
import { type ImageSource, type OciRuntime, openContainerdRuntime } from '../containerd/index.ts';
import { listenRelay, type Relay } from '../network/index.ts';
import type { ContainerRuntime } from '../runtime/index.ts';
import { type NodeNetwork, openSandboxRuntime, type SandboxRuntimeOptions } from '../sandbox/index.ts';

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
export interface DriverSockets {
  readonly source: string;
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

/** One of the runtimes in the agent; what the process that starts the node does for it is in `machine/runtime-preparations.ts`. */
export interface RuntimeDriver {
  /** Opens the runtime; what is to be closed with it comes too. */
  open(options: OpenOptions): Promise<{ readonly runtime: ContainerRuntime; readonly opened: readonly Relay[] }>;
}

/** By the names of the setting `--runtime`. */
export const RUNTIME_DRIVERS: Readonly<Record<RuntimeDriverName, RuntimeDriver>> = {
  sandbox: {
    open: async ({ form, ...options }) => ({
      runtime: await openSandboxRuntime({ ...options, inside: true, ...(form !== undefined && { form }) }),
      opened: [],
    }),
  },
  containerd: {
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
