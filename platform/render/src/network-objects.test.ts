import { ingressExamples } from '@kubemin/testing/golden';
import { APP_ID, parseSample, StrictCluster, webservice } from '@kubemin/testing/rendering';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GatewaySettings } from './object/settings.ts';
import { builtinRenderRegistry } from './renderer/builtin.ts';
import { createRenderer } from './renderer/renderer.ts';
import { httpRouteKind } from './test-support/http-route-kind.ts';
import { virtualServiceKind } from './test-support/virtual-service-kind.ts';

let cluster: StrictCluster;
beforeAll(async () => {
  cluster = await StrictCluster.start([httpRouteKind, virtualServiceKind]);
});
afterAll(() => cluster.close());

const INGRESS: GatewaySettings = { target: 'ingress', className: 'nginx' };
const GATEWAY_API: GatewaySettings = { target: 'gateway-api', parent: { name: 'edge', namespace: 'infra' } };
const ISTIO: GatewaySettings = { target: 'istio', gateways: ['infra/edge'] };

const split = [
  { serviceName: 'web', weight: 90 },
  { serviceName: 'next', weight: 10 },
];
const toWeb = { backend: { serviceName: 'web' } };
const everywhere = [
  { hosts: ['a.io', '*.b.io'], routes: [{ path: '/api', backends: split, rewrite: { replacement: '/v2' } }] },
  { name: 'second', routes: [toWeb, { ...toWeb, path: '/x', host: 'c.io', rewrite: { type: 'replace' } }] },
];
const beyondIngress = [
  {
    hosts: ['a.io'],
    routes: [
      { ...toWeb, path: '/api', methods: ['get', 'put'], headers: { 'X-A': '1' }, timeout: { request: '1m1.5s' } },
      { path: '/old', redirect: { scheme: 'https', host: 'b.io', port: 8443, path: '/new', statusCode: 301 } },
    ],
  },
];
const byPattern = [{ routes: [{ ...toWeb, path: '/a/.*', pathType: 'regex', rewrite: { type: 'regex' } }] }];

const serviceComponent = (data: object) =>
  webservice({ properties: { ports: [{ port: 8080 }] }, traits: { service: data } });
const scaled = (data: object) => webservice({ traits: { autoscaling: data } });

const samples: readonly (readonly [name: string, component: object, gateway?: GatewaySettings])[] = [
  ...ingressExamples.map(({ name, traits }) => [name, webservice({ traits: JSON.parse(traits) })] as const),
  [
    'a node port',
    serviceComponent({ type: 'NodePort', externalTrafficPolicy: 'Local', ports: [{ port: 80, nodePort: 30080 }] }),
  ],
  [
    'a load balancer',
    serviceComponent({ type: 'LoadBalancer', loadBalancerClass: 'a.io/lb', sessionAffinity: 'ClientIP' }),
  ],
  ['a headless service', serviceComponent({ type: 'Headless', publishNotReadyAddresses: true })],
  ['a sticky service', serviceComponent({ sessionAffinity: 'ClientIP', sessionAffinitySeconds: 60, name: 'backend' })],
  ['two protocols on one port', serviceComponent({ ports: [{ port: 53 }, { port: 53, protocol: 'UDP' }] })],
  ['autoscaling by use', scaled({ max: 3, cpu: 70, memory: '1Gi' })],
  [
    'autoscaling with a behaviour',
    scaled({
      max: 3,
      behavior: {
        scaleUp: { stabilizationWindowSeconds: 0, policies: [{ type: 'Pods', value: 2 }] },
        scaleDown: { selectPolicy: 'Disabled' },
      },
    }),
  ],
  ['a gateway as Ingress', webservice({ traits: { gateway: everywhere } }), INGRESS],
  ['a pattern as Ingress', webservice({ traits: { gateway: byPattern } }), INGRESS],
  ['a gateway as HTTPRoute', webservice({ traits: { gateway: everywhere } }), GATEWAY_API],
  ['conditions as HTTPRoute', webservice({ traits: { gateway: beyondIngress } }), GATEWAY_API],
  ['a gateway as VirtualService', webservice({ traits: { gateway: everywhere } }), ISTIO],
  ['conditions as VirtualService', webservice({ traits: { gateway: beyondIngress } }), ISTIO],
  ['a pattern as VirtualService', webservice({ traits: { gateway: byPattern } }), ISTIO],
];

test.each(samples.map(([name, component, gateway], index) => ({ name, component, gateway, index })))(
  'a strict API server takes $name',
  async ({ component, gateway, index }) => {
    const renderer = createRenderer(builtinRenderRegistry, gateway === undefined ? {} : { gateway });
    const document = parseSample({ name: 'shop', namespace: `sample-${index}`, component: [component] });
    const objects = renderer.render(document, { appId: APP_ID }).map(({ object }) => object);
    expect(objects.length).toBeGreaterThan(1);
    expect(await cluster.complaints(objects)).toEqual([]);
  },
);

test('the server is really asked to be strict', async () => {
  const metadata = { name: 'odd' };
  const odd = {
    apiVersion: 'networking.istio.io/v1',
    kind: 'VirtualService',
    metadata,
    spec: { hosts: ['*'], htttp: [] },
  };
  expect(await cluster.complaints([odd])).toEqual([expect.stringContaining('unknown field')]);
});
