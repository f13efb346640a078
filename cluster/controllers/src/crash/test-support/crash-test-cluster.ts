import { Disposables, systemClock } from '@kubemin/base';
import { createKubeClient, type KubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, ManagerRelay, startTestCluster, startTestNodes, temporaryDirectory } from '@kubemin/testing';
import { runModule } from '../../test-support/run-module.ts';
import { probeControllers } from './controller-probe.ts';
import { type CrashOptions, CrashPlan } from './crash-plan.ts';
import { managerChild } from './manager-child.ts';
import type { Scenario } from './scenario.ts';
import { prepareNodes, SHARED_NODES } from './scenario-nodes.ts';
import { runScenarios, type ScenarioRun } from './scenario-run.ts';
import { scriptedNode } from './scripted-node.ts';
import { WriteGate } from './write-gate.ts';

/** A scenario and what is to go wrong with it. */
export interface ScenarioPart {
  readonly scenario: Scenario;
  readonly strike?: CrashOptions | undefined;
  /** How an undisturbed run ended. */
  readonly expected?: readonly string[] | undefined;
}

/**
 * A real API server on a real store and simulated nodes in this process; the controllers in another one, which reaches
 * them over http and can be killed.
 */
export class CrashTestCluster {
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

  static async open(): Promise<CrashTestCluster> {
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
    await prepareNodes(client);
    const cache = await temporaryDirectory();
    open.add(cache.remove);
    const { address } = cluster;
    const relay = new ManagerRelay((number) =>
      managerChild({ cluster: address, identity: `manager-${number}`, cacheDirectory: cache.path }),
    );
    open.add(() => relay.close());
    await relay.start();
    return new CrashTestCluster({ client, relay, gate, open });
  }

  get kills(): number {
    return this.#relay.kills;
  }

  /** Runs all parts at the same time; a crash affects all of them. Resolves when their namespaces are deleted. */
  async runAll(parts: readonly ScenarioPart[]): Promise<readonly ScenarioRun[]> {
    const strikes = new Map<string, CrashPlan>();
    this.#gate.decide = (arrival) => {
      const strike = this.#relay.runs(arrival.by) ? strikes.get(arrival.namespace) : undefined;
      return strike?.decide(arrival) ?? { kind: 'pass' };
    };
    const runs = await runScenarios(
      parts.map(({ scenario, strike, expected }) => {
        this.#namespaces += 1;
        const namespace = `stage-${this.#namespaces}`;
        const counted = new CrashPlan(strike, (identity) => this.#relay.replace(identity));
        const arm = (): void => void strikes.set(namespace, counted);
        return { scenario, expected, namespace, client: this.#client, strike: counted, arm };
      }),
      () => probeControllers(this.#client),
    );
    strikes.clear();
    await this.#clear(runs.map(({ namespace }) => namespace));
    return runs;
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
