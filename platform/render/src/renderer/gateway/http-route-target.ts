import type { KubeObject } from '@kubemin/kubeapi';
import { durationMs, routeBackends } from '@kubemin/model';
import { objectsMessages } from '../../messages/index.ts';
import { type GatewayOptions, given } from '../../object/index.ts';
import { gatewayMetadata } from './gateway-metadata.ts';
import type { GatewayContext, GatewayRoute, GatewayTarget } from './gateway-target.ts';
import { hostGroups } from './host-group.ts';

type Context = GatewayContext<GatewayOptions['gateway-api']>;

/** What the Gateway API allows in one HTTPRoute. */
const MOST = 16;
const MOST_MATCHES = 128;
const PATH_TYPES = { prefix: 'PathPrefix', exact: 'Exact', regex: 'RegularExpression' } as const;

/** gateway → HTTPRoutes attached to the operator's Gateway. */
export const httpRouteTarget: GatewayTarget<'gateway-api'> = {
  objects(context) {
    const { entry, options, refuse } = context;
    for (const index of (entry.tls ?? []).keys()) {
      refuse(['tls', index], objectsMessages.listenerCertificates({ gateway: options.parent.name }));
    }
    const parts = hostGroups(entry).flatMap(({ hosts, routes }) => {
      const rules = routes.flatMap(({ route, index }) => routeRules(route, index, context));
      return chunks(hosts).flatMap((some) =>
        chunks(rules, ({ matches: { length } }) => length).map((few) => ({ hosts: some, rules: few })),
      );
    });
    return parts.map(({ hosts, rules }, index): KubeObject & { readonly spec: object } => ({
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: gatewayMetadata(context, index),
      spec: { parentRefs: [options.parent], ...(hosts.length === 0 ? {} : { hostnames: hosts }), rules },
    }));
  },
};

interface Rule {
  readonly matches: readonly object[];
}

/** One rule; where a prefix is replaced, one for each match: the Gateway API allows exactly one beside such a filter. */
function routeRules(route: GatewayRoute, index: number, context: Context): readonly Rule[] {
  const filters = [...redirect(route, index, context), ...rewrite(route, index, context)];
  const backendRefs = routeBackends(route).map(({ backend }) => {
    const { name, port } = context.service(backend);
    return { name, port, weight: backend.weight };
  });
  const { request, backend } = route.timeout ?? {};
  const timeouts = given({ request: request && span(request), backendRequest: backend && span(backend) });
  const common = {
    ...(filters.length === 0 ? {} : { filters }),
    ...(backendRefs.length === 0 ? {} : { backendRefs }),
    ...(Object.keys(timeouts).length === 0 ? {} : { timeouts }),
  };
  const all = matches(route);
  return replacesPrefix(route) ? all.map((match) => ({ matches: [match], ...common })) : [{ matches: all, ...common }];
}

/** A match has one method at most, so several methods are several matches. */
function matches({ path, pathType, methods, headers }: GatewayRoute): readonly object[] {
  const list = Object.entries(headers).map(([name, value]) => ({ type: 'Exact', name, value }));
  const match = {
    path: { type: PATH_TYPES[pathType], value: path },
    ...(list.length === 0 ? {} : { headers: list }),
  };
  return methods.length === 0 ? [match] : [...new Set(methods)].map((method) => ({ ...match, method }));
}

function redirect({ redirect: to }: GatewayRoute, index: number, { refuse }: Context): readonly object[] {
  if (to === undefined) return [];
  const { scheme, host: hostname, port, statusCode } = to;
  if (statusCode !== 301 && statusCode !== 302) {
    refuse(['routes', index, 'redirect', 'statusCode'], objectsMessages.httpRouteRedirects);
  }
  const path = to.path === undefined ? undefined : { type: 'ReplaceFullPath', replaceFullPath: to.path };
  return [{ type: 'RequestRedirect', requestRedirect: { statusCode, ...given({ scheme, hostname, port, path }) } }];
}

function rewrite(route: GatewayRoute, index: number, { refuse }: Context): readonly object[] {
  if (route.rewrite === undefined || route.redirect !== undefined) return [];
  const { type, replacement } = route.rewrite;
  if (type === 'regex') refuse(['routes', index, 'rewrite'], objectsMessages.httpRouteRewrite);
  const path = replacesPrefix(route)
    ? { type: 'ReplacePrefixMatch', replacePrefixMatch: replacement }
    : { type: 'ReplaceFullPath', replaceFullPath: replacement };
  return [{ type: 'URLRewrite', urlRewrite: { path } }];
}

function replacesPrefix({ rewrite: to, redirect: elsewhere, pathType }: GatewayRoute): boolean {
  return elsewhere === undefined && to?.type === 'prefix' && pathType === 'prefix';
}

/** A duration in the Gateway API's own form: whole numbers of at most five digits. */
function span(text: string): string {
  const ms = Math.round(durationMs(text));
  const parts = [
    [Math.floor(ms / 3_600_000), 'h'],
    [Math.floor(ms / 60_000) % 60, 'm'],
    [Math.floor(ms / 1000) % 60, 's'],
    [ms % 1000, 'ms'],
  ] as const;
  return parts.map(([amount, unit]) => (amount === 0 ? '' : `${amount}${unit}`)).join('') || '0s';
}

/** Parts of a list, each with as many entries, and as many matches in them, as one object may have. */
function chunks<T>(list: readonly T[], matchCount: (entry: T) => number = () => 0): readonly (readonly T[])[] {
  let sum = 0;
  const over = list.findIndex((entry, index) => {
    sum += matchCount(entry);
    return index === MOST || sum > MOST_MATCHES;
  });
  return over === -1 ? [list] : [list.slice(0, over), ...chunks(list.slice(over), matchCount)];
}
