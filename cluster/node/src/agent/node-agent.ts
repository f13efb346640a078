import type { Controller, ControllerContext, ControllerModule } from '@kubemin/controller';
import type { Informer, KubeClient } from '@kubemin/kube';
import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type {
  ConfigMap,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodStatus,
  Secret,
  Service,
} from '@kubemin/kubeapi/types/core.v1';
import { ConfigTracker, type KubeletServer } from '../config/index.ts';
import { type PodReference, type PodReports, type PodWorkerOptions, statusPatch } from '../pods/index.ts';
import type { ContainerRuntime } from '../runtime/index.ts';
import { LeaseRenewer, NodeClients } from '../simulated/index.ts';
import { atLocalPath, createPodVolumes, type MemoryMounts, type NfsMounts } from '../volumes/index.ts';
import { KubeletWork } from './kubelet-work.ts';
import { type NodeDescription, runRegistration } from './node-registration.ts';
import { PodManager } from './pod-manager.ts';
import { type NodeImages, PodPreparation } from './pod-preparation.ts';
import { ServiceAccountTokens } from './service-account-tokens.ts';

/**
 * A kubelet: registers this machine as a node of any cluster, keeps its lease, and runs the pods that are bound to it
 * on a container runtime. It uses the public API alone, with the rights of a node.
 */
export interface NodeAgentOptions {
  readonly description: NodeDescription;
  readonly runtime: ContainerRuntime;
  readonly images: NodeImages;
  /** Where the files and logs of pods are kept. */
  readonly directory: string;
  /** The text of /etc/resolv.conf for a pod. */
  readonly resolvConf: (pod: Pod) => string;
  /** Where the volumes are that were made for claims; see localVolumePath. @default where the objects have them */
  readonly volumes?: string;
  /** Variables of containers that neither the pod nor the image sets. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What the node writes with. @default the client of the module */
  readonly client?: KubeClient;
  /** For volumes in memory. @default such volumes are on disk */
  readonly memory?: MemoryMounts;
  /** For volumes of NFS servers. @default such volumes are refused */
  readonly nfs?: NfsMounts;
  /** Resolves when a pod may run: its network is guarded. @default at once */
  readonly protectPod?: PodWorkerOptions['protectPod'];
  /** Called before each step of each pod; see POD_STEPS. */
  readonly onStep?: PodWorkerOptions['onStep'];
  /** Serves logs, commands and port-forwarding while the node runs. */
  readonly kubelets?: KubeletServer;
  /** How often the lease is renewed. @default 10 s */
  readonly renewMs?: number;
}

export function nodeAgent(options: NodeAgentOptions): ControllerModule {
  return { name: 'node-agent', setup: (context) => new NodeAgent(context, options) };
}

class NodeAgent implements Controller {
  readonly #context: ControllerContext;
  readonly #options: NodeAgentOptions;
  readonly #client: KubeClient;
  readonly #nodes: Informer<Node>;
  readonly #pods: Informer<Pod>;
  readonly #configMaps: Informer<ConfigMap>;
  readonly #secrets: Informer<Secret>;
  readonly #services: Informer<Service>;
  readonly #claims: Informer<PersistentVolumeClaim>;
  readonly #volumes: Informer<PersistentVolume>;

