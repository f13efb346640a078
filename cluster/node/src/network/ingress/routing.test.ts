import type { Secret, Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import type { Ingress, IngressClass } from '@kubemin/kubeapi/types/networking.v1';
import { SeededRandom } from '@kubemin/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexServices } from './backends.ts';
import { buildRouting, ParseCache, type RoutingSources, resolveTable } from './build-table.ts';
import { chooseBackend, rewriteTarget } from './choose-backend.ts';
import type { Gateway, HttpRoute } from './gateway-api.ts';
import { matchRoute } from './match-route.ts';
import { compilePathPattern } from './path-pattern.ts';
import { normalisePath } from './request-path.ts';
import type { RouteTable } from './route-table.ts';

const NGINX = 'nginx.ingress.kubernetes.io';
const OPTIONS = { controllers: ['kubemin.io/ingress'], classNames: ['nginx'] };

type Path = readonly [path: string, pathType: string, service: string];

interface Given {
  readonly name: string;
  readonly host?: string;
  readonly paths?: readonly Path[];
  readonly annotations?: Readonly<Record<string, string>>;
  readonly created?: string;
  readonly className?: string;
  readonly spec?: Ingress['spec'];
}

function ingress({
  name,
  host,
  paths = [],
  annotations = {},
  created = '2026-01-01T00:00:00Z',
  ...rest
}: Given): Ingress {
  const rule = {
    ...(host === undefined ? {} : { host }),
    http: {
      paths: paths.map(([path, pathType, service]) => ({
        path,
        pathType,
        backend: { service: { name: service, port: { number: 80 } } },
      })),
    },
  };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: {
      name,
      namespace: 'a',
      creationTimestamp: created,
      annotations: Object.fromEntries(Object.entries(annotations).map(([key, value]) => [`${NGINX}/${key}`, value])),
    },
    spec: {
      rules: [rule],
      ...(rest.className === undefined ? {} : { ingressClassName: rest.className }),
      ...rest.spec,
    },
  };
}

function service(name: string, port: object = { port: 80 }): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'a' },
    spec: { ports: [{ port: 80, ...port }] },
  };
}

function slice(name: string, endpoints: EndpointSlice['endpoints'], port: object = { port: 8080 }): EndpointSlice {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: `${name}-1`, namespace: 'a', labels: { 'kubernetes.io/service-name': name } },
    addressType: 'IPv4',
    endpoints,
    ports: [port],
  };
}

interface Sources extends RoutingSources {
  readonly services: readonly Service[];
  readonly endpointSlices: readonly EndpointSlice[];
}

function table(sources: Partial<Sources>): RouteTable {
  const all = {
    ingresses: [],
    ingressClasses: [],
    httpRoutes: [],
    secrets: [],
    services: [],
    endpointSlices: [],
    ...sources,
  };
  const routing = buildRouting(all, OPTIONS, new ParseCache());
  return resolveTable(routing, indexServices(all.services, all.endpointSlices));
}

function find(routes: RouteTable, url: string, given: { method?: string; headers?: Record<string, string> } = {}) {
  const [, host = '', rest = '/'] = /^([^/]*)(\/.*)$/.exec(url) ?? [];
  const path = normalisePath(rest);
  if (path === undefined) throw new Error(`not a path: ${rest}`);
  const request = { host, path, method: given.method ?? 'GET', header: (name: string) => given.headers?.[name] };
  return { route: matchRoute(routes, request), path };
}

/** The Service that a request reaches, without its namespace and port. */
function reached(routes: RouteTable, url: string, given = {}): string | undefined {
  return find(routes, url, given).route?.backends[0]?.backendKey.replace(/^a\/(.*):.*$/, '$1');
}

