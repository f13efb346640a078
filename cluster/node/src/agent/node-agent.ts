import { resolve } from 'node:path';
import { toError } from '@kubemin/base';
import type { Controller, ControllerContext, ControllerModule, RecordedEvent } from '@kubemin/controller';
import type { Informer, KubeClient } from '@kubemin/kube';
import { addAmounts, isStatusError, type KubeObject, parseAmounts, parseQuantity, podRequests } from '@kubemin/kubeapi';
import { core, node } from '@kubemin/kubeapi/resources';
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
import type { RuntimeClass } from '@kubemin/kubeapi/types/node.v1';
import { ConfigTracker, type KubeletCounts, type KubeletServer, type ReportedConfiguration } from '../config/index.ts';
import { KUBERNETES_DEFAULTS, type KubeletConfiguration } from '../kubelet-configuration/index.ts';
import { findRejection, type Rejection } from '../pod-admission/index.ts';
import {
  type NodeRoom,
  type PodReference,
  type PodReports,
  type PodWorkerOptions,
  statusPatch,
} from '../pods/index.ts';
import { PressureMonitor, pressureRejection, type Readings } from '../pressure/index.ts';
import type { ContainerRuntime } from '../runtime/index.ts';
import { LeaseRenewer, NodeClients } from '../simulated/index.ts';
import { StaticPods } from '../static-pods/index.ts';
import { atLocalPath, createPodVolumes, type MemoryMounts, type NfsMounts } from '../volumes/index.ts';
import { type CollectImages, ImageGarbage } from './image-garbage.ts';
import { KubeletWork } from './kubelet-work.ts';
import { expectedNode, type NodeDescription, reportNode, runRegistration } from './node-registration.ts';
import { groupByPriority, SHUTTING_DOWN, shutDownPods, shutdownPeriods } from './node-shutdown.ts';
import { NodeState } from './node-state.ts';
import { readPodUsage } from './node-usage.ts';
import { PodManager } from './pod-manager.ts';
import { type NodeImages, PodPreparation, readPullSecrets } from './pod-preparation.ts';
import { settingsRejection } from './pod-settings.ts';
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
  /** As `cluster.local`. */
  readonly clusterDomain: string;
  /** The text of /etc/hosts of the node. */
  readonly hosts: string;
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
  /** What `/configz` reports beside the configuration. */
  readonly reported?: ReportedConfiguration;
  /** Counts of the kubelet, which its API reports. */
  readonly counts?: KubeletCounts;
  /** How often the lease is renewed. @default 10 s */
  readonly renewMs?: number;
  /** @default KUBERNETES_DEFAULTS, without eviction */
  readonly configuration?: KubeletConfiguration;
  /** What the node has left. @default not watched */
  readonly readNode?: () => Promise<Readings>;
  /** Removes images that nothing uses. @default they stay */
  readonly collectImages?: CollectImages;
  /** Called when the node runs, with what ends it gracefully. */
  readonly onRunning?: (node: RunningNode) => void;
}

export interface RunningNode {
  /** Reports the node as not ready, ends its pods by their priorities, and reports each as failed. */
  shutDown(): Promise<void>;
}

