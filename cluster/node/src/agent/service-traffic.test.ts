import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { core, discovery } from '@kubemin/kubeapi/resources';
import type { Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import { eventually, missingNamespaces } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeNodeImage } from '../images/base-images.ts';
import { openPacketFilter } from '../network/nft/nft-program.ts';
import { ConnectionProbes, type Probe, probePod } from '../test-support/connection-probe.ts';
import { type PrivateNode, startPrivateNode } from '../test-support/private-node.ts';
import { PROGRAM_DIRECTORIES } from '../test-support/stop-node.ts';

const run = promisify(execFile);
const NODE_ADDRESS = '10.244.0.1';
const PODS = ['client', 'other', 'one', 'two'] as const;

const missing = (await missingNamespaces()) ?? (await missingFilter());

async function missingFilter(): Promise<string | undefined> {
  const choice = await openPacketFilter(PROGRAM_DIRECTORIES);
  return choice.kind === 'missing' && process.getuid?.() === 0 ? choice.reason : undefined;
}

describe.skipIf(missing !== undefined)(`services${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  let node: PrivateNode;
  let probes: ConnectionProbes;
  const addresses = new Map<string, string>();
  const address = (pod: string): string => addresses.get(pod) ?? '';
  const pods = () => node.client.resource(core.v1.pods, 'default');
  const services = () => node.client.resource(core.v1.services, 'default');

  beforeAll(async () => {
    const machine = { nodePath: process.execPath, nodeVersion: process.version, directories: PROGRAM_DIRECTORIES };
    node = await startPrivateNode({ addImages: (store) => makeNodeImage(store, machine) });
    probes = new ConnectionProbes(node.dial);
    await Promise.all(PODS.map((name) => startPod(probePod(name, { labels: { app: 'probe' } }))));
  });
  afterAll(() => node?.close());

  async function startPod(pod: Pod): Promise<void> {
    const { name = '' } = pod.metadata;
    await eventually(() => pods().create(pod));
    const { status } = await eventually(() => pods().get(name), { until: (found) => hasCondition(found, 'Ready') });
    addresses.set(name, status?.podIP ?? '');
  }

  function createService(name: string, spec: Service['spec']): Promise<Service> {
    return services().create({ apiVersion: 'v1', kind: 'Service', metadata: { name }, ...(spec && { spec }) });
  }

  /** What a pod gets from an address when it connects once. */
  async function ask(from: string, host: string, port: number, protocol: Probe['protocol'] = 'tcp'): Promise<string> {
    const [result = ''] = await probes.run(address(from), [{ protocol, host, port }]);
    return result;
  }

  const nodePort = ({ spec }: Service): number => spec?.ports?.[0]?.nodePort ?? 0;
  const clusterIp = ({ spec }: Service): string => spec?.clusterIP ?? '';

  test('with external policy Local a node port keeps the address of the client; with Cluster it is that of the node', async () => {
    const spec = { type: 'NodePort', selector: { pod: 'one' }, ports: [{ port: 80 }] };
    const local = await createService('local', { ...spec, externalTrafficPolicy: 'Local' });
    const cluster = await createService('cluster', spec);
    const see = (service: Service) => ask('client', NODE_ADDRESS, nodePort(service));
    await eventually(() => see(local), { until: (result) => result === address('client') });
    await eventually(() => see(cluster), { until: (result) => result === NODE_ADDRESS });
  });

  test('a load balancer with external policy Local serves its health check, and admits the ranges that it has', async () => {
    const service = await createService('balanced', {
      ...{ type: 'LoadBalancer', selector: { pod: 'one' }, ports: [{ port: 80 }], externalTrafficPolicy: 'Local' },
      loadBalancerSourceRanges: [`${address('client')}/32`],
    });
    const status = { loadBalancer: { ingress: [{ ip: '198.51.100.10' }] } };
    await services().patch('balanced', { type: 'merge', body: { status } }, { subresource: 'status' });
    const see = (from: string) => ask(from, '198.51.100.10', 80);
    await eventually(() => see('client'), { until: (result) => result === address('client') });
    expect(await see('other')).toBe('ECONNREFUSED');
    const healthPort = service.spec?.healthCheckNodePort ?? 0;
    // Not a server of the probe's protocol: that it refuses a line which is no request is enough here.
    await eventually(() => ask('client', NODE_ADDRESS, healthPort), { until: (result) => result !== 'ECONNREFUSED' });
    await services().delete('balanced');
    await eventually(() => ask('client', NODE_ADDRESS, healthPort), { until: (result) => result === 'ECONNREFUSED' });
  });

  test('with session affinity a client stays with one endpoint until that is gone', async () => {
    const service = await createService('sticky', {
      ...{ selector: { sticky: 'yes' }, ports: [{ port: 80, targetPort: 83 }], sessionAffinity: 'ClientIP' },
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } },
    });
    for (const name of ['one', 'two']) await label(name, { sticky: 'yes' });
    const see = () => ask('client', clusterIp(service), 80);
    const first = await eventually(see, { until: (result) => result === 'one' || result === 'two' });
    for (let turn = 0; turn < 8; turn += 1) expect(await see()).toBe(first);
    await label(first, { sticky: null });
    const second = first === 'one' ? 'two' : 'one';
    await eventually(see, { until: (result) => result === second });
  });

  test('a client of UDP that never pauses is moved when its endpoint is gone, and when the first one comes', async (context) => {
    if ((await openPacketFilter(PROGRAM_DIRECTORIES)).kind === 'missing') context.skip('nft is not installed');
    const service = await createService('datagrams', {
      ...{ selector: { datagrams: 'yes' }, ports: [{ port: 80, targetPort: 83, protocol: 'UDP' }] },
    });
    const results = new Set<string>();
    const stop = Promise.withResolvers<void>();
    // From one port all the time, as a resolver does.
    const running = probes.repeatDatagrams(
      address('client'),
      { host: clusterIp(service), port: 80 },
      stop.promise,
      (one) => results.add(one),
    );
    await label('one', { datagrams: 'yes' });
    await eventually(() => results.has('one'));
    await label('two', { datagrams: 'yes' });
    await label('one', { datagrams: null });
    await eventually(() => results.has('two'));
    stop.resolve();
    await running;
  });

  test('a service without selector leads where its slice does; a port of SCTP is named by an event', async () => {
    const service = await createService('manual', {
      ports: [
        { name: 'web', port: 80 },
        { name: 'sctp', port: 81, protocol: 'SCTP' },
      ],
    });
    await node.client.resource(discovery.v1.endpointslices, 'default').create({
      ...{ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', addressType: 'IPv4' },
      metadata: { name: 'manual-1', labels: { 'kubernetes.io/service-name': 'manual' } },
      ports: [{ name: 'web', port: 83, protocol: 'TCP' }],
      endpoints: [{ addresses: [address('two')] }],
    });
    await eventually(() => ask('client', clusterIp(service), 80), { until: (result) => result === 'two' });
    const events = node.client.resource(core.v1.events, 'default');
    await eventually(async () => (await events.list()).items, {
      until: (items) =>
        items.some(({ reason, involvedObject }) => reason === 'SCTPNotSupported' && involvedObject.name === 'manual'),
    });
  });

  test('pods that are not ready get traffic only where their addresses are published', async () => {
    const pod = probePod('starting', { labels: { app: 'starting' }, ready: false });
    await pods().create(pod);
    const spec = { selector: { app: 'starting' }, ports: [{ port: 80, targetPort: 83 }] };
    const published = await createService('published', { ...spec, publishNotReadyAddresses: true });
    const usual = await createService('usual', spec);
    await eventually(() => ask('client', clusterIp(published), 80), { until: (result) => result === 'starting' });
    expect(await ask('client', clusterIp(usual), 80)).toBe('ECONNREFUSED');
  });

  test('a host port leads to its pod, which sees the address of the client', async () => {
    const pod = probePod('hosted', { hostPort: 8080 });
    await startPod(pod);
    for (const protocol of ['tcp', 'udp'] as const) {
      await eventually(() => ask('client', NODE_ADDRESS, 8080, protocol), {
        until: (result) => result === address('client'),
      });
    }
    await pods().delete('hosted');
    await eventually(() => ask('client', NODE_ADDRESS, 8080), { until: (result) => result === 'ECONNREFUSED' });
  });

  test('host ports of the same number lead to different pods by address and protocol, also at a loopback address', async () => {
    await startPod(probePod('at-node', { hostPort: 8081, hostIP: NODE_ADDRESS }));
    await startPod(probePod('at-loopback', { hostPort: 8081, hostIP: '127.0.0.1' }));
    await eventually(() => ask('client', NODE_ADDRESS, 8081), { until: (result) => result === address('client') });
    // As a pod with the network of the node does.
    const connect =
      "require('net').connect(8081, '127.0.0.1').on('error', (e) => console.log(e.code)).pipe(process.stdout)";
    const [program = '', ...words] = [...node.anchor.enter, process.execPath, '-e', connect];
    const atLoopback = async (): Promise<string> => (await run(program, words)).stdout.trim();
    await eventually(atLoopback, { until: (result) => result === NODE_ADDRESS });
  });

  async function label(pod: string, labels: Readonly<Record<string, string | null>>): Promise<void> {
    await pods().patch(pod, { type: 'merge', body: { metadata: { labels } } });
  }
});

function hasCondition({ status }: Pod, type: string): boolean {
  return status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
}
