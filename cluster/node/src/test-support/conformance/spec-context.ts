import type { KubeClient, ResourceClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import type { ConfigMap, Container, Pod, PodSpec, Secret, Service, Volume } from '@kubemin/kubeapi/types/core.v1';
import { eventually } from '@kubemin/testing';
import type { RuntimeFeature } from '../../runtime/index.ts';
import { IMAGES } from '../pod-scenarios/scenario.ts';

/** A conformance spec of Kubernetes, and the scenario of our own that shows what its name promises. */
export interface ConformanceSpec {
  /** The name as Kubernetes has it. */
  readonly name: string;
  readonly show: (context: SpecContext) => Promise<unknown>;
  /** Takes long, or is like another one: only where tests go further. */
  readonly long?: boolean;
  /** What the runtime of the node must have. */
  readonly needs?: RuntimeFeature;
}

/** `show` by name, for tables. */
export type Specs = Readonly<Record<string, ConformanceSpec['show']>>;

export type ObjectData = Readonly<Record<string, string>>;

export const NAMESPACE = 'default';

/** What a spec works with: the cluster of a real node, and object names that no other spec has. */
export class SpecContext {
  readonly client: KubeClient;
  /** The name of its objects; each kind has its own names. */
  readonly name: string;
  readonly #removals: (() => Promise<unknown>)[] = [];

  constructor(client: KubeClient, name: string) {
    this.client = client;
    this.name = name;
  }

  get pods(): ResourceClient<Pod> {
    return this.client.resource(core.v1.pods, NAMESPACE);
  }

  get services(): ResourceClient<Service> {
    return this.client.resource(core.v1.services, NAMESPACE);
  }

  async addConfigMap(data: ObjectData, more: Partial<ConfigMap> = {}): Promise<void> {
    const maps = this.client.resource(core.v1.configmaps, NAMESPACE);
    await maps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: this.name }, data, ...more });
  }

  async addSecret(stringData: ObjectData, more: Partial<Secret> = {}): Promise<void> {
    const secrets = this.client.resource(core.v1.secrets, NAMESPACE);
    await secrets.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: this.name }, stringData, ...more });
  }

  createPod(spec: PodSpec, metadata: Pod['metadata'] = {}, name = this.name): Promise<Pod> {
    return this.pods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, name }, spec });
  }

  /** Waits until the pod is as it should be; a failure shows what it was. */
  waitForPod(until: (pod: Pod) => boolean, name = this.name): Promise<Pod> {
    return eventually(() => this.pods.get(name), { until });
  }

  /** What `end` does first: a controller would make its pods again. */
  onEnd(remove: () => Promise<unknown>): void {
    this.#removals.push(remove);
  }

  /** Deletes its pods, without waiting for their end. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#removals.map((remove) => remove()));
    const { items } = await this.pods.list();
    const own = items.filter(({ metadata: { name = '' } }) => name === this.name || name.startsWith(`${this.name}-`));
    await Promise.allSettled(
      own.map(({ metadata: { name = '' } }) => this.pods.delete(name, { gracePeriodSeconds: 0 })),
    );
  }

  /** Deletes the pod and waits until it is gone. */
  async deletePod(): Promise<void> {
    await this.pods.delete(this.name, { gracePeriodSeconds: 1 });
    await eventually(async () => (await this.pods.find(this.name)) === undefined);
  }

  async waitForEnd(name = this.name): Promise<Pod> {
    return this.waitForPod(({ status }) => status?.phase === 'Succeeded' || status?.phase === 'Failed', name);
  }

  /** Runs a script that checks what it finds in its container: it fails where something else is there. */
  async check(script: string, more: Partial<Container> = {}, spec: Partial<PodSpec> = {}): Promise<Pod> {
    return this.checkPod({ containers: [checker(script, more)], ...spec });
  }

  async checkPod(spec: PodSpec, metadata: Pod['metadata'] = {}, name = this.name): Promise<Pod> {
    await this.createPod({ restartPolicy: 'Never', ...spec }, metadata, name);
    const pod = await this.waitForEnd(name);
    if (pod.status?.phase !== 'Succeeded') throw new Error(`the pod failed: ${JSON.stringify(pod.status)}`);
    return pod;
  }
}

/** A container whose last lines are in its status when it fails. `expect A B` compares texts. */
export function checker(script: string, more: Partial<Container> = {}): Container {
  const functions = 'expect() { [ "$1" = "$2" ] || { echo "found <$1> instead of <$2>"; exit 1; }; }';
  return {
    ...{ name: 'main', image: IMAGES.host, command: ['sh', '-c', `${functions}\n${script}`] },
    terminationMessagePolicy: 'FallbackToLogsOnError',
    ...more,
  };
}

/** A pod with one volume at /data. */
export function withVolume(volume: Omit<Volume, 'name'>, script: string, more: Partial<Container> = {}): PodSpec {
  const volumeMounts = [{ name: 'data', mountPath: '/data' }];
  return { containers: [checker(script, { volumeMounts, ...more })], volumes: [{ name: 'data', ...volume }] };
}

export function specsOf(specs: Specs, more: Pick<ConformanceSpec, 'long' | 'needs'> = {}): readonly ConformanceSpec[] {
  return Object.entries(specs).map(([name, show]) => ({ name, show, ...more }));
}

/** `ls` shows the mode of a file as these ten characters. */
export const mode = (path: string): string => `"$(ls -ldL ${path} | head -c 10)"`;
