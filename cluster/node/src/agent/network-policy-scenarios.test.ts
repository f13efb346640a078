import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { core, networking } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { NetworkPolicy, NetworkPolicyPeer } from '@kubemin/kubeapi/types/networking.v1';
import { eventually, missingNamespaces } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeNodeImage } from '../images/base-images.ts';
import { openPacketFilter } from '../network/nft/nft-program.ts';
import { POLICY_TABLE } from '../network/policies/policy-ruleset.ts';
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
const NODE_ADDRESS = '10.244.0.1';
const API_ADDRESS = '10.96.0.1';
const DNS_ADDRESS = '10.96.0.10';
const run = promisify(execFile);

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

  /** Those of the differences that are no pauses of a busy machine. */
  async findContradictions(scenario: Pick<PolicyScenario, 'isOpen'>): Promise<readonly string[]> {
    const differences = await this.findDifferences(scenario);
    return differences.filter((each) => !/(silent|ETIMEDOUT)$/.test(each));
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

function ingressPolicy(
  namespace: string,
  podLabels: Readonly<Record<string, string>>,
  from: readonly NetworkPolicyPeer[],
): NetworkPolicy {
  return {
    ...{ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'policy', namespace } },
    spec: {
      podSelector: { matchLabels: podLabels },
      policyTypes: ['Ingress'],
      ingress: from.length === 0 ? [] : [{ from }],
    },
  };
}

