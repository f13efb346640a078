import type { KubeObject } from '@kubemin/kubeapi';
import { durationMs, routeBackends } from '@kubemin/model';
import { objectsMessages } from '../../messages/index.ts';
import { type GatewayOptions, given } from '../../object/index.ts';
import { gatewayMetadata } from './gateway-metadata.ts';
import type { GatewayContext, GatewayRoute, GatewayTarget } from './gateway-target.ts';
import { type HostGroup, hostGroups } from './host-group.ts';

type Context = GatewayContext<GatewayOptions['istio']>;
type Indexed = HostGroup['routes'][number];

/** gateway → VirtualServices bound to the operator's Gateways. */
export const virtualServiceTarget: GatewayTarget<'istio'> = {
  objects(context) {
    const { entry, options, refuse } = context;
    for (const index of (entry.tls ?? []).keys()) {
      refuse(['tls', index], objectsMessages.serverCertificates({ gateways: options.gateways }));
    }
    return hostGroups(entry).map(({ hosts, routes }, index): KubeObject & { readonly spec: object } => ({
      apiVersion: 'networking.istio.io/v1',
      kind: 'VirtualService',
      metadata: gatewayMetadata(context, index),
      spec: {
        hosts: hosts.length === 0 ? ['*'] : hosts,
        gateways: options.gateways,
        http: routes.toSorted(bySpecificity).flatMap((indexed) => httpRoutes(indexed, context)),
      },
    }));
  },
};

const RANKS = { exact: 0, regex: 1, prefix: 2 } as const;

/** Istio takes the first route that fits, the others the one that fits best: so the better ones come first. */
function bySpecificity({ route: left }: Indexed, { route: right }: Indexed): number {
  const isBound = (route: GatewayRoute) => (route.methods.length > 0 ? 1 : 0);
  return (
    RANKS[left.pathType] - RANKS[right.pathType] ||
    right.path.length - left.path.length ||
    isBound(right) - isBound(left) ||
    Object.keys(right.headers).length - Object.keys(left.headers).length
  );
}

interface UriMatch {
  readonly uri: object;
  /** The new path where this one matched. */
  readonly rewritten?: object;
}

function httpRoutes({ route, index }: Indexed, context: Context): readonly object[] {
  const { request, backend } = route.timeout ?? {};
  if (backend !== undefined) {
    context.refuse(['routes', index, 'timeout', 'backend'], objectsMessages.virtualServiceTimeout);
  }
  const rest = given({
    redirect: redirect(route),
    timeout: request === undefined ? undefined : `${durationMs(request) / 1000}s`,
    route: route.redirect === undefined ? destinations(route, context) : undefined,
  });
  // Routes with one rewrite are one; a prefix that is rewritten has a rewrite for itself and one for what is below.
  const groups = Map.groupBy(uriMatches(route), ({ rewritten }) => JSON.stringify(rewritten));
  return [...groups.values()].map((group) => ({
    match: group.map(({ uri }) => ({ uri, ...conditions(route) })),
    ...given({ rewrite: group[0]?.rewritten }),
    ...rest,
  }));
}

/** Istio's prefixes match text; ours match whole parts of a path, so `/api` must not match `/apis`. */
function uriMatches({ path, pathType, rewrite, redirect: to }: GatewayRoute): readonly UriMatch[] {
  const rewritten = to === undefined ? rewrite : undefined;
  if (rewritten?.type === 'regex') {
    const { match = path, replacement } = rewritten;
    // Istio writes groups as \1.
    const uriRegexRewrite = { match, rewrite: replacement.replaceAll(/\$(\d)/g, '\\$1') };
    return uris(path, pathType).map((uri) => ({ uri, rewritten: { uriRegexRewrite } }));
  }
  if (rewritten?.type === 'prefix' && pathType === 'prefix') {
    const bare = rewritten.replacement.replace(/\/+$/, '');
    return uris(path, pathType).map((uri) => ({ uri, rewritten: { uri: 'prefix' in uri ? `${bare}/` : bare || '/' } }));
  }
  if (rewritten === undefined) return uris(path, pathType).map((uri) => ({ uri }));
  // A rewrite of the whole path must not depend on how much of it was matched.
  const uriRegexRewrite = { match: '^/.*$', rewrite: rewritten.replacement };
  return uris(path, pathType).map((uri) => ({ uri, rewritten: { uriRegexRewrite } }));
}

function uris(path: string, pathType: GatewayRoute['pathType']): readonly Readonly<Record<string, string>>[] {
  if (pathType !== 'prefix') return [{ [pathType]: path }];
  const bare = path.replace(/\/+$/, '');
  return bare === '' ? [{ prefix: '/' }] : [{ exact: bare }, { prefix: `${bare}/` }];
}

function conditions({ methods, headers }: GatewayRoute): object {
  const list = Object.entries(headers).map(([name, exact]) => [name.toLowerCase(), { exact }]);
  return {
    ...(methods.length === 0 ? {} : { method: { regex: [...new Set(methods)].join('|') } }),
    ...(list.length === 0 ? {} : { headers: Object.fromEntries(list) }),
  };
}

function redirect({ redirect: to }: GatewayRoute): object | undefined {
  if (to === undefined) return undefined;
  const { scheme, host: authority, port, path: uri, statusCode: redirectCode } = to;
  return { redirectCode, ...given({ scheme, authority, port, uri }) };
}

function destinations(route: GatewayRoute, context: Context): readonly object[] {
  const backends = routeBackends(route);
  return backends.map(({ backend }) => {
    const { name: host, port: number } = context.service(backend);
    const destination = { host, port: { number } };
    return backends.length === 1 ? { destination } : { destination, weight: backend.weight };
  });
}
