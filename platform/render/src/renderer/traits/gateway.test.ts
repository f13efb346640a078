import { APP_ID, parseSample, webservice } from '@kubemin/testing/rendering';
import { describe, expect, test } from 'vitest';
import { RenderError } from '../../object/render-error.ts';
import type { GatewaySettings } from '../../object/settings.ts';
import { builtinRenderRegistry } from '../builtin.ts';
import { createRenderer } from '../renderer.ts';

const INGRESS: GatewaySettings = { target: 'ingress', className: 'nginx' };
const GATEWAY_API: GatewaySettings = { target: 'gateway-api', parent: { name: 'edge', namespace: 'infra' } };
const ISTIO: GatewaySettings = { target: 'istio', gateways: ['infra/edge'] };
const NGINX = 'nginx.ingress.kubernetes.io';
const SERVICE = `svc-web-${APP_ID}`;

function objects(gateway: GatewaySettings, entries: readonly object[]) {
  const web = webservice({ properties: { ports: [{ port: 8080 }] }, traits: { gateway: entries } });
  const renderer = createRenderer(builtinRenderRegistry, { gateway });
  return renderer
    .render(parseSample({ name: 'shop', component: [web] }), { appId: APP_ID })
    .map(({ object }) => object)
    .filter(({ kind }) => ['Ingress', 'HTTPRoute', 'VirtualService'].includes(kind));
}

/** `code path` of all that a gateway cannot do. */
function refusals(gateway: GatewaySettings, entry: object): readonly string[] {
  try {
    objects(gateway, [entry]);
    return [];
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    return error.problems.map(({ code, path }) => `${code} ${path.replace('component[0].traits.gateway[0].', '')}`);
  }
}

const toWeb = { backend: { serviceName: 'web' } };
const canary = [
  { serviceName: 'web', weight: 90 },
  { serviceName: 'next', servicePort: 81, weight: 10 },
];

describe.each([
  ['ingress', INGRESS],
  ['gateway-api', GATEWAY_API],
  ['istio', ISTIO],
] as const)('%s', (_name, settings) => {
  test('W-13: backends that name a component become its Service, others keep their name', () => {
    const text = JSON.stringify(objects(settings, [{ routes: [{ backends: canary }] }]));
    expect(text).toContain(`"${SERVICE}"`);
    expect(text).toContain('8080');
    expect(text).toContain('"next"');
  });

  test('names are given or generated, and owner labels are there', () => {
    const made = objects(settings, [
      { routes: [toWeb], labels: { tier: 'edge' } },
      { name: 'front', routes: [toWeb] },
    ]);
    expect(made.map(({ metadata }) => metadata.name)).toEqual([`gw-web-gateway-${APP_ID}`, 'front']);
    expect(made[0]?.metadata.labels).toMatchObject({ tier: 'edge', 'kube-min-cli-appId': APP_ID });
  });
});

describe('as Ingress', () => {
  test('hosts, path types, TLS and class', () => {
    const entry = {
      hosts: ['a.io'],
      tls: [{ secretName: 'cert', hosts: ['a.io'] }],
      routes: [toWeb, { ...toWeb, path: '/x', pathType: 'exact' }],
    };
    expect(objects(INGRESS, [entry])).toMatchObject([
      {
        spec: {
          ingressClassName: 'nginx',
          tls: [{ hosts: ['a.io'], secretName: 'cert' }],
          rules: [
            {
              host: 'a.io',
              http: {
                paths: [
                  { path: '/', pathType: 'Prefix', backend: { service: { name: SERVICE, port: { number: 8080 } } } },
                  { path: '/x', pathType: 'Exact' },
                ],
              },
            },
          ],
        },
      },
    ]);
  });

  test('W-40: weights become a canary beside the first backend', () => {
    expect(objects(INGRESS, [{ name: 'edge', routes: [{ backends: canary }] }])).toMatchObject([
      { metadata: { name: 'edge' } },
      {
        metadata: {
          name: 'edge-part-2',
          annotations: {
            [`${NGINX}/canary`]: 'true',
            [`${NGINX}/canary-weight`]: '10',
            [`${NGINX}/canary-weight-total`]: '100',
          },
        },
        spec: { rules: [{ http: { paths: [{ backend: { service: { name: 'next', port: { number: 81 } } } }] } }] },
      },
    ]);
  });

  test('rewrites, patterns and the time of the backend are annotations', () => {
    const routeAnnotations = (route: object) =>
      objects(INGRESS, [{ routes: [{ ...toWeb, ...route }] }])[0]?.metadata.annotations;
    expect(routeAnnotations({ path: '/a', rewrite: { replacement: '/b' } })).toEqual({
      [`${NGINX}/rewrite-target`]: '/b/$2',
      [`${NGINX}/use-regex`]: 'true',
    });
    expect(routeAnnotations({ path: '/a/\\d+', pathType: 'regex' })).toEqual({ [`${NGINX}/use-regex`]: 'true' });
    expect(routeAnnotations({ timeout: { backend: '1m30s' } })).toEqual({
      [`${NGINX}/proxy-read-timeout`]: '90',
      [`${NGINX}/proxy-send-timeout`]: '90',
    });
  });

  test('what it cannot express is refused, all of it, with its place', () => {
    const routes = [
      { ...toWeb, methods: ['get'], headers: { 'X-A': '1' }, timeout: { request: '5s', backend: '500ms' } },
      { redirect: { scheme: 'https' } },
      { backends: [...canary, { serviceName: 'third' }] },
    ];
    expect(refusals(INGRESS, { routes })).toEqual([
      'GATEWAY_UNSUPPORTED routes[0].methods',
      'GATEWAY_UNSUPPORTED routes[0].headers',
      'GATEWAY_UNSUPPORTED routes[0].timeout.request',
      'GATEWAY_UNSUPPORTED routes[0].timeout.backend',
      'GATEWAY_UNSUPPORTED routes[1].redirect',
      'GATEWAY_UNSUPPORTED routes[2].backends',
    ]);
  });
});

