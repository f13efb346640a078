import { Disposables, systemClock } from '@kubemin/base';
import { createKubeClient, type KubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, ManagerRelay, startTestCluster, startTestNodes, temporaryDirectory } from '@kubemin/testing';
import { runModule } from '../../test-support/run-module.ts';
import { runErrand } from './errand.ts';
import { managerChild } from './manager-child.ts';
import { type Performance, perform } from './performance.ts';
import type { Scenario } from './scenario.ts';
import { scriptedNode } from './scripted-node.ts';
import { furnishStage, SHARED_NODES } from './stage-nodes.ts';
import { Strike, type StrikeWishes } from './strike.ts';
import { WriteGate } from './write-gate.ts';

/** A scenario and what is to go wrong with it. */
export interface Part {
  readonly scenario: Scenario;
  readonly strike?: StrikeWishes | undefined;
  /** How an undisturbed performance ended. */
  readonly expected?: readonly string[] | undefined;
}

/**
 * A real API server on a real store and simulated nodes in this process; the controllers in another one, which reaches
 * them over http and can be killed.
 */
export class Theatre {
  readonly #client: KubeClient;
  readonly #relay: ManagerRelay;
  readonly #gate: WriteGate;
  readonly #open: Disposables;
  #namespaces = 0;

  private constructor(parts: { client: KubeClient; relay: ManagerRelay; gate: WriteGate; open: Disposables }) {
    this.#client = parts.client;
    this.#relay = parts.relay;
    this.#gate = parts.gate;
    this.#open = parts.open;
  }

  static async open(): Promise<Theatre> {
    const open = new Disposables();
    const gate = new WriteGate();
    const store = await temporaryDirectory();
    open.add(store.remove);
    const cluster = await startTestCluster({
      transport: 'http',
      controllers: false,
      directory: store.path,
      around: gate.around,
    });
    open.add(cluster.close);
    const client = createKubeClient(cluster.loopback);
    open.add(await startTestNodes(client, { nodes: SHARED_NODES + 1 }));
    open.add(await runModule(client, scriptedNode(), systemClock));
    await furnishStage(client);
    const cache = await temporaryDirectory();
    open.add(cache.remove);
    const { address } = cluster;
    const relay = new ManagerRelay((number) =>
      managerChild({ cluster: address, identity: `manager-${number}`, cacheDirectory: cache.path }),
    );
    open.add(() => relay.close());
    await relay.start();
    return new Theatre({ client, relay, gate, open });
  }

  get kills(): number {
    return this.#relay.kills;
  }

  /** Plays all parts at the same time; whoever dies, dies for all. Resolves when the stage is empty again. */
  async play(parts: readonly Part[]): Promise<readonly Performance[]> {
    const strikes = new Map<string, Strike>();
    this.#gate.decide = (arrival) => {
      const strike = this.#relay.runs(arrival.by) ? strikes.get(arrival.namespace) : undefined;
      return strike?.decide(arrival) ?? { kind: 'pass' };
    };
    const performances = await perform(
      parts.map(({ scenario, strike, expected }) => {
        this.#namespaces += 1;
        const namespace = `stage-${this.#namespaces}`;
        const counted = new Strike(strike, (identity) => this.#relay.replace(identity));
        const arm = (): void => void strikes.set(namespace, counted);
        return { scenario, expected, namespace, client: this.#client, strike: counted, arm };
      }),
      () => runErrand(this.#client),
    );
    strikes.clear();
    await this.#clear(performances.map(({ namespace }) => namespace));
    return performances;
  }

  close(): Promise<void> {
    return this.#open.dispose();
  }

  async #clear(namespaces: readonly string[]): Promise<void> {
    const resource = this.#client.resource(core.v1.namespaces);
    for (const namespace of namespaces) {
      if ((await resource.find(namespace)) !== undefined) await resource.delete(namespace);
    }
    const left = async () =>
      (await resource.list()).items.filter(({ metadata: { name = '' } }) => namespaces.includes(name));
    await eventually(left, { until: (found) => found.length === 0 });
  }
}