/** How long pods have to remove containers that have ended, before one of them is evicted. */
const LONGEST_COLLECTION_MS = 5_000;

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
  readonly #runtimeClasses: Informer<RuntimeClass>;

  constructor(context: ControllerContext, options: NodeAgentOptions) {
    this.#context = context;
    this.#options = options;
    this.#client = options.client === undefined ? context.client : context.fenceClient(options.client);
    const { name } = options.description;
    this.#nodes = context.informers.informer(core.v1.nodes, { fieldSelector: `metadata.name=${name}` });
    this.#pods = context.informers.informer(core.v1.pods, { fieldSelector: `spec.nodeName=${name}` });
    this.#configMaps = context.informers.informer(core.v1.configmaps);
    this.#secrets = context.informers.informer(core.v1.secrets);
    this.#services = context.informers.informer(core.v1.services);
    this.#claims = context.informers.informer(core.v1.persistentvolumeclaims);
    this.#volumes = context.informers.informer(core.v1.persistentvolumes);
    this.#runtimeClasses = context.informers.informer(node.v1.runtimeclasses);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, random, logger } = this.#context;
    const { description, runtime, kubelets, directory, onStep, protectPod } = this.#options;
    const { name, address } = description;
    const state = new NodeState();
    const pods = this.#staticPods();
    const manager = new PodManager({
      pods,
      preparation: this.#preparation(),
      reports: this.#reports(pods),
      node: { hostIP: address, runtime: runtimeName(runtime) },
      admit: (pod, others) => this.#admit(pod, others, state),
      room: this.#room(),
      ...{ runtime, clock, random, logger, onStep, protectPod, probeObserver: this.#options.counts?.probes },
    });
    const images = this.#imageGarbage(pods);
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
    const { reported, counts } = this.#options;
    const work = new KubeletWork({
      ...{ node: name, directory, pods, nodes: this.#nodes, runtime, clock },
      configuration: { ...this.#configuration, ...reported },
    });
    kubelets?.serve({ work, clock, logger, has: (node) => node === name, ...counts });
    const ending = new AbortController();
    const until = AbortSignal.any([signal, ending.signal]);
    const parts = [
      runRegistration(description, { client: this.#client, clock, logger, state }, until),
      leases.run(until),
      pods.run(until),
      manager.run(until),
      ...this.#pressureParts(manager, images, state, until),
      ...(images === undefined ? [] : [images.run(until)]),
    ];
    this.#options.onRunning?.({ shutDown: () => this.#shutDown(manager, state) });
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

  #room(): NodeRoom {
    const { runtime, description } = this.#options;
    return {
      capacity: parseAmounts(description.allocatable ?? description.capacity),
      canResize: runtime.features.has('resources'),
      takenByOthers: ({ metadata }) => {
        const isOther = (pod: Pod): boolean =>
          pod.metadata.uid !== metadata.uid && !['Succeeded', 'Failed'].includes(pod.status?.phase ?? '');
        return this.#pods.list().filter(isOther).map(podRequests).reduce(addAmounts, {});
      },
    };
  }

  #preparation(): PodPreparation {
    const { directory, images, resolvConf, environment, memory: memoryVolumes, nfs, runtime } = this.#options;
    const { clusterDomain, hosts } = this.#options;
    const { name, capacity, allocatable = capacity } = this.#options.description;
    const config = new ConfigTracker({ configMaps: this.#configMaps, secrets: this.#secrets, pods: this.#pods });
    const services = this.#services;
    const tokens = new ServiceAccountTokens(this.#client, this.#context.clock);
    this.#pods.onChange(({ type, object }) => type === 'deleted' && tokens.forget(object));
    const isSingleUser = runtime.limitations.some(({ code }) => code === 'SingleUser');
    const volumes = createPodVolumes({
      directory: `${directory}/pods`,
      memory: memoryVolumes,
      nfs,
      hasGroups: !isSingleUser,
      sources: {
        configMap: async (namespace, name) => this.#configMaps.get(`${namespace}/${name}`),
        secret: async (namespace, name) => this.#secrets.get(`${namespace}/${name}`),
        serviceAccountToken: (pod, wish) => tokens.get(pod, wish),
        allocatable,
        isClaimTaken: (pod, claim) => this.#pods.list().some((other) => isUser(other, claim) && precedes(other, pod)),
        image: async (pod, { reference = '', pullPolicy = 'IfNotPresent' }) => {
          const container = { name: 'volume', image: reference, imagePullPolicy: pullPolicy };
          const pullSecrets = readPullSecrets(pod, config);
          const { signal } = new AbortController();
          return (await images.ensure(container, { signal, pullSecrets, onPulling: () => undefined })).image.root;
        },
        boundVolume: async (namespace, claim) => {
          const { spec, status } = this.#claims.get(`${namespace}/${claim}`) ?? {};
          const volume = status?.phase === 'Bound' ? this.#volumes.get(spec?.volumeName ?? '') : undefined;
          const { volumes: local } = this.#options;
          return volume === undefined || local === undefined ? volume : atLocalPath(volume, local);
        },
      },
    });
    const memory = parseQuantity(capacity.memory ?? '0').toNumber();
    return new PodPreparation({
      ...{ directory, images, volumes, resolvConf, environment, isSingleUser },
      runtime: { name: runtimeName(runtime), features: runtime.features },
      readLog: (file, options, signal) => runtime.readLog(file, options, signal),
      node: { name, clusterDomain, memory, hosts },
      findHandler: (runtimeClass) => this.#runtimeClasses.get(runtimeClass)?.handler,
      config: {
        keys: (place) => config.keys(place),
        values: (place) => config.values(place),
        get api() {
          return services.get('default/kubernetes');
        },
        services: (namespace) => services.list().filter(({ metadata }) => metadata.namespace === namespace),
        allocatable,
      },
    });
  }

  #staticPods(): StaticPods {
    const { description, directory } = this.#options;
    const { clock, logger } = this.#context;
    const { staticPodPath } = this.#configuration;
    const podResource = ({ metadata }: Pod) => this.#client.resource(core.v1.pods, metadata.namespace);
    return new StaticPods({
      node: description.name,
      nodeUid: () => this.#nodes.get(description.name)?.metadata.uid,
      directory: staticPodPath === '' ? undefined : resolve(directory, staticPodPath),
      bound: this.#pods,
      mirrors: {
        check: (pod) => podResource(pod).create(pod, { dryRun: true }),
        create: (pod) => podResource(pod).create(pod),
        delete: async (pod) => {
          const { name = '', uid } = pod.metadata;
          await ignoreGone(podResource(pod).delete(name, { gracePeriodSeconds: 0, preconditions: { uid } }));
        },
      },
      recordEvent: (event) => this.#recordNodeEvent(event),
      ...{ clock, logger },
    });
  }

  /** Why a pod is not run on this node; undefined for one that is. */
  #admit(pod: Pod, others: readonly Pod[], state: NodeState): Rejection | undefined {
    if (state.isShuttingDown) return SHUTTING_DOWN;
    const { description } = this.#options;
    const known = this.#nodes.get(description.name) ?? expectedNode(description, this.#context.clock.now(), state);
    // What it reports of itself may not have been written yet.
    const { capacity, allocatable = capacity } = description;
    const node = { ...known, status: { ...known.status, allocatable } };
    return (
      pressureRejection(pod, state.pressure) ??
      findRejection(pod, { node, others }) ??
      settingsRejection(pod, this.#options.runtime, this.#configuration.allowedUnsafeSysctls)
    );
  }

  #imageGarbage(pods: StaticPods): ImageGarbage | undefined {
    const { collectImages, runtime } = this.#options;
    if (collectImages === undefined) return undefined;
    return new ImageGarbage({
      configuration: this.#configuration,
      collect: collectImages,
      pods: () => pods.list(),
      recordEvent: (event) => this.#recordNodeEvent(event),
      ...{ runtime, clock: this.#context.clock, logger: this.#context.logger },
    });
  }

  /** Watches what the node has left, where it can be read. */
  #pressureParts(
    manager: PodManager,
    images: ImageGarbage | undefined,
    state: NodeState,
    signal: AbortSignal,
  ): readonly Promise<void>[] {
    const { readNode, runtime, directory } = this.#options;
    if (readNode === undefined) return [];
    const { clock, logger } = this.#context;
    const monitor = new PressureMonitor({
      configuration: this.#configuration,
      read: readNode,
      readUsage: (by) => readPodUsage(manager.active(), by, { runtime, directory }),
      reclaimDisk: async () => {
        const waiting = new AbortController();
        await Promise.race([manager.collect(), clock.sleep(LONGEST_COLLECTION_MS, waiting.signal)]);
        waiting.abort();
        await images?.collectAll(signal);
      },
      evict: (pod, failure) => manager.fail(pod, failure),
      onConditions: (conditions) => {
        state.pressure = conditions;
      },
      recordEvent: (event) => this.#recordNodeEvent(event),
      ...{ clock, logger },
    });
    return [monitor.run(signal)];
  }

  async #shutDown(manager: PodManager, state: NodeState): Promise<void> {
    const { clock, logger } = this.#context;
    state.shutDown();
    // Before the pods end: nothing new is to be placed here meanwhile.
    await reportNode(this.#options.description, this.#client, clock.now(), state).catch((error: unknown) => {
      logger.warn('cannot report that the node is shutting down', { error: toError(error) });
    });
    const groups = groupByPriority(manager.active(), shutdownPeriods(this.#configuration));
    await shutDownPods(groups, { clock, fail: (pod, failure) => manager.fail(pod, failure) });
  }

  get #configuration(): KubeletConfiguration {
    return this.#options.configuration ?? KUBERNETES_DEFAULTS;
  }

  #recordNodeEvent(event: RecordedEvent): void {
    const { name } = this.#options.description;
    const node: KubeObject = this.#nodes.get(name) ?? { apiVersion: 'v1', kind: 'Node', metadata: { name } };
    this.#context.events.record(node, { ...event, source: { component: 'kubelet', host: name } }, this.#client);
  }

  #reports(pods: StaticPods): PodReports {
    const podResource = ({ metadata }: Pod) => this.#client.resource(core.v1.pods, metadata.namespace);
    return {
      writeStatus: async (own: Pod, status: PodStatus, before?: PodStatus): Promise<boolean> => {
        const pod = pods.has(own) ? pods.findMirror(own) : own;
        if (pod === undefined) return false;
        const { name = '', uid } = pod.metadata;
        try {
          const stored = this.#pods.get(`${pod.metadata.namespace}/${name}`)?.status;
          const body = { metadata: { uid }, status: statusPatch(stored, status, before) };
          await podResource(pod).patch(name, { type: 'strategic', body }, { subresource: 'status' });
          return true;
        } catch (error) {
          if (isStatusError(error, 'NotFound') || isStatusError(error, 'Conflict')) return false;
          throw error;
        }
      },
      confirmDeletion: async (pod) => {
        if (pods.has(pod)) {
          pods.confirmEnded(pod);
          return;
        }
        const { name = '', uid } = pod.metadata;
        await ignoreGone(podResource(pod).delete(name, { gracePeriodSeconds: 0, preconditions: { uid } }));
      },
      recordEvent: (pod, event) => {
        const source = { component: 'kubelet', host: this.#options.description.name };
        this.#context.events.record(pod, { ...event, source }, this.#client);
      },
    };
  }
}

/** What is gone, or is another object of the name, needs no deletion. */
async function ignoreGone(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
  }
}

/** What ids of containers begin with: `sandbox`. */
function runtimeName({ version }: ContainerRuntime): string {
  return version.split(':')[0] ?? '';
}

function isUser({ spec }: Pod, claim: string): boolean {
  return spec?.volumes?.some(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName === claim) ?? false;
}

/** Whether another pod of the namespace goes on and was here before. */
function precedes(other: Pod, { metadata }: Pod): boolean {
  const { phase, startTime = '' } = other.status ?? {};
  const isOther = other.metadata.namespace === metadata.namespace && other.metadata.uid !== metadata.uid;
  if (!isOther || phase === 'Succeeded' || phase === 'Failed' || startTime === '') return false;
  return phase === 'Running' || startTime < (metadata.creationTimestamp ?? '');
}