describe('as HTTPRoute', () => {
  test('matches, weights, rewrites, redirects and timeouts', () => {
    const routes = [
      {
        path: '/api',
        methods: ['get', 'post'],
        headers: { 'X-Beta': 'yes' },
        backends: canary,
        rewrite: { type: 'prefix', replacement: '/' },
        timeout: { request: '1.5s', backend: '500ms' },
      },
      { path: '/old', pathType: 'exact', redirect: { scheme: 'https', host: 'b.io', path: '/new', statusCode: 301 } },
    ];
    const match = {
      path: { type: 'PathPrefix', value: '/api' },
      headers: [{ type: 'Exact', name: 'X-Beta', value: 'yes' }],
    };
    // Beside a filter that replaces a prefix, the Gateway API allows one match in a rule.
    const forwarded = {
      filters: [{ type: 'URLRewrite', urlRewrite: { path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/' } } }],
      backendRefs: [
        { name: SERVICE, port: 8080, weight: 90 },
        { name: 'next', port: 81, weight: 10 },
      ],
      timeouts: { request: '1s500ms', backendRequest: '500ms' },
    };
    expect(objects(GATEWAY_API, [{ hosts: ['a.io'], routes }])).toMatchObject([
      {
        apiVersion: 'gateway.networking.k8s.io/v1',
        spec: {
          parentRefs: [{ name: 'edge', namespace: 'infra' }],
          hostnames: ['a.io'],
          rules: [
            { matches: [{ ...match, method: 'GET' }], ...forwarded },
            { matches: [{ ...match, method: 'POST' }], ...forwarded },
            {
              matches: [{ path: { type: 'Exact', value: '/old' } }],
              filters: [
                {
                  type: 'RequestRedirect',
                  requestRedirect: {
                    scheme: 'https',
                    hostname: 'b.io',
                    path: { type: 'ReplaceFullPath', replaceFullPath: '/new' },
                    statusCode: 301,
                  },
                },
              ],
            },
          ],
        },
      },
    ]);
  });

  test('several methods are matches of one rule', () => {
    const [made] = objects(GATEWAY_API, [{ routes: [{ ...toWeb, methods: ['get', 'post'] }] }]);
    expect(made).toMatchObject({ spec: { rules: [{ matches: [{ method: 'GET' }, { method: 'POST' }] }] } });
    expect(Object(made).spec.rules).toHaveLength(1);
  });

  test('every host is in one object, with all its routes', () => {
    const routes = [toWeb, { ...toWeb, path: '/x', host: 'a.io' }, { ...toWeb, path: '/y', host: 'c.io' }];
    const made = objects(GATEWAY_API, [{ name: 'edge', hosts: ['a.io', 'b.io'], routes }]);
    expect(made).toMatchObject([
      { metadata: { name: 'edge' }, spec: { hostnames: ['a.io'], rules: [{}, {}] } },
      { metadata: { name: 'edge-part-2' }, spec: { hostnames: ['b.io'], rules: [{}] } },
      { metadata: { name: 'edge-part-3' }, spec: { hostnames: ['c.io'], rules: [{}] } },
    ]);
  });

  test('more routes than an HTTPRoute may have become several', () => {
    const routes = Array.from({ length: 33 }, (_, index) => ({ ...toWeb, path: `/${index}` }));
    const made = objects(GATEWAY_API, [{ routes }]);
    expect(made.map((object) => Object(object).spec.rules.length)).toEqual([16, 16, 1]);
  });

  test('more matches than an HTTPRoute may have become several', () => {
    const methods = ['get', 'head', 'post', 'put', 'delete', 'connect', 'options', 'trace', 'patch'];
    const routes = Array.from({ length: 16 }, (_, index) => ({ ...toWeb, methods, path: `/${index}` }));
    const made = objects(GATEWAY_API, [{ routes }]);
    expect(made.map((object) => Object(object).spec.rules.length)).toEqual([14, 2]);
  });

  test('what it cannot express is refused, all of it, with its place', () => {
    const routes = [
      { ...toWeb, rewrite: { type: 'regex', match: '^/a/(.*)', replacement: '/$1' } },
      { redirect: { statusCode: 308 } },
    ];
    expect(refusals(GATEWAY_API, { tls: [{ secretName: 'cert' }], routes })).toEqual([
      'GATEWAY_UNSUPPORTED tls[0]',
      'GATEWAY_UNSUPPORTED routes[0].rewrite',
      'GATEWAY_UNSUPPORTED routes[1].redirect.statusCode',
    ]);
  });
});

describe('as VirtualService', () => {
  const http = (...routes: readonly object[]) => Object(objects(ISTIO, [{ routes }])[0]).spec.http;

  test('matches, weights, redirects and timeouts', () => {
    const route = { path: '/api', methods: ['get', 'post'], headers: { 'X-Beta': 'yes' }, timeout: { request: '90s' } };
    const common = { method: { regex: 'GET|POST' }, headers: { 'x-beta': { exact: 'yes' } } };
    expect(http({ ...route, backends: canary }, { path: '/', redirect: { scheme: 'https', statusCode: 308 } })).toEqual(
      [
        {
          match: [
            { uri: { exact: '/api' }, ...common },
            { uri: { prefix: '/api/' }, ...common },
          ],
          timeout: '90s',
          route: [
            { destination: { host: SERVICE, port: { number: 8080 } }, weight: 90 },
            { destination: { host: 'next', port: { number: 81 } }, weight: 10 },
          ],
        },
        { match: [{ uri: { prefix: '/' } }], redirect: { scheme: 'https', redirectCode: 308 } },
      ],
    );
  });

  test('a prefix is whole parts of a path, also where it is rewritten', () => {
    expect(http({ ...toWeb, path: '/api/', rewrite: { replacement: '/v2' } })).toMatchObject([
      { match: [{ uri: { exact: '/api' } }], rewrite: { uri: '/v2' } },
      { match: [{ uri: { prefix: '/api/' } }], rewrite: { uri: '/v2/' } },
    ]);
    expect(http({ ...toWeb, path: '/api', rewrite: { replacement: '/' } })).toMatchObject([
      { match: [{ uri: { exact: '/api' } }, { uri: { prefix: '/api/' } }], rewrite: { uri: '/' } },
    ]);
  });

  test('rewrites of the whole path and by pattern', () => {
    expect(http({ ...toWeb, rewrite: { type: 'replace', replacement: '/x' } })).toMatchObject([
      { rewrite: { uriRegexRewrite: { match: '^/.*$', rewrite: '/x' } } },
    ]);
    expect(http({ ...toWeb, rewrite: { type: 'regex', match: '^/a/(.*)', replacement: '/$1' } })).toMatchObject([
      { rewrite: { uriRegexRewrite: { match: '^/a/(.*)', rewrite: '/\\1' } } },
    ]);
  });

  test('the most specific route comes first, whatever the order in the document', () => {
    const routes = [
      { ...toWeb, path: '/' },
      { ...toWeb, path: '/a' },
      { ...toWeb, path: '/a', methods: ['get'] },
      { ...toWeb, path: '/a/b' },
      { ...toWeb, path: '/z', pathType: 'exact' },
    ];
    const first = http(...routes).map(({ match }: { match: readonly { uri: object; method?: object }[] }) => match[0]);
    expect(first).toEqual([
      { uri: { exact: '/z' } },
      { uri: { exact: '/a/b' } },
      { uri: { exact: '/a' }, method: { regex: 'GET' } },
      { uri: { exact: '/a' } },
      { uri: { prefix: '/' } },
    ]);
  });

  test('requests for any host are for "*"', () => {
    expect(objects(ISTIO, [{ routes: [toWeb] }])).toMatchObject([
      { apiVersion: 'networking.istio.io/v1', spec: { hosts: ['*'], gateways: ['infra/edge'] } },
    ]);
  });

  test('what it cannot express is refused, all of it, with its place', () => {
    const entry = { tls: [{ secretName: 'cert' }], routes: [{ ...toWeb, timeout: { backend: '1s' } }] };
    expect(refusals(ISTIO, entry)).toEqual([
      'GATEWAY_UNSUPPORTED tls[0]',
      'GATEWAY_UNSUPPORTED routes[0].timeout.backend',
    ]);
  });
});