describe('paths and hosts', () => {
  test('exact before prefix, prefixes by element, the longest wins', () => {
    const routes = table({
      ingresses: [
        ingress({
          name: 'i',
          host: 'a.io',
          paths: [
            ['/', 'Prefix', 'root'],
            ['/foo', 'Prefix', 'foo'],
            ['/foo/bar/', 'Prefix', 'bar'],
            ['/foo', 'Exact', 'exact'],
            ['/text', 'ImplementationSpecific', 'text'],
          ],
        }),
      ],
    });
    expect(
      [
        '/',
        '/fo',
        '/foo',
        '/foo/',
        '/foobar',
        '/foo/x',
        '/foo/bar',
        '/foo/bar/x',
        '/foo/barx',
        '/textual',
        '//foo//x',
      ].map((path) => reached(routes, `a.io${path}`)),
    ).toEqual(['root', 'root', 'exact', 'foo', 'root', 'foo', 'bar', 'bar', 'foo', 'text', 'foo']);
    expect(reached(routes, 'b.io/')).toBeUndefined();
    expect(reached(routes, 'a.io/%66oo/x')).toBe('foo');
  });

  test('an exact host before a wildcard, which stands for one label, before rules without host', () => {
    const routes = table({
      ingresses: [
        ingress({ name: 'exact', host: 'x.a.io', paths: [['/only', 'Prefix', 'exact']] }),
        ingress({ name: 'wild', host: '*.a.io', paths: [['/', 'Prefix', 'wild']] }),
        ingress({ name: 'any', paths: [['/', 'Prefix', 'any']] }),
      ],
    });
    expect(['x.a.io/only', 'x.a.io/', 'y.a.io/', 'z.y.a.io/', 'a.io/'].map((url) => reached(routes, url))).toEqual([
      'exact',
      undefined,
      'wild',
      'any',
      'any',
    ]);
  });

  test('the default backend takes what no path takes', () => {
    const defaultBackend = { service: { name: 'rest', port: { number: 80 } } };
    const routes = table({
      ingresses: [ingress({ name: 'i', host: 'a.io', paths: [['/x', 'Exact', 'x']], spec: { defaultBackend } })],
    });
    expect(['a.io/x', 'a.io/y'].map((url) => reached(routes, url))).toEqual(['x', 'rest']);
    const both = table({
      ingresses: [
        ingress({ name: 'i', host: 'a.io', paths: [['/x', 'Exact', 'x']] }),
        ingress({ name: 'd', spec: { defaultBackend, rules: [] } }),
      ],
    });
    expect(['a.io/x', 'a.io/y', 'b.io/'].map((url) => reached(both, url))).toEqual(['x', 'rest', 'rest']);
  });

  const segment = fc.constantFrom('a', 'b', 'ab', 'a.b', 'c');
  const somePath = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
  const someRoutes = fc.uniqueArray(fc.tuple(somePath, fc.constantFrom('Exact', 'Prefix', 'ImplementationSpecific')), {
    maxLength: 12,
    selector: ([path, type]) => `${type} ${path}`,
  });

  test('matching agrees with a naive matcher', () => {
    fc.assert(
      fc.property(someRoutes, somePath, fc.boolean(), (given, path, slash) => {
        const routes = table({
          ingresses: [
            ingress({
              name: 'i',
              host: 'a.io',
              paths: given.map(([each, type], index): Path => [each, type, `s${index}`]),
            }),
          ],
        });
        const asked = slash && path !== '/' ? `${path}/` : path;
        expect(reached(routes, `a.io${asked}`)).toBe(naive(given, asked));
      }),
    );
  });

  /** By the text of the Kubernetes documentation, element by element. */
  function naive(given: readonly (readonly [string, string])[], path: string): string | undefined {
    const elements = (text: string) => text.split('/').filter((each) => each !== '');
    const fits = given.flatMap(([each, type], index) => {
      const isPrefix = elements(each).every((element, at) => elements(path)[at] === element);
      const isMatch = type === 'Exact' ? each === path : type === 'Prefix' ? isPrefix : path.startsWith(each);
      const length = type === 'Prefix' && each === '/' ? 0 : each.length;
      const rank = type === 'Exact' ? 1e6 : length * 10 + (type === 'Prefix' ? 1 : 0);
      return isMatch ? [{ name: `s${index}`, rank }] : [];
    });
    return fits.sort((left, right) => right.rank - left.rank)[0]?.name;
  }

  test('paths that a backend could read as another path are refused', () => {
    const refused = [
      '/..',
      '/a/../b',
      '/a/./b',
      '/a/%2e%2E/b',
      '/a%2f..%2fb',
      '/a/..;/b',
      '/a\\b',
      '/a%5cb',
      '/%00',
      '/%',
      '/%zz',
      '/a b',
      '/é',
    ];
    expect(refused.map(normalisePath)).toEqual(refused.map(() => undefined));
    const kept = ['/', '/a/b/', '/.well-known/x', '/a..b', '/...', '/a%2Fb', '/@scope%2fname', '/%E4', '/a;v=1'];
    expect(kept.map(normalisePath)).toEqual(kept.map((path) => path.replace('%2f', '%2F')));
  });
});

