import { APP_ID, findObject, render, webservice } from '@kubemin/testing/rendering';
import { expect, test } from 'vitest';

const NGINX = 'nginx.ingress.kubernetes.io';

function ingresses(entries: readonly object[]) {
  const web = webservice({ properties: { ports: [{ port: 8080 }] }, traits: { ingress: entries } });
  const objects = render({ name: 'shop', namespace: 'team-a', component: [web] });
  return objects.filter(({ object }) => object.kind === 'Ingress').map(({ object }) => object);
}

const toWeb = { backend: { serviceName: 'web' } };

test('W-13: a backend that names a component becomes its Service, with its only port', () => {
  expect(ingresses([{ routes: [toWeb] }])).toMatchObject([
    {
      spec: {
        rules: [{ http: { paths: [{ backend: { service: { name: `svc-web-${APP_ID}`, port: { number: 8080 } } } }] } }],
      },
    },
  ]);
});

test('a backend outside the document keeps its name and gets the port of HTTP', () => {
  expect(ingresses([{ routes: [{ backend: { serviceName: 'legacy' } }] }])).toMatchObject([
    { spec: { rules: [{ http: { paths: [{ backend: { service: { name: 'legacy', port: { number: 80 } } } }] } }] } },
  ]);
});

test('given names stay as they are; the others are numbered among themselves', () => {
  const names = ingresses([{}, { name: 'edge' }, {}].map((entry) => ({ ...entry, routes: [toWeb] }))).map(
    ({ metadata }) => metadata.name,
  );
  expect(names).toEqual([`ing-web-ingress-${APP_ID}`, 'edge', `ing-web-ingress-2-${APP_ID}`]);
});

test('W-40: a namespace that is given is used', () => {
  const [ingress] = ingresses([{ namespace: 'edge', routes: [{ backend: { serviceName: 'legacy' } }] }]);
  expect(ingress?.metadata.namespace).toBe('edge');
});

test('owner labels are on ingresses too, and beside them those of the user', () => {
  const [ingress] = ingresses([{ label: { tier: 'edge' }, routes: [toWeb] }]);
  expect(ingress?.metadata.labels).toMatchObject({ tier: 'edge', 'kube-min-cli-appId': APP_ID });
});

test('a path type comes from the route, else from the entry, else from the annotation for patterns', () => {
  const pathTypes = (entry: object, route: object = {}) =>
    JSON.stringify(ingresses([{ ...entry, routes: [{ ...toWeb, ...route }] }])).match(/"pathType":"(\w+)"/)?.[1];
  const annotations = { [`${NGINX}/use-regex`]: 'true' };
  expect(pathTypes({})).toBe('Prefix');
  expect(pathTypes({ annotations })).toBe('ImplementationSpecific');
  expect(pathTypes({ annotations, defaultPathType: 'Exact' })).toBe('Exact');
  expect(pathTypes({ annotations, defaultPathType: 'Exact' }, { pathType: 'Prefix' })).toBe('Prefix');
});

test('a path is repeated under each host of the entry; a host of its own replaces them', () => {
  const [ingress] = ingresses([{ hosts: ['a.io', 'b.io'], routes: [toWeb, { ...toWeb, path: '/x', host: 'c.io' }] }]);
  expect(ingress).toMatchObject({
    spec: {
      rules: [
        { host: 'a.io', http: { paths: [{ path: '/' }] } },
        { host: 'b.io', http: { paths: [{ path: '/' }] } },
        { host: 'c.io', http: { paths: [{ path: '/x' }] } },
      ],
    },
  });
});

test('W-40: routes with different rewrites get Ingresses of their own, so that each keeps its own rewrite', () => {
  const routes = [
    { ...toWeb, path: '/plain' },
    { ...toWeb, path: '/old', rewrite: { type: 'replace', replacement: '/new' } },
    { ...toWeb, path: '/v1.0/', rewrite: { type: 'prefix', replacement: '/' } },
    { ...toWeb, path: '/v2', rewrite: { type: 'prefix' } },
    { ...toWeb, path: '/x', rewrite: { type: 'regexReplace', match: '^/x/(.*)', replacement: '/y/$1' } },
  ];
  expect(ingresses([{ name: 'edge', routes }])).toMatchObject([
    { metadata: { name: 'edge' }, spec: { rules: [{ http: { paths: [{ path: '/plain', pathType: 'Prefix' }] } }] } },
    {
      metadata: { name: 'edge-part-2', annotations: { [`${NGINX}/rewrite-target`]: '/new' } },
      spec: { rules: [{ http: { paths: [{ path: '/old', pathType: 'Prefix' }] } }] },
    },
    {
      metadata: {
        name: 'edge-part-3',
        annotations: { [`${NGINX}/rewrite-target`]: '/$2', [`${NGINX}/use-regex`]: 'true' },
      },
      spec: {
        rules: [
          {
            http: {
              paths: [
                { path: '/v1\\.0(/|$)(.*)', pathType: 'ImplementationSpecific' },
                { path: '/v2(/|$)(.*)', pathType: 'ImplementationSpecific' },
              ],
            },
          },
        ],
      },
    },
    {
      metadata: { name: 'edge-part-4', annotations: { [`${NGINX}/rewrite-target`]: '/y/$1' } },
      spec: { rules: [{ http: { paths: [{ path: '/x/(.*)', pathType: 'ImplementationSpecific' }] } }] },
    },
  ]);
});

test('of several Ingresses only the first asks for a certificate', () => {
  const annotations = { 'cert-manager.io/cluster-issuer': 'ca', 'example.com/x': 'y' };
  const tls = [{ secretName: 'cert', hosts: ['a.io'] }];
  const routes = [toWeb, { ...toWeb, path: '/x', rewrite: { replacement: '/' } }];
  const [first, second] = ingresses([{ hosts: ['a.io'], annotations, tls, routes }]);
  expect(first?.metadata.annotations).toEqual(annotations);
  expect(second?.metadata.annotations).toEqual({ 'example.com/x': 'y', [`${NGINX}/rewrite-target`]: '/' });
  expect(second).toMatchObject({ spec: { tls } });
});

test('nested in a sidecar it is what it is at the top, under a name of its own', () => {
  const entry = { ingress: [{ routes: [toWeb] }] };
  const traits = { ...entry, sidecar: [{ name: 'proxy', image: 'envoy:1', traits: entry }] };
  const names = render({ name: 'shop', component: [webservice({ properties: { ports: [{ port: 80 }] }, traits })] })
    .filter(({ object }) => object.kind === 'Ingress')
    .map(({ object }) => object.metadata.name);
  expect(names.toSorted()).toEqual([`ing-web-ingress-${APP_ID}`, `ing-web-proxy-ingress-${APP_ID}`]);
});

test('two traits of a component that ask for one Ingress name are refused', () => {
  const entry = { ingress: [{ name: 'edge', routes: [toWeb] }] };
  const component = [webservice({ traits: { ...entry, sidecar: [{ image: 'a', traits: entry }] } })];
  expect(() => render({ name: 'shop', component })).toThrow(
    expect.objectContaining({
      code: 'OBJECT_NAME_TAKEN',
      message: expect.stringContaining('The component "web" creates the Ingress "edge" twice'),
    }),
  );
});

test('W-01: the workload of a component with an ingress is there too', () => {
  const objects = render({ name: 'shop', component: [webservice({ traits: { ingress: [{ routes: [toWeb] }] } })] });
  expect(findObject(objects, 'Deployment')).toBeDefined();
});
