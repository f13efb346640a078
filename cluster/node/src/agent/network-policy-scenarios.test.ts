import { core, networking } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { NetworkPolicy } from '@kubemin/kubeapi/types/networking.v1';
import { eventually, missingNamespaces } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeNodeImage } from '../images/base-images.ts';
import { openPacketFilter } from '../network/nft/nft-program.ts';
import { ConnectionProbes, type Probe, probePod } from '../test-support/connection-probe.ts';
import {
  POLICY_NAMESPACES,
  POLICY_PODS,
  POLICY_PROBES,
  POLICY_SCENARIOS,
  type PolicyScenario,
} from '../test-support/policy-scenarios.ts';
import { type PrivateNode, startPrivateNode } from '../test-support/private-node.ts';
import { PROGRAM_DIRECTORIES } from '../test-support/stop-node.ts';

const PLACES = POLICY_NAMESPACES.flatMap((namespace) => POLICY_PODS.map((pod) => `${namespace}/${pod}`));
const REFUSED = 'EHOSTUNREACH';

/** One node with all pods of the scenarios. */
class PolicyCluster {
  readonly node: PrivateNode;
  readonly probes: ConnectionProbes;
  readonly #addresses = new Map<string, string>();
  #names: readonly (readonly [namespace: string, name: string])[] = [];

  constructor(node: PrivateNode) {
    this.node = node;
    this.probes = new ConnectionProbes(node.dial);
  }

  address(place: string): string {
    return this.#addresses.get(place) ?? '';
  }

  pods(namespace: string) {
    return this.node.client.resource(core.v1.pods, namespace);
  }

  policies(namespace: string) {
    return this.node.client.resource(networking.v1.networkpolicies, namespace);
  }

  async start(): Promise<void> {
    for (const name of POLICY_NAMESPACES) {
      const metadata = { name, labels: { ns: name } };
      await this.node.client.resource(core.v1.namespaces).create({ apiVersion: 'v1', kind: 'Namespace', metadata });
    }
    await Promise.all(PLACES.map((place) => this.startPod(place)));
  }

  async startPod(place: string, pod = probePod(place.slice(2))): Promise<string> {
    const pods = this.pods(place.slice(0, 1));
    await eventually(() => pods.create(pod));
    const ready = await eventually(() => pods.get(pod.metadata.name ?? ''), { until: isReady });
    this.#addresses.set(place, ready.status?.podIP ?? '');
    return this.address(place);
  }

  async replacePolicies(policies: readonly NetworkPolicy[]): Promise<void> {
    for (const [namespace, name] of this.#names) await this.policies(namespace).delete(name);
    this.#names = policies.map(({ metadata }) => [metadata.namespace ?? '', metadata.name ?? '']);
    for (const policy of policies) await this.policies(policy.metadata.namespace ?? '').create(policy);
  }

  /** The connections that are other than a scenario has them, as `x/a to y/b tcp 80: EHOSTUNREACH`. */
  async findDifferences({ isOpen }: Pick<PolicyScenario, 'isOpen'>): Promise<readonly string[]> {
    const found = await Promise.all(
      PLACES.map(async (from) => {
        const attempts = PLACES.filter((to) => to !== from).flatMap((to) =>
          POLICY_PROBES.map((probe) => ({ to, probe, isOpen: isOpen(from, to, probe) })),
        );
        const probes = attempts.map(({ to, probe }): Probe => {
          const [protocol, port] = probe.split(' ');
          return { protocol: protocol === 'udp' ? 'udp' : 'tcp', host: this.address(to), port: Number(port) };
        });
        const results = await this.probes.run(this.address(from), probes);
        return attempts.flatMap(({ to, probe, isOpen: wanted }, index) => {
          // What is open sees the address of the pod itself.
          const expected = wanted ? this.address(from) : REFUSED;
          return results[index] === expected ? [] : [`${from} to ${to} ${probe}: ${results[index]}`];
        });
      }),
    );
    return found.flat();
  }
}

function isReady({ status }: Pod): boolean {
  return status?.conditions?.some(({ type, status: holds }) => type === 'Ready' && holds === 'True') ?? false;
}

const missing = (await missingNamespaces()) ?? (await missingFilter());

async function missingFilter(): Promise<string | undefined> {
  const choice = await openPacketFilter(PROGRAM_DIRECTORIES);
  return choice.kind === 'missing' && process.getuid?.() === 0 ? choice.reason : undefined;
}

describe.skipIf(missing !== undefined)(
  `network policies${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    let cluster: PolicyCluster;
    beforeAll(async () => {
      const machine = { nodePath: process.execPath, nodeVersion: process.version, directories: PROGRAM_DIRECTORIES };
      cluster = new PolicyCluster(await startPrivateNode({ addImages: (store) => makeNodeImage(store, machine) }));
      await cluster.start();
    });
    afterAll(() => cluster?.node.close());

    test.each(POLICY_SCENARIOS)('$name', async ({ policies, isOpen }) => {
      await cluster.replacePolicies(policies((place) => cluster.address(place)));
      await eventually(() => cluster.findDifferences({ isOpen }), {
        until: (differences) => differences.length === 0,
        timeoutMs: 10_000,
      });
      expect(await cluster.findDifferences({ isOpen })).toEqual([]);
    });
  },
);
