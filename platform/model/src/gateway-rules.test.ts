import { expect, test } from 'vitest';
import { findings, model, type Rule, withComponent } from './test-support/sample.ts';

const at = 'component[0].traits.gateway[0]';
const toWeb = { backend: { serviceName: 'web' } };

function withGateway(...entries: readonly object[]): object {
  return withComponent({ properties: { ports: [{ port: 8080 }] }, traits: { gateway: entries } });
}

const withRoute = (route: object) => withGateway({ routes: [route] });

const rules: readonly Rule[] = [
  ['a route to a component of the document', withRoute(toWeb), []],
  ['a gateway needs routes', withGateway({ routes: [] }), [`error MISSING_INGRESS_ROUTES ${at}.routes`]],
  ['a route leads somewhere', withRoute({ path: '/' }), [`error MISSING_SERVICE_NAME ${at}.routes[0].backends`]],
  [
    'a backend is a component or a Service',
    withRoute({ backends: [{}] }),
    [`error MISSING_SERVICE_NAME ${at}.routes[0].backends[0].serviceName`],
  ],
  [
    'a route leads to backends or elsewhere, not both',
    withRoute({ ...toWeb, redirect: { scheme: 'https' } }),
    [`error INVALID_ROUTE ${at}.routes[0].redirect`],
  ],
  [
    'a port the component does not serve is not reachable',
    withRoute({ backend: { serviceName: 'web', servicePort: 1 } }),
    [`error SERVICE_PORT_NOT_FOUND ${at}.routes[0].backend.servicePort`],
  ],
  [
    'one backend gets the requests',
    withRoute({ backends: [{ serviceName: 'web', weight: 0 }] }),
    [`error INVALID_ROUTE ${at}.routes[0].backends`],
  ],
  [
    'a weight is not negative',
    withRoute({ backends: [{ serviceName: 'web', weight: -1 }] }),
    [`error INVALID_ROUTE ${at}.routes[0].backends[0].weight`],
  ],
  [
    'methods and path types are checked',
    withRoute({ ...toWeb, methods: ['FETCH'], pathType: 'glob' }),
    [`error INVALID_PATH_TYPE ${at}.routes[0].pathType`, `error INVALID_ROUTE ${at}.routes[0].methods[0]`],
  ],
  [
    'header names are checked',
    withRoute({ ...toWeb, headers: { 'X A': '1' } }),
    [`error INVALID_ROUTE ${at}.routes[0].headers["X A"]`],
  ],
  [
    'patterns can be read',
    withRoute({ ...toWeb, path: '/(', pathType: 'regex', rewrite: { type: 'regex', match: '[' } }),
    [`error INVALID_PATTERN ${at}.routes[0].path`, `error INVALID_PATTERN ${at}.routes[0].rewrite.match`],
  ],
  [
    'a pattern has no prefix to replace',
    withRoute({ ...toWeb, path: '/.*', pathType: 'regex', rewrite: { type: 'prefix' } }),
    [`error INVALID_ROUTE ${at}.routes[0].rewrite.type`],
  ],
  [
    'W-40: a pattern beside a literal rewrite is not dropped in silence',
    withRoute({ ...toWeb, rewrite: { type: 'replace', match: '/x' } }),
    [`warning FIELD_IGNORED ${at}.routes[0].rewrite.match`],
  ],
  [
    'a redirected request is not rewritten',
    withRoute({ redirect: { scheme: 'https' }, rewrite: { replacement: '/' } }),
    [`warning FIELD_IGNORED ${at}.routes[0].rewrite`],
  ],
  [
    'redirects have the codes of redirects',
    withRoute({ redirect: { statusCode: 200 } }),
    [`error INVALID_ROUTE ${at}.routes[0].redirect.statusCode`],
  ],
  [
    'timeouts are durations',
    withRoute({ ...toWeb, timeout: { request: 'soon' } }),
    [`error INVALID_DURATION ${at}.routes[0].timeout.request`],
  ],
  [
    'a backend has no more time than the request',
    withRoute({ ...toWeb, timeout: { request: '1s', backend: '2s' } }),
    [`error INVALID_ROUTE ${at}.routes[0].timeout.backend`],
  ],
  [
    'two routes for the same requests',
    withGateway({ routes: [toWeb, { ...toWeb, methods: ['get'] }, toWeb] }),
    [`warning DUPLICATE_ROUTE ${at}.routes[2]`],
  ],
  [
    'a certificate the document lacks may be in the cluster',
    withGateway({ tls: [{ secretName: 'cert' }], routes: [toWeb] }),
    [`warning REFERENCE_NOT_IN_DOCUMENT ${at}.tls[0].secretName`],
  ],
  [
    'two gateways of one name',
    withGateway({ name: 'a', routes: [toWeb] }, { name: 'a', routes: [toWeb] }),
    ['error DUPLICATE_INGRESS component[0].traits.gateway[1].name'],
  ],
];

test.each(rules)('%s', (_name, input, expected) => {
  expect(findings(input)).toEqual(expected);
});

test('paths are prefixes and backends share alike by default', () => {
  const { document } = model.parse(withRoute({ backends: [{ service_name: 'web' }] }));
  expect(document?.component[0]?.traits.gateway).toMatchObject([
    { routes: [{ path: '/', pathType: 'prefix', backends: [{ weight: 1 }] }] },
  ]);
});

test('profiles give ingresses and gateways what their entries do not have', () => {
  const traits = {
    ingress: [{ profile: 'public', annotations: { b: '2' }, routes: [toWeb] }],
    gateway: [{ profile: 'public', hosts: ['own.io'], routes: [toWeb] }],
  };
  const { document } = model.parse(withComponent({ properties: { ports: [{ port: 80 }] }, traits }));
  if (document === undefined) throw new Error('sample document');
  const ingress = model.parseProfile('ingress', {
    ingress_class_name: 'nginx',
    annotations: { a: '1', b: '1' },
    tls: [{ secretName: 'wildcard', hosts: ['*.io'] }],
  });
  const gateway = model.parseProfile('gateway', { hosts: ['theirs.io'], labels: { zone: 'dmz' } });
  expect([...ingress.problems, ...gateway.problems]).toEqual([]);
  const profiles = { ingress: { public: ingress.profile ?? {} }, gateway: { public: gateway.profile ?? {} } };
  expect(model.resolveProfiles(document, profiles).document?.component[0]?.traits).toMatchObject({
    ingress: [
      {
        ingressClassName: 'nginx',
        annotations: { a: '1', b: '2' },
        tls: [{ secretName: 'wildcard', hosts: ['*.io'] }],
        routes: [{ backend: { serviceName: 'web' } }],
      },
    ],
    gateway: [{ hosts: ['own.io'], labels: { zone: 'dmz' } }],
  });
});
