import type { Clock, Logger, Random } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { ControllerModule } from '@kubemin/controller';
import type { StorageOptions } from '@kubemin/controllers';
import type { KubeClient } from '@kubemin/kube';
import type { NodeConnections, UserInfo } from '@kubemin/kubeapi';
import type { EgressMode, KubeletConfiguration, MachineNode, OciRuntime, SimulationRules } from '@kubemin/node';
import type { DataDirectory } from '../../connection/index.ts';
import type { PortChoice } from '../port-advice.ts';

/** Whether a runtime works on this machine, and what people should know about pods there. */
export type Availability =
  | { readonly kind: 'available'; readonly notes: readonly Message[] }
  | { readonly kind: 'missing'; readonly why: Message };

/** The machine that nodes are to run on. */
export interface Machine {
  readonly directory: DataDirectory;
  /** Where programs are looked for, as in PATH. */
  readonly programDirectories: readonly string[];
  /** What starts this program again, before the words of a command line. */
  readonly program: readonly string[];
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** How nodes reach the API server of their cluster. */
export interface ClusterApi {
  readonly host: string;
  readonly port: number;
  /** PEM of the authority that signed its certificate. */
  readonly ca: string;
  /** A client in this process that writes as a node. */
  nodeClient(node: string): KubeClient;
  /** For a process of its own; good until this process ends. */
  tokenFor(user: UserInfo): string;
  /** Makes what a node shows to clients of its kubelet API, signed by the authority of the cluster. */
  servingCertificate(node: string, hosts: readonly string[]): Promise<{ readonly cert: string; readonly key: string }>;
}

/** Nodes of the embedded cluster. */
export interface ClusterNodes {
  /** Make them, and run pods on them. */
  modules(api: ClusterApi): readonly ControllerModule[];
  /** How the API server reaches them. */
  readonly connections: NodeConnections;
  /** Whether a node of this name is one of them and runs; decided here and never by what its Node object claims. */
  has(node: string): boolean;
  /** What volumes of the class `standard` are there. */
  readonly standardVolumes: Required<StorageOptions>['standard'];
  /** Where Ingresses are served on this machine; undefined where nothing serves them. */
  readonly ingress?: IngressAddress | undefined;
  /** Connects to an address of a pod; undefined where pods have no network. */
  readonly dialPod?: MachineNode['dial'];
  /** Creates the objects that describe what these nodes serve, where the cluster has none. */
  createClasses?(client: KubeClient): Promise<void>;
  /** What people should know about them, besides what is known of the runtime. */
  readonly notes?: readonly Message[];
  /** How long pods may take to end when their nodes are stopped. @default 0 */
  readonly shutdownMs?: number;
  /** Resolves when pods can be placed on them, or after a while with the reason why not. */
  ready(client: KubeClient): Promise<Message | undefined>;
  close(): Promise<void>;
}

export interface IngressAddress {
  readonly http: number;
  readonly https: number;
}

/** Which nodes are wanted. */
export interface NodesOptions {
  readonly machine: Machine;
  /** How many simulated nodes there are, beside a real one too; undefined where the user has not chosen. */
  readonly simulated: number | undefined;
  /** What happens on simulated ones, and more of them; others are what they are. */
  readonly rules?: SimulationRules | undefined;
  /** The configuration of the node of this machine. @default MACHINE_DEFAULTS of `@kubemin/node` */
  readonly kubelet?: KubeletConfiguration | undefined;
  /** How pods reach what is outside. Simulated ones reach nothing. */
  readonly egress: 'auto' | EgressMode;
  /** What makes containers of containerd. @default runc */
  readonly ociRuntime?: OciRuntime | undefined;
  /** How often they renew their leases. @default as often as kubelets */
  readonly renewMs?: number | undefined;
  /** Mirrors of registries, as parseRegistryMirror reads them. */
  readonly mirrors?: readonly string[];
  /** Images that pods will ask for first. */
  readonly images?: readonly string[];
  /** Where Ingresses are to be served. */
  readonly ingress: { readonly http: PortChoice; readonly https: PortChoice };
}

/** What nodes of the embedded cluster run pods with. */
export interface NodeRuntime {
  /** What the nodes are, in a few words. */
  readonly notice: Message;
  availability(machine: Machine): Promise<Availability>;
  nodes(options: NodesOptions): Promise<ClusterNodes>;
  /** Removes what an earlier start has left of its nodes, where another runtime was chosen. */
  retire?(machine: Machine, client: KubeClient): Promise<void>;
}
