import { APP_ID, render, webservice } from '@kubemin/testing/rendering';
import { expect, test } from 'vitest';

function services(data: object, changes: object = {}) {
  const component = webservice({ properties: { ports: [{ port: 8080 }] }, traits: { service: data }, ...changes });
  const objects = render({ name: 'shop', component: [component] });
  return objects.filter(({ object }) => object.kind === 'Service').map(({ object }) => object);
}

test('only the generated Service reaches outward; the one for peers stays inside', () => {
  const ports = [{ port: 80, targetPort: 8080, nodePort: 30_080, name: 'http', appProtocol: 'http' }];
  const [main, alias] = services({ type: 'NodePort', externalTrafficPolicy: 'Local', ports });
  const common = { name: 'http', port: 80, targetPort: 8080, protocol: 'TCP', appProtocol: 'http' };
  expect(main).toMatchObject({
    metadata: { name: `svc-web-${APP_ID}` },
    spec: { type: 'NodePort', externalTrafficPolicy: 'Local', ports: [{ ...common, nodePort: 30_080 }] },
  });
  expect(alias).toMatchObject({ metadata: { name: 'web' }, spec: { type: 'ClusterIP', ports: [common] } });
  expect(JSON.stringify(alias)).not.toMatch(/nodePort|externalTrafficPolicy/);
});

test('a load balancer keeps its class, ranges, labels and annotations to itself', () => {
  const [main, alias] = services({
    type: 'LoadBalancer',
    loadBalancerClass: 'example.com/lb',
    loadBalancerSourceRanges: ['10.0.0.0/8'],
    annotations: { 'example.com/size': 'small' },
    labels: { tier: 'edge' },
  });
  expect(main).toMatchObject({
    metadata: { labels: { tier: 'edge' }, annotations: { 'example.com/size': 'small' } },
    spec: {
      type: 'LoadBalancer',
      loadBalancerClass: 'example.com/lb',
      loadBalancerSourceRanges: ['10.0.0.0/8'],
      ports: [{ name: 'web-8080', port: 8080 }],
    },
  });
  expect(JSON.stringify(alias)).not.toMatch(/loadBalancer|example\.com|edge/);
});

test('headless and sticky hold for every Service of the component', () => {
  const data = { sessionAffinity: 'ClientIP', sessionAffinitySeconds: 60, publishNotReadyAddresses: true };
  for (const object of services(data)) {
    expect(object).toMatchObject({
      spec: {
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } },
        publishNotReadyAddresses: true,
      },
    });
  }
  for (const object of services({ type: 'Headless' })) {
    expect(object).toMatchObject({ spec: { type: 'ClusterIP', clusterIP: 'None' } });
  }
});

test('a name of its own replaces that of the component, and then must not be taken', () => {
  const data = { name: 'backend' };
  const component = webservice({ properties: { ports: [{ port: 80 }] }, traits: { service: data } });
  const rendered = render({ name: 'shop', component: [component] }).filter(({ object }) => object.kind === 'Service');
  expect(rendered.map(({ object }) => object.metadata.name)).toEqual([`svc-web-${APP_ID}`, 'backend']);
  expect(rendered.map(({ onExisting }) => onExisting)).toEqual(['apply', 'apply']);
});

test('the headless Service of a store is there whatever the trait has', () => {
  const names = services({ type: 'LoadBalancer' }, { type: 'store' }).map(({ metadata }) => metadata.name);
  expect(names).toEqual([`svc-web-${APP_ID}-hl`, `svc-web-${APP_ID}`, 'web']);
});

test('one number for two protocols gives two names', () => {
  const ports = [{ port: 53 }, { port: 53, protocol: 'UDP' }];
  expect(services({ ports })[0]).toMatchObject({ spec: { ports: [{ name: 'web-53' }, { name: 'web-53-udp' }] } });
});

test('W-02: whatever the trait has, a Service selects one component', () => {
  const selector = { 'kube-min-cli-appId': APP_ID, 'kube-min-cli-componentName': 'web' };
  for (const object of services({ type: 'NodePort' })) expect(object).toMatchObject({ spec: { selector } });
});