  constructor(context: ControllerContext, options: NodeAgentOptions) {
    this.#context = context;
    this.#options = options;
    this.#client = options.client === undefined ? context.client : context.fenceClient(options.client);
    const { name } = options.description;
    this.#nodes = context.informers.informer(core.v1.nodes, { fieldSelector: `metadata.name=${name}` });
    this.#pods = context.informers.informer(core.v1.pods, { fieldSelector: `spec.nodeName=${name}` });
    this.#configMaps = context.informers.informer(core.v1.configmaps);
    this.#secrets = context.informers.informer(core.v1.secrets);
    this.#services = context.informers.informer(core.v1.services, {
      namespace: 'default',
      fieldSelector: 'metadata.name=kubernetes',
    });
    this.#claims = context.informers.informer(core.v1.persistentvolumeclaims);
    this.#volumes = context.informers.informer(core.v1.persistentvolumes);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, random, logger } = this.#context;
    const { description, runtime, kubelets, directory, onStep, protectPod } = this.#options;
    const { name, address } = description;
    const manager = new PodManager({
      pods: this.#pods,
      preparation: this.#preparation(),
      reports: this.#reports(),
      node: { hostIP: address, runtime: runtime.version.split(':')[0] ?? '' },
      ...{ runtime, clock, random, logger, onStep, protectPod },
    });
    const retry =
      (kind: PodReference['kind']) =>
      ({ object: { metadata } }: { readonly object: KubeObject }): void =>
        manager.retry({ kind, namespace: metadata.namespace ?? '', name: metadata.name ?? '' });
    const stops = [
      this.#configMaps.onChange(retry('ConfigMap')),
      this.#secrets.onChange(retry('Secret')),
      this.#claims.onChange(retry('PersistentVolumeClaim')),
    ];
    const leases = new LeaseRenewer({
      context: this.#context,
      clients: new NodeClients(this.#context, () => this.#client),
      nodes: this.#nodes,
      renewMs: this.#options.renewMs,
    });
    leases.add(name);
    const work = new KubeletWork({ node: name, directory, pods: this.#pods, runtime, clock });
    kubelets?.serve({ work, clock, logger, has: (node) => node === name });
    const ending = new AbortController();
    const until = AbortSignal.any([signal, ending.signal]);
    const parts = [
      runRegistration(description, { client: this.#client, clock, logger }, until),
      leases.run(until),
      manager.run(until),
    ];
    try {
      await Promise.all(parts);
    } finally {
      // When one part fails, all are started again together.
      ending.abort();
      await Promise.allSettled(parts);
      for (const stop of stops) stop();
      kubelets?.stop();
    }
  }

  #preparation(): PodPreparation {
    const { directory, images, resolvConf, environment, memory, nfs, runtime } = this.#options;
    const config = new ConfigTracker({ configMaps: this.#configMaps, secrets: this.#secrets, pods: this.#pods });
    const services = this.#services;
    const tokens = new ServiceAccountTokens(this.#client, this.#context.clock);
    this.#pods.onChange(({ type, object }) => type === 'deleted' && tokens.forget(object));
    const isSingleUser = runtime.limitations.some(({ code }) => code === 'SingleUser');
    const volumes = createPodVolumes({
      directory: `${directory}/pods`,
      memory,
      nfs,
      hasGroups: !isSingleUser,
      sources: {
        configMap: async (namespace, name) => this.#configMaps.get(`${namespace}/${name}`),
        secret: async (namespace, name) => this.#secrets.get(`${namespace}/${name}`),
        serviceAccountToken: (pod, wish) => tokens.get(pod, wish),
        boundVolume: async (namespace, claim) => {
          const { spec, status } = this.#claims.get(`${namespace}/${claim}`) ?? {};
          const volume = status?.phase === 'Bound' ? this.#volumes.get(spec?.volumeName ?? '') : undefined;
          const { volumes: local } = this.#options;
          return volume === undefined || local === undefined ? volume : atLocalPath(volume, local);
        },
      },
    });
    return new PodPreparation({
      ...{ directory, images, volumes, resolvConf, environment, isSingleUser },
      config: {
        keys: (place) => config.keys(place),
        values: (place) => config.values(place),
        get api() {
          return services.get('default/kubernetes');
        },
      },
    });
  }

  #reports(): PodReports {
    const podResource = ({ metadata }: Pod) => this.#client.resource(core.v1.pods, metadata.namespace);
    return {
      writeStatus: async (pod: Pod, status: PodStatus): Promise<boolean> => {
        const { name = '', uid } = pod.metadata;
        try {
          const body = {
            metadata: { uid },
            status: statusPatch(this.#pods.get(`${pod.metadata.namespace}/${name}`)?.status, status),
          };
          await podResource(pod).patch(name, { type: 'strategic', body }, { subresource: 'status' });
          return true;
        } catch (error) {
          if (isStatusError(error, 'NotFound') || isStatusError(error, 'Conflict')) return false;
          throw error;
        }
      },
      confirmDeletion: async (pod) => {
        const { name = '', uid } = pod.metadata;
        try {
          await podResource(pod).delete(name, { gracePeriodSeconds: 0, preconditions: { uid } });
        } catch (error) {
          if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
        }
      },
      recordEvent: (pod, event) => {
        const source = { component: 'kubelet', host: this.#options.description.name };
        this.#context.events.record(pod, { ...event, source }, this.#client);
      },
    };
  }
}