/** The table of policies as the kernel has it. */
async function filterRules({ anchor: { enter } }: PrivateNode): Promise<string> {
  const [program = '', ...words] = [...enter, 'nft', 'list', 'table', 'ip', POLICY_TABLE];
  return (await run(program, words)).stdout;
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
      expect(await cluster.findContradictions({ isOpen })).toEqual([]);
    });

    test('services are judged by the pod behind them, and by the pod that connects', async () => {
      const service = await cluster.node.client.resource(core.v1.services, 'x').create({
        ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' } },
        spec: { type: 'NodePort', selector: { pod: 'a' }, ports: [{ port: 8080, targetPort: 80 }] },
      });
      const nodePort = service.spec?.ports?.[0]?.nodePort ?? 0;
      const viaService: Probe = { protocol: 'tcp', host: service.spec?.clusterIP ?? '', port: 8080 };
      const viaNodePort: Probe = { protocol: 'tcp', host: NODE_ADDRESS, port: nodePort };
      await cluster.replacePolicies([
        ingressPolicy('x', { pod: 'a' }, [{ namespaceSelector: { matchLabels: { ns: 'y' } } }]),
      ]);
      const see = (place: string) => cluster.probes.run(cluster.address(place), [viaService, viaNodePort]);
      await eventually(() => see('z/a'), { until: (results) => results.every((result) => result === REFUSED) });
      expect(await see('y/a')).toEqual([cluster.address('y/a'), NODE_ADDRESS]);
      // A pod may always reach itself.
      expect(await see('x/a')).toEqual([NODE_ADDRESS, NODE_ADDRESS]);
    });

    test('cluster DNS is judged as the pods that serve it elsewhere, and the API server by its address', async () => {
      const probes: readonly Probe[] = [
        { protocol: 'tcp', host: DNS_ADDRESS, port: 53 },
        { protocol: 'tcp', host: API_ADDRESS, port: 443 },
      ];
      const see = () => cluster.probes.run(cluster.address('x/a'), probes);
      const allowing = (to: readonly NetworkPolicyPeer[]): NetworkPolicy => ({
        ...{ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'dns', namespace: 'x' } },
        spec: { podSelector: {}, policyTypes: ['Egress'], egress: to.length === 0 ? [] : [{ to }] },
      });
      const expectSeen = async (to: readonly NetworkPolicyPeer[], expected: readonly string[]): Promise<void> => {
        await cluster.replacePolicies([allowing(to)]);
        await eventually(see, { until: (results) => results.join() === expected.join() });
      };
      await expectSeen([], [REFUSED, REFUSED]);
      const kubeSystem = { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } };
      await expectSeen(
        [{ namespaceSelector: kubeSystem, podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }],
        ['silent', REFUSED],
      );
      await expectSeen([{ ipBlock: { cidr: `${API_ADDRESS}/32` } }], [REFUSED, 'silent']);
    });

    test('labels of pods and namespaces that change are followed', async () => {
      await cluster.replacePolicies([
        ingressPolicy('x', {}, [{ namespaceSelector: { matchLabels: { open: 'yes' } } }]),
      ]);
      const probe: Probe = { protocol: 'tcp', host: cluster.address('x/b'), port: 80 };
      const see = async () => (await cluster.probes.run(cluster.address('y/b'), [probe]))[0];
      await eventually(see, { until: (result) => result === REFUSED });
      const namespaces = cluster.node.client.resource(core.v1.namespaces);
      await namespaces.patch('y', { type: 'merge', body: { metadata: { labels: { open: 'yes' } } } });
      await eventually(see, { until: (result) => result === cluster.address('y/b') });
      await namespaces.patch('y', { type: 'merge', body: { metadata: { labels: { open: null } } } });
      await eventually(see, { until: (result) => result === REFUSED });

      await cluster.replacePolicies([ingressPolicy('x', { pod: 'b' }, [])]);
      await eventually(see, { until: (result) => result === REFUSED });
      await cluster.pods('x').patch('b', { type: 'merge', body: { metadata: { labels: { pod: 'other' } } } });
      await eventually(see, { until: (result) => result === cluster.address('y/b') });
      await cluster.pods('x').patch('b', { type: 'merge', body: { metadata: { labels: { pod: 'b' } } } });
    });

    test('a change of policies opens nothing and closes nothing for a moment', async () => {
      const peers = (n: number): readonly NetworkPolicyPeer[] => [
        { namespaceSelector: { matchLabels: { ns: 'y' } } },
        { ipBlock: { cidr: `198.51.100.${n}/32` } },
      ];
      await cluster.replacePolicies([ingressPolicy('x', {}, peers(0))]);
      const probe: Probe = { protocol: 'tcp', host: cluster.address('x/c'), port: 80 };
      const see = async () => (await cluster.probes.run(cluster.address('z/c'), [probe]))[0];
      await eventually(see, { until: (result) => result === REFUSED });
      const work = Promise.withResolvers<void>();
      const seen = Promise.all(
        ['y/c', 'z/c'].map((place) => cluster.probes.repeat(cluster.address(place), probe, () => work.promise)),
      );
      const policies = cluster.policies('x');
      for (let n = 1; n <= 10; n += 1) {
        await policies.patch('policy', { type: 'merge', body: { spec: ingressPolicy('x', {}, peers(n)).spec } });
        await eventually(async () => (await filterRules(cluster.node)).includes(`198.51.100.${n}`));
      }
      work.resolve();
      const [allowed, denied] = await seen;
      expect(Object.keys(allowed ?? {})).toEqual([cluster.address('y/c')]);
      expect(Object.keys(denied ?? {})).toEqual([REFUSED]);
    });

    test('a connection that is established goes on', async () => {
      await cluster.replacePolicies([]);
      const probe: Probe = { protocol: 'tcp', host: cluster.address('x/a'), port: 80 };
      const see = async () => (await cluster.probes.run(cluster.address('z/a'), [probe]))[0];
      await eventually(see, { until: (result) => result === cluster.address('z/a') });
      await cluster.probes.hold(cluster.address('z/a'), cluster.address('x/a'));
      await cluster.replacePolicies([ingressPolicy('x', {}, [])]);
      await eventually(see, { until: (result) => result === REFUSED });
      expect(await cluster.probes.echo(cluster.address('z/a'), 'still here')).toBe('still here');
    });

    test('a new pod is isolated before it runs, and its probes reach it', async () => {
      const isolated = { matchLabels: { early: 'yes' } };
      const spec = { podSelector: isolated, policyTypes: ['Ingress', 'Egress'] };
      await cluster.replacePolicies([
        {
          apiVersion: 'networking.k8s.io/v1',
          kind: 'NetworkPolicy',
          metadata: { name: 'early', namespace: 'z' },
          spec,
        },
      ]);
      const names = Array.from({ length: 6 }, (_, index) => `early-${index}`);
      const labels = { early: 'yes' };
      const pods = cluster.pods('z');
      for (const name of names) await pods.create(probePod(name, { labels, first: cluster.address('x/a') }));
      const results = await Promise.all(
        names.map((name) =>
          eventually(async () => (await pods.get(name)).status?.containerStatuses?.[0]?.state?.terminated?.message, {
            until: (message) => message !== undefined,
          }),
        ),
      );
      expect(new Set(results)).toEqual(new Set([REFUSED]));
      // Becomes ready by a probe of the node.
      await cluster.startPod('z/ready', probePod('ready', { labels }));
      for (const name of [...names, 'ready']) await pods.delete(name);
    });

    test('policies hold while the agent is killed and from the first moment of the next one', async () => {
      await cluster.replacePolicies([ingressPolicy('x', {}, [{ namespaceSelector: { matchLabels: { ns: 'y' } } }])]);
      const isOpen = (from: string, to: string): boolean => !to.startsWith('x') || from.startsWith('y');
      await eventually(() => cluster.findDifferences({ isOpen }), { until: ({ length }) => length === 0 });
      const before = await filterRules(cluster.node);
      await cluster.node.restart();
      expect(await filterRules(cluster.node)).toContain('ingress_pods');
      expect(before).toContain('ingress_pods');
      const see = (): Promise<readonly string[]> => cluster.findContradictions({ isOpen });
      // The socket to pods is served a moment after the agent is ready.
      expect(await eventually(see, { until: () => true })).toEqual([]);
    });

    test('the node reports that it enforces policies; rules for SCTP are named by an event', async () => {
      const node = await cluster.node.client.resource(core.v1.nodes).get('machine');
      expect(node.status?.conditions?.find(({ type }) => type === 'kubemin.io/NoNetworkPolicy')?.status).toBe('False');
      const events = cluster.node.client.resource(core.v1.events, 'x');
      await eventually(async () => (await events.list()).items, {
        until: (items) => items.some(({ reason }) => reason === 'SCTPNotSupported'),
      });
    });
  },
);