describe('objects', () => {
  test('of two objects with one host and path the older one is served, the other is reported', () => {
    const routes = table({
      ingresses: [
        ingress({ name: 'new', host: 'a.io', created: '2026-02-01T00:00:00Z', paths: [['/', 'Prefix', 'new']] }),
        ingress({ name: 'old', host: 'a.io', paths: [['/', 'Prefix', 'old']] }),
      ],
      services: [service('old'), service('new')],
    });
    expect(reached(routes, 'a.io/')).toBe('old');
    expect(routes.problems).toMatchObject([
      {
        object: { metadata: { name: 'new' } },
        reason: 'RouteConflict',
        message: 'a.io/ is already served for Ingress a/old, which is older',
      },
    ]);
  });

  test('only classes of this controller are served; without a class the default class counts', () => {
    const named = (name: string, controller: string, isDefault = false): IngressClass => ({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IngressClass',
      metadata: { name, annotations: isDefault ? { 'ingressclass.kubernetes.io/is-default-class': 'true' } : {} },
      spec: { controller },
    });
    const served = (className: string | undefined, ...ingressClasses: IngressClass[]) =>
      table({ ingresses: [ingress({ name: 'i', ...(className && { className }) })], ingressClasses }).served.size === 1;
    expect(served(undefined)).toBe(true);
    expect(served('nginx')).toBe(true);
    expect(served('other')).toBe(false);
    expect(served('nginx', named('nginx', 'example.com/other'))).toBe(false);
    expect(served('own', named('own', 'kubemin.io/ingress'))).toBe(true);
    expect(served(undefined, named('own', 'kubemin.io/ingress'))).toBe(false);
    expect(served(undefined, named('own', 'kubemin.io/ingress', true))).toBe(true);
    expect(served(undefined, named('x', 'example.com/other', true), named('own', 'kubemin.io/ingress'))).toBe(false);
  });

  test('endpoints come from slices by port name; unready and terminating ones are left out', () => {
    const backend = { service: { name: 'web', port: { name: 'http' } } };
    const endpoints = [
      { addresses: ['10.0.0.2'], conditions: { ready: true } },
      { addresses: ['10.0.0.1'] },
      { addresses: ['10.0.0.3'], conditions: { ready: false } },
      { addresses: ['10.0.0.4'], conditions: { ready: true, terminating: true } },
    ];
    const routes = table({
      ingresses: [ingress({ name: 'i', spec: { defaultBackend: backend, rules: [] } })],
      services: [service('web', { name: 'http', targetPort: 'web' })],
      endpointSlices: [
        slice('web', endpoints, { name: 'http', port: 8080 }),
        slice('web', endpoints, { name: 'other', port: 9 }),
      ],
    });
    expect([...routes.endpointKeys]).toEqual(['http://10.0.0.1:8080', 'http://10.0.0.2:8080']);
    expect(routes.problems).toEqual([]);
  });

  test('what is missing or unusable is reported, and the rest is served', () => {
    const tls: Secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'bad', namespace: 'a' },
      data: { 'tls.crt': '' },
    };
    const routes = table({
      ingresses: [
        ingress({
          name: 'i',
          host: 'a.io',
          paths: [
            ['/x', 'Prefix', 'gone'],
            ['/y', 'Prefix', 'web'],
            ['/z/(((.*)*)*)', 'ImplementationSpecific', 'web'],
            ['/../z', 'Prefix', 'web'],
          ],
          annotations: {
            'proxy-read-timeout': 'soon',
            'use-regex': 'true',
            'enable-cors': 'true',
            'canary-weight': '-1',
          },
          spec: { tls: [{ secretName: 'absent' }, { secretName: 'bad' }] },
        }),
      ],
      services: [service('web', { port: 81 })],
      secrets: [tls],
    });
    expect(routes.problems.map(({ reason, message }) => `${reason}: ${message}`).toSorted()).toEqual([
      `InvalidAnnotation: annotation ${NGINX}/canary-weight: "-1" is not a whole number; the default is used`,
      `InvalidAnnotation: annotation ${NGINX}/proxy-read-timeout: "soon" is not a number of seconds; the default is used`,
      'InvalidPath: path "/../z" is not an absolute path without dot segments',
      'InvalidPath: path "/z/(((.*)*)*)": a repetition inside a repetition is not supported',
      'InvalidSecret: Secret a/bad has no usable tls.crt and tls.key',
      'MissingSecret: Secret a/absent does not exist',
      'MissingService: Service a/gone does not exist',
      'MissingServicePort: Service a/web has no port 80',
      `UnsupportedAnnotation: annotation ${NGINX}/enable-cors is not supported`,
    ]);
    expect(find(routes, 'a.io/y/1').route?.timeouts.readMs).toBe(60_000);
  });

  test('a route whose protection is not supported is refused', () => {
    const routes = table({
      ingresses: [ingress({ name: 'i', paths: [['/', 'Prefix', 'x']], annotations: { 'auth-url': 'http://auth' } })],
    });
    expect(find(routes, 'a.io/').route?.refused).toBe('annotation auth-url is not supported');
  });

  test('any object at all makes a table without an exception', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('/', '/a', '/(a+)+', '*.a.io', 'a.io', 'true', '8m', ''));
    const one = fc.record({
      host: text,
      path: text,
      type: text,
      key: fc.constantFrom(
        'canary',
        'canary-weight',
        'rewrite-target',
        'use-regex',
        'affinity',
        'proxy-body-size',
        'canary-by-header-pattern',
      ),
      value: text,
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 4 }), text, (given, asked) => {
        const routes = table({
          ingresses: given.map(({ host, path, type, key, value }, index) =>
            ingress({ name: `i${index}`, host, paths: [[path, type, 's']], annotations: { [key]: value } }),
          ),
        });
        const path = normalisePath(`/${asked}`);
        if (path !== undefined) find(routes, `a.io${path}`);
      }),
    );
  });
});

