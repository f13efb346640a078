import { parseGoDuration } from '@kubemin/base';
import type { Gateway, HttpPathModifier, HttpRoute, HttpRouteMatch, HttpRouteRule } from './gateway-api.ts';
import { normaliseHost, type ParsedObject, ParsedObjectBuilder } from './parsed-object.ts';
import { compilePathPattern, compileValuePattern } from './path-pattern.ts';
import { normaliseRoutePath } from './request-path.ts';
import { describeObject, type PathMatch, type Redirect, type Rewrite, type Route } from './route-table.ts';

type Listener = NonNullable<NonNullable<Gateway['spec']>['listeners']>[number];

/**
 * What an HTTPRoute asks for, for the listeners it is attached to; undefined when no Gateway of ours is its parent.
 * Without `gateways` every Gateway counts as ours, with one listener for all hosts.
 */
export function parseHttpRoute(
  route: HttpRoute,
  gateways: ReadonlyMap<string, Gateway> | undefined,
): ParsedObject | undefined {
  const parsed = new ParsedObjectBuilder(route);
  const listeners = attachedListeners(parsed, route, gateways);
  if (listeners === undefined) return undefined;
  const hosts = listeners.flatMap(({ hostname }) => sharedHosts(route.spec?.hostnames ?? [], hostname));
  if (hosts.length === 0) return parsed;
  for (const rule of route.spec?.rules ?? []) addRule(parsed, [...new Set(hosts)], rule);
  return parsed;
}

/** The certificates of a Gateway. */
export function parseGateway(gateway: Gateway): ParsedObject {
  const parsed = new ParsedObjectBuilder(gateway);
  for (const { name, hostname, tls } of gateway.spec?.listeners ?? []) {
    for (const reference of tls?.certificateRefs ?? []) {
      if (reference.namespace !== undefined && reference.namespace !== parsed.namespace) {
        parsed.report('NotPermitted', `listener ${name}: certificate of namespace ${reference.namespace}`);
        continue;
      }
      const hosts = hostname === undefined ? [''] : [normaliseHost(hostname)];
      parsed.tls.push({ hosts, secretKey: `${parsed.namespace}/${reference.name}` });
    }
  }
  return parsed;
}

function attachedListeners(
  parsed: ParsedObjectBuilder,
  route: HttpRoute,
  gateways: ReadonlyMap<string, Gateway> | undefined,
): readonly Pick<Listener, 'hostname'>[] | undefined {
  const parents = (route.spec?.parentRefs ?? []).filter(({ kind = 'Gateway' }) => kind === 'Gateway');
  if (gateways === undefined) return parents.length === 0 ? undefined : [{}];
  const found = parents.flatMap(({ name, namespace = parsed.namespace, sectionName }) => {
    const gateway = gateways.get(`${namespace}/${name}`);
    if (gateway === undefined) return [];
    const named = (gateway.spec?.listeners ?? []).filter((each) => [undefined, each.name].includes(sectionName));
    const open = named.filter(({ allowedRoutes }) => {
      const from = allowedRoutes?.namespaces?.from ?? 'Same';
      return from === 'All' || (from === 'Same' && namespace === parsed.namespace);
    });
    if (open.length === 0) {
      parsed.report('NotPermitted', `Gateway ${namespace}/${name} has no listener for routes of this namespace`);
    }
    return [open];
  });
  return found.length === 0 ? undefined : found.flat();
}

/** Hosts that both a route and a listener name. */
function sharedHosts(hostnames: readonly string[], listener: string | undefined): readonly string[] {
  const own = hostnames.map(normaliseHost);
  if (listener === undefined || listener === '') return own.length === 0 ? [''] : own;
  const other = normaliseHost(listener);
  if (own.length === 0) return [other];
  const covers = (wide: string, host: string) => wide.startsWith('*.') && host.endsWith(wide.slice(1));
  return own.flatMap((host) => (host === other || covers(other, host) ? [host] : covers(host, other) ? [other] : []));
}

