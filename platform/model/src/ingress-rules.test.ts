import { expect, test } from 'vitest';
import { findings, model, type Rule, withTraits } from './test-support/sample.ts';

const at = 'component[0].traits.ingress[0]';
const route = { path: '/', backend: { serviceName: 'api', servicePort: 8080 } };

/** A web service with an ingress, and a component `api` that serves port 8080. */
function withIngress(changes: object, options: { readonly ports?: readonly object[] } = {}): object {
  const traits = { ingress: [{ routes: [route], ...changes }] };
  return {
    name: 'shop',
    component: [
      { name: 'web', type: 'webservice', image: 'nginx:1.27', traits },
      { name: 'api', type: 'webservice', image: 'api:1', properties: { ports: options.ports ?? [{ port: 8080 }] } },
    ],
  };
}

const withRoute = (changes: object) => withIngress({ routes: [{ ...route, ...changes }] });

const rules: readonly Rule[] = [
  ['a route to a component of the document', withIngress({}), []],
  [
    'an ingress needs routes',
    withTraits({ ingress: [{}, { routes: [] }] }),
    [`error MISSING_INGRESS_ROUTES ${at}.routes`, 'error MISSING_INGRESS_ROUTES component[0].traits.ingress[1].routes'],
  ],
  [
    'a route needs a backend',
    withTraits({ ingress: [{ routes: [{ path: '/' }, { backend: {} }] }] }),
    [
      `error MISSING_SERVICE_NAME ${at}.routes[0].backend`,
      `error MISSING_SERVICE_NAME ${at}.routes[1].backend.serviceName`,
    ],
  ],
  [
    'a service the document lacks may be in the cluster',
    withRoute({ backend: { serviceName: 'legacy' } }),
    [`warning REFERENCE_NOT_IN_DOCUMENT ${at}.routes[0].backend.serviceName`],
  ],
  [
    'a component without ports has no Service',
    withIngress({}, { ports: [] }),
    [`warning REFERENCE_NOT_IN_DOCUMENT ${at}.routes[0].backend.serviceName`],
  ],
  [
    'W-13: a component is known by its name in any capitals',
    withRoute({ backend: { serviceName: 'API', servicePort: 8080 } }),
    [],
  ],
  [
    'a port the component does not serve is not reachable',
    withRoute({ backend: { serviceName: 'api', servicePort: 80 } }),
    [`error SERVICE_PORT_NOT_FOUND ${at}.routes[0].backend.servicePort`],
  ],
  ['the only port of a component need not be named', withRoute({ backend: { serviceName: 'api' } }), []],
  [
    'of several ports that of HTTP is meant',
    withIngress({ routes: [{ backend: { serviceName: 'api' } }] }, { ports: [{ port: 8080 }, { port: 9090 }] }),
    [`error SERVICE_PORT_NOT_FOUND ${at}.routes[0].backend.servicePort`],
  ],
  [
    'no complaint about the ports of a component whose properties are at fault',
    withIngress({}, { ports: [{ port: 'x' }] }),
    ['error INVALID_PORT component[1].properties.ports[0].port'],
  ],
  [
    'hosts have no scheme, port or path, and are no addresses',
    withIngress({ hosts: ['https://a.b', 'a.b:80', 'a.b/c', '10.0.0.1', '*.ok.io', 'ok'] }),
    [0, 1, 2, 3].map((index) => `error INVALID_HOST ${at}.hosts[${index}]`),
  ],
  ['paths are absolute', withRoute({ path: 'api' }), [`error INVALID_PATH ${at}.routes[0].path`]],
  ['literal paths are unambiguous', withRoute({ path: '/a/../b' }), [`error INVALID_PATH ${at}.routes[0].path`]],
  [
    'path types are checked, never guessed',
    withRoute({ pathType: 'Prefixed' }),
    [`error INVALID_PATH_TYPE ${at}.routes[0].pathType`],
  ],
  [
    'patterns can be read',
    withRoute({ path: '/a(', pathType: 'implementation-specific' }),
    [`error INVALID_PATTERN ${at}.routes[0].path`],
  ],
  [
    'kinds of rewrite are checked',
    withRoute({ rewrite: { type: 'sed' } }),
    [`error INVALID_REWRITE_TYPE ${at}.routes[0].rewrite.type`],
  ],
  [
    'W-40: a pattern beside a literal rewrite is not dropped in silence',
    withRoute({ rewrite: { type: 'replace', match: '/a', replacement: '/' } }),
    [`warning FIELD_IGNORED ${at}.routes[0].rewrite.match`],
  ],
  [
    'a pattern begins with the path',
    withRoute({ rewrite: { type: 'regex', match: 'a/(.*)', replacement: '/$1' } }),
    [`error INVALID_PATTERN ${at}.routes[0].rewrite.match`],
  ],
  [
    'W-40: weight and headers of an ingress backend are not dropped in silence',
    withRoute({ backend: { ...route.backend, weight: 10, headers: { a: 'b' } } }),
    [`warning FIELD_IGNORED ${at}.routes[0].backend.weight`, `warning FIELD_IGNORED ${at}.routes[0].backend.headers`],
  ],
  [
    'an annotation of the user wins over rewrites, aloud',
    withIngress({
      annotations: { 'nginx.ingress.kubernetes.io/rewrite-target': '/' },
      routes: [{ ...route, rewrite: { replacement: '/x' } }],
    }),
    [`warning FIELD_IGNORED ${at}.routes[0].rewrite`],
  ],
  [
    'rewrites are for nginx',
    withIngress({ ingressClassName: 'traefik', routes: [{ ...route, rewrite: { replacement: '/x' } }] }),
    [`warning REWRITE_NEEDS_NGINX ${at}.routes[0].rewrite`],
  ],
  [
    'two routes for the same requests',
    withIngress({ routes: [route, route] }),
    [`warning DUPLICATE_ROUTE ${at}.routes[1]`],
  ],
  [
    'a certificate the document lacks may be in the cluster',
    withIngress({ tls: [{ secretName: 'cert' }] }),
    [`warning REFERENCE_NOT_IN_DOCUMENT ${at}.tls[0].secretName`],
  ],
  [
    'a certificate that is issued later is not missed',
    withIngress({ annotations: { 'cert-manager.io/cluster-issuer': 'x' }, tls: [{ secretName: 'cert' }] }),
    [],
  ],
  [
    'W-40: an ingress in another namespace cannot reach the components',
    withIngress({ namespace: 'edge' }),
    [`error BACKEND_IN_OTHER_NAMESPACE ${at}.namespace`],
  ],
  [
    'the platform keeps its own labels',
    withIngress({ label: { 'kube-min-cli': 'x' } }),
    [`warning RESERVED_LABEL ${at}.label.kube-min-cli`],
  ],
  [
    'two components cannot make one ingress, nor a gateway of that name',
    {
      name: 'shop',
      component: ['ingress', 'ingress', 'gateway'].map((trait, index) => ({
        name: `app-${index}`,
        type: 'webservice',
        image: 'a',
        properties: { ports: [80] },
        traits: { [trait]: [{ name: 'edge', routes: [{ backend: { serviceName: `app-${index}` } }] }] },
      })),
    },
    [
      'error OBJECT_NAME_TAKEN component[1].traits.ingress[0].name',
      'error OBJECT_NAME_TAKEN component[2].traits.gateway[0].name',
    ],
  ],
  [
    'two ingresses of one name',
    withTraits({ ingress: [1, 2].map(() => ({ name: 'a', routes: [{ backend: { serviceName: 'x' } }] })) }),
    [
      'warning REFERENCE_NOT_IN_DOCUMENT component[0].traits.ingress[0].routes[0].backend.serviceName',
      'warning REFERENCE_NOT_IN_DOCUMENT component[0].traits.ingress[1].routes[0].backend.serviceName',
      'error DUPLICATE_INGRESS component[0].traits.ingress[1].name',
    ],
  ],
];

test.each(rules)('%s', (_name, input, expected) => {
  expect(findings(input)).toEqual(expected);
});

test('every spelling of an ingress is read as one', () => {
  const traits = {
    ingress: [
      {
        ingress_class_name: 'nginx',
        default_path_type: 'exact',
        labels: { Keep_Me: 'x' },
        tls: [{ secret_name: 'c', hosts: ['A.example.com'] }],
        routes: [{ path_type: 'PREFIX', backend: { service_name: 'x', service_port: '80' } }],
      },
    ],
  };
  expect(model.parse(withTraits(traits)).document?.component[0]?.traits.ingress).toEqual([
    {
      label: { Keep_Me: 'x' },
      ingressClassName: 'nginx',
      defaultPathType: 'Exact',
      tls: [{ secretName: 'c', hosts: ['a.example.com'] }],
      routes: [{ path: '/', pathType: 'Prefix', backend: { serviceName: 'x', servicePort: 80 } }],
    },
  ]);
});
