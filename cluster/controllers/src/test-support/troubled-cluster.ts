import type { KubeClient } from '@kubemin/kube';
import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster, type TestClusterOptions } from '@kubemin/testing';
import { deployment, template } from './workload.ts';

const BYSTANDER = 'bystander';
const REPLICAS = 2;

/** A cluster with faulty workloads, and a bystander that must not be affected. */
export class TroubledCluster {
  readonly #cluster: TestCluster;
  #version = 1;

  private constructor(cluster: TestCluster) {
    this.#cluster = cluster;
  }

  static async start(options: TestClusterOptions = {}): Promise<TroubledCluster> {
    const cluster = await startTestCluster({ nodes: 3, ...options });
    const troubled = new TroubledCluster(cluster);
    await troubled.namespace(BYSTANDER);
    await troubled.#bystanders.create(deployment(BYSTANDER, REPLICAS));
    return troubled;
  }

  get client(): KubeClient {
    return this.#cluster.client;
  }

  close(): Promise<void> {
    return this.#cluster.close();
  }

  async namespace(name: string): Promise<void> {
    await this.client.resource(core.v1.namespaces).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }

  /** A rollout begun now, with all that is wrong around it, is finished. */
  async bystanderRollsOut(): Promise<void> {
    this.#version += 1;
    const body = { spec: { template: template(BYSTANDER, { image: `shop:${this.#version}` }) } };
    const { metadata } = await this.#bystanders.patch(BYSTANDER, { type: 'strategic', body });
    await eventually(async () => {
      const { status } = await this.#bystanders.get(BYSTANDER);
      const { updatedReplicas, availableReplicas, replicas, observedGeneration } = status ?? {};
      const counts = [updatedReplicas, availableReplicas, replicas];
      return observedGeneration === metadata.generation && counts.every((count) => count === REPLICAS);
    });
  }

  /** The event of an object with this reason, as `Type: message`; any of them, where there are several. */
  async eventMessage(namespace: string, name: string, reason: string): Promise<string> {
    const [first = ''] = await eventually(() => this.listEventMessages(namespace, name, reason), {
      until: (all) => all.length > 0,
    });
    return first;
  }

  /** All events of it with this reason until now, in no order. */
  async listEventMessages(namespace: string, name: string, reason: string): Promise<readonly string[]> {
    const { items } = await this.client.resource(core.v1.events, namespace).list();
    return items
      .filter((event) => event.involvedObject.name === name && event.reason === reason)
      .map(({ type, message }) => `${type}: ${message}`);
  }

  get #bystanders() {
    return this.client.resource(apps.v1.deployments, BYSTANDER);
  }
}

/** `True Reason: message` of the condition of a type. */
export function formatCondition(
  conditions:
    | readonly { readonly type: string; readonly status: string; readonly reason?: string; readonly message?: string }[]
    | undefined,
  type: string,
): string | undefined {
  const found = conditions?.find((condition) => condition.type === type);
  return found && `${found.status} ${found.reason}: ${found.message}`;
}