describe('annotations of ingress-nginx', () => {
  const main = ingress({ name: 'main', host: 'a.io', paths: [['/', 'Prefix', 'stable']] });
  const withCanary = (annotations: Readonly<Record<string, string>>) =>
    table({
      ingresses: [
        ingress({
          name: 'canary',
          host: 'a.io',
          paths: [['/', 'Prefix', 'next']],
          annotations: { canary: 'true', ...annotations },
        }),
        main,
      ],
      services: [service('stable'), service('next')],
    });
  const chosen = (routes: RouteTable, headers: Record<string, string> = {}, random = () => 0.5) => {
    const { route } = find(routes, 'a.io/', { headers });
    const choice = route && chooseBackend(route, routes, { header: (name) => headers[name], random });
    return choice?.backend.key.replace(/^a\/(.*):.*$/, '$1');
  };

  test('a canary takes its share of the requests', () => {
    for (const [weight, total, expected] of [
      [0, 100, 0],
      [10, 100, 0.1],
      [1, 4, 0.25],
      [100, 100, 1],
    ] as const) {
      const routes = withCanary({ 'canary-weight': String(weight), 'canary-weight-total': String(total) });
      const random = new SeededRandom(7);
      const taken = Array.from({ length: 4000 }, () => chosen(routes, {}, () => random.next()));
      expect(Math.abs(taken.filter((name) => name === 'next').length / 4000 - expected)).toBeLessThan(0.02);
    }
  });

  test('a header decides before a cookie, and a cookie before the weight', () => {
    const plain = withCanary({ 'canary-by-header': 'X-Canary', 'canary-by-cookie': 'canary', 'canary-weight': '100' });
    expect(chosen(plain)).toBe('next');
    expect(chosen(plain, { 'x-canary': 'never', cookie: 'canary=always' })).toBe('stable');
    expect(chosen(plain, { 'x-canary': 'other', cookie: 'a=b; canary=never' })).toBe('stable');
    expect(chosen(withCanary({ 'canary-by-header': 'X-Canary' }), { 'x-canary': 'always' })).toBe('next');
    const valued = withCanary({ 'canary-by-header': 'X-Region', 'canary-by-header-value': 'eu' });
    expect(['eu', 'always', 'us'].map((value) => chosen(valued, { 'x-region': value }))).toEqual([
      'next',
      'stable',
      'stable',
    ]);
    const pattern = withCanary({ 'canary-by-header': 'X-Region', 'canary-by-header-pattern': 'eu|ch' });
    expect(['eu', 'ch', 'europe'].map((value) => chosen(pattern, { 'x-region': value }))).toEqual([
      'next',
      'next',
      'stable',
    ]);
  });

  test('a canary without another Ingress of its host and path is reported', () => {
    const routes = table({
      ingresses: [ingress({ name: 'c', host: 'a.io', paths: [['/', 'Prefix', 'x']], annotations: { canary: 'true' } })],
      services: [service('x')],
    });
    expect(reached(routes, 'a.io/')).toBeUndefined();
    expect(routes.problems).toMatchObject([{ reason: 'RouteConflict' }]);
  });

  test('rewrites as the renderer writes them', () => {
    const rewritten = (path: string, pathType: string, target: string, asked: string) => {
      const routes = table({
        ingresses: [
          ingress({
            name: 'i',
            host: 'a.io',
            paths: [[path, pathType, 's']],
            annotations: { 'rewrite-target': target, 'use-regex': 'true' },
          }),
        ],
      });
      const { route, path: normal } = find(routes, `a.io${asked.replace(/\?.*/, '')}`);
      return route && rewriteTarget(route, normal, asked);
    };
    expect(rewritten('/v1\\.0(/|$)(.*)', 'ImplementationSpecific', '/$2', '/v1.0/items?x=1')).toBe('/items?x=1');
    expect(rewritten('/v1\\.0(/|$)(.*)', 'ImplementationSpecific', '/$2', '/v1.0')).toBe('/');
    expect(rewritten('/v1\\.0(/|$)(.*)', 'ImplementationSpecific', '/$2', '/v1x0/items')).toBeUndefined();
    expect(rewritten('/v2(/|$)(.*)', 'ImplementationSpecific', '/b/$2', '/V2/x')).toBe('/b/x');
    expect(rewritten('/api(/.*)', 'ImplementationSpecific', '$1', '/api/x/y')).toBe('/x/y');
    expect(rewritten('/x/(.*)', 'ImplementationSpecific', '/y/$1', '/x/1/2')).toBe('/y/1/2');
    expect(rewritten('/old', 'Prefix', '/new', '/old/deep?q')).toBe('/new?q');
    expect(rewritten('/old', 'Exact', '/new', '/old')).toBe('/new');
    expect(rewritten('/a(.*)', 'ImplementationSpecific', '/.$1', '/a./secret')).toBeUndefined();
  });

  test('limits and redirects', () => {
    const annotations = {
      'proxy-body-size': '8m',
      'proxy-read-timeout': '90',
      'proxy-send-timeout': '30s',
      'proxy-connect-timeout': '1',
      'force-ssl-redirect': 'true',
    };
    const routes = table({ ingresses: [ingress({ name: 'i', paths: [['/', 'Prefix', 's']], annotations })] });
    expect(find(routes, 'a.io/').route).toMatchObject({
      maxBodyBytes: 8 * 1024 * 1024,
      timeouts: { connectMs: 1000, sendMs: 30_000, readMs: 90_000 },
      sslRedirect: 'always',
    });
  });

  test('costly patterns are refused', () => {
    const costly = [
      '/(a+)+$',
      '/(a*)*',
      '/((ab)*c?)*',
      '/(.*)(.*)(.*)',
      '/(?=a)',
      '/(a)\\1',
      '/([a-z]+/?)*',
      '/(',
      'x'.repeat(600),
    ];
    expect(costly.filter((text) => compilePathPattern(text) instanceof RegExp)).toEqual([]);
    const fine = ['/a(/|$)(.*)', '/([^/]+)/([a-z]+)/(\\d+)/(.*)', '/a{1,3}', '/(a|b)/.+\\.(png|jpg)'];
    expect(fine.filter((text) => !(compilePathPattern(text) instanceof RegExp))).toEqual([]);
  });
});