function addRule(parsed: ParsedObjectBuilder, hosts: readonly string[], rule: HttpRouteRule): void {
  const { backendRefs = [], timeouts } = rule;
  const backends = backendRefs.flatMap(({ kind = 'Service', name, namespace, port, weight = 1 }) => {
    if (kind !== 'Service') parsed.report('UnsupportedField', `backend ${kind} ${name} is not a Service`);
    else if (namespace !== undefined && namespace !== parsed.namespace) {
      parsed.report('NotPermitted', `Service ${namespace}/${name} is in another namespace`);
    } else return [{ weight, backendKey: parsed.refer(name, port, 'http') }];
    return [];
  });
  const [requestMs, backendMs] = [timeouts?.request, timeouts?.backendRequest].map((text) => {
    const ms = text === undefined ? undefined : parseGoDuration(text);
    if (text !== undefined && ms === undefined) parsed.report('UnsupportedField', `timeout "${text}" is no duration`);
    return ms === 0 ? undefined : ms;
  });
  for (const match of rule.matches ?? [{}]) {
    const path = readPath(parsed, match);
    const conditions = path === undefined ? undefined : readConditions(parsed, match);
    if (path === undefined || conditions === undefined) continue;
    const route: Route = {
      source: describeObject(parsed.object),
      path,
      conditions,
      backends,
      ...readFilters(parsed, rule, path),
      sslRedirect: 'never',
      maxBodyBytes: 0,
      timeouts: {
        connectMs: 5_000,
        sendMs: 60_000,
        readMs: 60_000,
        ...(requestMs === undefined ? {} : { requestMs }),
        ...(backendMs === undefined ? {} : { backendMs }),
      },
    };
    parsed.routes.push(...hosts.map((host) => ({ host, isDeep: true, route })));
  }
}

function readPath(parsed: ParsedObjectBuilder, { path: given }: HttpRouteMatch): PathMatch | undefined {
  const { type = 'PathPrefix', value = '/' } = given ?? {};
  if (type === 'RegularExpression') {
    const pattern = compilePathPattern(`${value}$`);
    if (pattern instanceof RegExp) return { type: 'pattern', path: value, pattern: new RegExp(pattern.source) };
    parsed.report('InvalidPath', `path "${value}": ${pattern.problem}`);
    return undefined;
  }
  const path = normaliseRoutePath(value);
  if (path === undefined || (type !== 'Exact' && type !== 'PathPrefix')) {
    parsed.report('InvalidPath', `path "${value}" of type ${type} is not supported`);
    return undefined;
  }
  return type === 'Exact' ? { type: 'exact', path } : { type: 'prefix', path: path.replace(/\/$/, '') };
}

function readConditions(parsed: ParsedObjectBuilder, match: HttpRouteMatch): Route['conditions'] {
  if ((match.queryParams ?? []).length > 0) {
    parsed.report('UnsupportedField', 'matches by queryParams are not supported');
    return undefined;
  }
  const headers = (match.headers ?? []).map(({ type = 'Exact', name, value }) => {
    if (type === 'Exact') return { name: name.toLowerCase(), value };
    const pattern = compileValuePattern(value);
    if (pattern instanceof RegExp) return { name: name.toLowerCase(), pattern };
    parsed.report('UnsupportedField', `header ${name}: ${pattern.problem}`);
    return undefined;
  });
  const usable = headers.filter((header) => header !== undefined);
  if (usable.length < headers.length) return undefined;
  return { ...(match.method === undefined ? {} : { method: match.method }), headers: usable };
}

function readFilters(
  parsed: ParsedObjectBuilder,
  { filters = [] }: HttpRouteRule,
  path: PathMatch,
): Pick<Route, 'rewrite' | 'redirect' | 'refused'> {
  const found: { rewrite?: Rewrite; redirect?: Redirect; refused?: string } = {};
  for (const { type, requestRedirect, urlRewrite } of filters) {
    const rewrite = readModifier(requestRedirect?.path ?? urlRewrite?.path, path);
    if (type === 'RequestRedirect' && requestRedirect !== undefined) {
      const { scheme, hostname: host, port, statusCode = 302 } = requestRedirect;
      if (![301, 302, 303, 307, 308].includes(statusCode) || !/^https?$/.test(scheme ?? 'http')) {
        found.refused = 'redirect is not supported';
        parsed.report('UnsupportedField', `redirect with ${statusCode} to ${scheme ?? 'http'} is not supported`);
        continue;
      }
      found.redirect = {
        statusCode,
        ...(scheme === undefined ? {} : { scheme }),
        ...(host === undefined ? {} : { host }),
        ...(port === undefined ? {} : { port }),
        ...(rewrite === undefined ? {} : { path: rewrite }),
      };
    } else if (type === 'URLRewrite' && urlRewrite !== undefined && urlRewrite.hostname === undefined) {
      if (rewrite !== undefined) found.rewrite = rewrite;
    } else {
      // A filter must not be skipped: requests would reach the backend in another form than its author expects.
      found.refused = `filter ${type} is not supported`;
      parsed.report('UnsupportedField', `${found.refused}; its rule is not served`);
    }
  }
  return found;
}

function readModifier(modifier: HttpPathModifier | undefined, path: PathMatch): Rewrite | undefined {
  if (modifier?.replaceFullPath !== undefined) {
    return { type: 'replace', target: modifier.replaceFullPath.replaceAll('$', '$$$$') };
  }
  if (modifier?.replacePrefixMatch === undefined) return undefined;
  return { type: 'prefix', prefix: path.type === 'prefix' ? path.path : '', replacement: modifier.replacePrefixMatch };
}
