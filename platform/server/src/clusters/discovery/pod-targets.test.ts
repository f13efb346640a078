import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { describe, expect, it } from 'vitest';
import { nodeTarget, podTargets } from './pod-targets.ts';

interface PodOptions {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly phase?: string;
  readonly ip?: string;
}

const CONTAINERS = [
  {
    name: 'main',
    image: 'main:1',
    ports: [
      { containerPort: 8080, name: 'http' },
      { containerPort: 53, protocol: 'UDP' },
    ],
  },
  { name: 'side', image: 'side:1', ports: [{ containerPort: 9090 }] },
];

function pod({ annotations = {}, labels = {}, phase = 'Running', ip = '10.244.0.5' }: PodOptions): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web-1', namespace: 'shop', uid: 'u', annotations, labels },
    spec: { nodeName: 'node-1', containers: CONTAINERS },
    status: { phase, podIP: ip, conditions: [{ type: 'Ready', status: 'True' }] },
  };
}

const SCRAPE = { 'prometheus.io/scrape': 'true' };
const addresses = (asked: PodOptions) => podTargets(pod(asked)).flatMap(({ targets }) => targets);

describe('pods', () => {
  it('that ask for it are collected from at each port they declare', () => {
    const [first, second] = podTargets(pod({ annotations: SCRAPE, labels: { 'app.kubernetes.io/name': 'web' } }));
    expect(first).toEqual({
      targets: ['10.244.0.5:8080'],
      labels: expect.objectContaining({
        __scheme__: 'http',
        __metrics_path__: '/metrics',
        __meta_kubernetes_namespace: 'shop',
        __meta_kubernetes_pod_name: 'web-1',
        __meta_kubernetes_pod_label_app_kubernetes_io_name: 'web',
        __meta_kubernetes_pod_container_name: 'main',
        __meta_kubernetes_pod_container_port_name: 'http',
        __meta_kubernetes_pod_ready: 'true',
        namespace: 'shop',
        pod: 'web-1',
        node: 'node-1',
        container: 'main',
      }),
    });
    expect(second?.targets).toEqual(['10.244.0.5:9090']);
  });

  it('name the port, path and scheme, by annotations or by the label', () => {
    expect(addresses({ annotations: { ...SCRAPE, 'prometheus.io/port': '9102' } })).toEqual(['10.244.0.5:9102']);
    expect(addresses({ labels: { metricsPort: '9103' } })).toEqual(['10.244.0.5:9103']);
    const annotations = { ...SCRAPE, 'prometheus.io/path': 'own', 'prometheus.io/scheme': 'https' };
    expect(podTargets(pod({ annotations }))[0]?.labels).toMatchObject({
      __scheme__: 'https',
      __metrics_path__: '/own',
    });
  });

  it.each<[string, PodOptions]>([
    ['that do not ask', {}],
    ['that opt out', { annotations: { 'prometheus.io/scrape': 'false' } }],
    ['that have no address', { annotations: SCRAPE, ip: '' }],
    ['that do not run', { annotations: SCRAPE, phase: 'Succeeded' }],
    ['whose port is none', { labels: { metricsPort: '70000' } }],
  ])('%s are left out', (_, asked) => {
    expect(podTargets(pod(asked))).toEqual([]);
  });

  it('whose port cannot be read are collected from at those they declare', () => {
    const annotations = { ...SCRAPE, 'prometheus.io/port': 'http' };
    expect(addresses({ annotations })).toEqual(['10.244.0.5:8080', '10.244.0.5:9090']);
  });

  it('with addresses of the longer kind have them in brackets', () => {
    expect(addresses({ annotations: { ...SCRAPE, 'prometheus.io/port': '80' }, ip: 'fd00::5' })).toEqual([
      '[fd00::5]:80',
    ]);
  });
});

describe('nodes', () => {
  const node = (port: number) => ({
    apiVersion: 'v1' as const,
    kind: 'Node' as const,
    metadata: { name: 'node-1', labels: { 'kubernetes.io/os': 'linux' } },
    status: {
      addresses: [
        { type: 'Hostname', address: 'node-1' },
        { type: 'InternalIP', address: '10.0.0.1' },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: port } },
    },
  });

  it('are collected from at their kubelet, by the address inside the cluster', () => {
    expect(nodeTarget(node(10_250))).toEqual({
      targets: ['10.0.0.1:10250'],
      labels: {
        __scheme__: 'https',
        __metrics_path__: '/metrics/resource',
        __meta_kubernetes_node_name: 'node-1',
        __meta_kubernetes_node_address_Hostname: 'node-1',
        __meta_kubernetes_node_address_InternalIP: '10.0.0.1',
        __meta_kubernetes_node_label_kubernetes_io_os: 'linux',
        node: 'node-1',
      },
    });
  });

  it('that do not listen are left out', () => {
    expect(nodeTarget(node(0))).toBeUndefined();
  });
});