describe('HTTPRoutes', () => {
  const httpRoute = (spec: NonNullable<HttpRoute['spec']>): HttpRoute => ({
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { name: 'r', namespace: 'a' },
    spec: { parentRefs: [{ name: 'edge', namespace: 'infra' }], ...spec },
  });
  const backendRefs = [{ name: 'web', port: 80 }];
  const path = (value: string, type = 'PathPrefix') => ({ path: { type, value } });

  test('methods and headers count after the path; more of them come first', () => {
    const to = (name: string) => [{ name, port: 80 }];
    const headers = [{ name: 'X-Beta', value: 'yes' }];
    const routes = table({
      httpRoutes: [
        httpRoute({
          hostnames: ['a.io'],
          rules: [
            { matches: [path('/')], backendRefs: to('root') },
            { matches: [path('/api')], backendRefs: to('api') },
            { matches: [{ ...path('/api'), method: 'POST' }], backendRefs: to('post') },
            { matches: [{ ...path('/api'), headers }], backendRefs: to('beta') },
            { matches: [{ ...path('/api/only'), method: 'PUT' }], backendRefs: to('put') },
            { matches: [path('/n/\\d+', 'RegularExpression')], backendRefs: to('number') },
          ],
        }),
      ],
    });
    expect(reached(routes, 'a.io/x')).toBe('root');
    expect(reached(routes, 'a.io/api/x')).toBe('api');
    expect(reached(routes, 'a.io/api', { method: 'POST', headers: { 'x-beta': 'yes' } })).toBe('post');
    expect(reached(routes, 'a.io/api', { headers: { 'x-beta': 'yes' } })).toBe('beta');
    expect(reached(routes, 'a.io/api/only')).toBe('api');
    expect(reached(routes, 'a.io/n/12')).toBe('number');
    expect(reached(routes, 'a.io/n/12/x')).toBe('root');
  });

  test('weights, rewrites, redirects and timeouts', () => {
    const routes = table({
      services: [service('web'), service('next')],
      httpRoutes: [
        httpRoute({
          rules: [
            {
              matches: [path('/api')],
              filters: [
                { type: 'URLRewrite', urlRewrite: { path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/' } } },
              ],
              backendRefs: [
                { name: 'web', port: 80, weight: 3 },
                { name: 'next', port: 80, weight: 1 },
              ],
              timeouts: { request: '1s500ms', backendRequest: '500ms' },
            },
            {
              matches: [path('/old', 'Exact')],
              filters: [
                { type: 'RequestRedirect', requestRedirect: { scheme: 'https', hostname: 'b.io', statusCode: 301 } },
              ],
            },
            { matches: [path('/mirror')], filters: [{ type: 'RequestMirror' }], backendRefs },
          ],
        }),
      ],
    });
    const { route, path: normal } = find(routes, 'a.io/api/x');
    expect(route?.timeouts).toMatchObject({ requestMs: 1500, backendMs: 500 });
    expect(route && rewriteTarget(route, normal, '/api/x?q=1')).toBe('/x?q=1');
    const random = new SeededRandom(3);
    const keys = Array.from(
      { length: 4000 },
      () =>
        route && chooseBackend(route, routes, { header: () => undefined, random: () => random.next() })?.backend.key,
    );
    expect(Math.abs(keys.filter((key) => key === 'a/next:80').length / 4000 - 0.25)).toBeLessThan(0.02);
    expect(find(routes, 'a.io/old').route?.redirect).toEqual({ scheme: 'https', host: 'b.io', statusCode: 301 });
    expect(find(routes, 'a.io/mirror').route?.refused).toBe('filter RequestMirror is not supported');
  });

  test('wildcards stand for one label or more; hosts of listeners narrow those of routes', () => {
    const gateway = (listener: object): Gateway => ({
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'Gateway',
      metadata: { name: 'edge', namespace: 'infra' },
      spec: { gatewayClassName: 'kubemin', listeners: [{ name: 'web', ...listener }] },
    });
    const allowedRoutes = { namespaces: { from: 'All' } };
    const routes = (hostnames: readonly string[], ...gateways: Gateway[]) =>
      table({
        httpRoutes: [httpRoute({ hostnames, rules: [{ backendRefs }] })],
        ...(gateways.length > 0 && { gateways }),
      });
    expect(['y.a.io/', 'z.y.a.io/', 'a.io/'].map((url) => reached(routes(['*.a.io']), url))).toEqual([
      'web',
      'web',
      undefined,
    ]);
    const narrow = routes(['x.a.io', 'b.io'], gateway({ hostname: '*.a.io', allowedRoutes }));
    expect(['x.a.io/', 'b.io/'].map((url) => reached(narrow, url))).toEqual(['web', undefined]);
    const closed = routes(['a.io'], gateway({}));
    expect(reached(closed, 'a.io/')).toBeUndefined();
    expect(closed.problems).toMatchObject([{ reason: 'NotPermitted' }]);
  });
});
