import type { KubeObject } from '@kubemin/kubeapi';
import type { Secret } from '@kubemin/kubeapi/types/core.v1';
import type { Ingress, IngressClass } from '@kubemin/kubeapi/types/networking.v1';
import { resolveBackend, type ServiceIndex } from './backends.ts';
import type { Gateway, HttpRoute } from './gateway-api.ts';
import { parseGateway, parseHttpRoute } from './parse-http-route.ts';
import { parseIngress } from './parse-ingress.ts';
import type { ParsedObject, RouteClaim } from './parsed-object.ts';
import {
  type Backend,
  type BackendReference,
  type Canary,
  type Certificate,
  describeObject,
  type HostRoutes,
  type PathMatch,
  type Route,
  type RouteProblem,
  type RouteTable,
  type Routing,
  readCertificate,
} from './route-table.ts';

/** The objects that routing is made of. */
export interface RoutingSources {
  readonly ingresses: readonly Ingress[];
  readonly ingressClasses: readonly IngressClass[];
  readonly httpRoutes: readonly HttpRoute[];
  /** Undefined: every Gateway that an HTTPRoute names counts as served. */
  readonly gateways?: readonly Gateway[];
  readonly secrets: readonly Secret[];
}

/** Which classes are served. */
export interface ClassOptions {
  /** `spec.controller` of the IngressClasses that are served. */
  readonly controllers: readonly string[];
  /** Names of classes that are served even where there is no such IngressClass. */
  readonly classNames: readonly string[];
  /** `gatewayClassName` of the Gateways that are served; undefined is all. */
  readonly gatewayClassNames?: readonly string[];
}

/** Keeps what was read of objects that did not change. Objects are immutable, so identity is enough. */
export class ParseCache {
  readonly #ingresses = new WeakMap<Ingress, ParsedObject>();
  readonly #certificates = new WeakMap<Secret, Certificate | 'invalid'>();

  ingress(ingress: Ingress): ParsedObject {
    const parsed = this.#ingresses.get(ingress) ?? parseIngress(ingress);
    this.#ingresses.set(ingress, parsed);
    return parsed;
  }

  certificate(secret: Secret): Certificate | undefined {
    const read = this.#certificates.get(secret) ?? readCertificate(secret) ?? 'invalid';
    this.#certificates.set(secret, read);
    return read === 'invalid' ? undefined : read;
  }
}

/** Adds the endpoints of the moment to routing. Backends for which `keep` returns one are taken from there. */
export function resolveTable(
  routing: Routing,
  index: ServiceIndex,
  keep: (reference: BackendReference) => Backend | undefined = () => undefined,
): RouteTable {
  const problems = [...routing.problems];
  const backends = new Map<string, Backend>();
  const endpointKeys = new Set<string>();
  for (const reference of routing.references.values()) {
    const kept = keep(reference);
    const { backend, problem } = kept === undefined ? resolveBackend(reference, index) : { backend: kept };
    if (problem !== undefined) problems.push(...reference.objects.map((object) => ({ object, ...problem })));
    backends.set(reference.key, backend);
    for (const { key } of backend.endpoints) endpointKeys.add(key);
  }
  return { ...routing, backends, endpointKeys, problems };
}

/** Hosts, paths and certificates; everything but endpoints. */
export function buildRouting(sources: RoutingSources, options: ClassOptions, cache: ParseCache): Routing {
  const gateways = servedGateways(sources.gateways, options);
  const parsed = [
    ...sources.ingresses
      .filter((ingress) => isServed(ingress, sources.ingressClasses, options))
      .map((each) => cache.ingress(each)),
    ...sources.httpRoutes.map((route) => parseHttpRoute(route, gateways)),
    ...[...(gateways?.values() ?? [])].map(parseGateway),
  ]
    .filter((each) => each !== undefined)
    .sort(byAge);
  const builder = new RoutingBuilder();
  for (const each of parsed) builder.add(each);
  for (const each of parsed) builder.addCanaries(each);
  const certificates = builder.addCertificates(parsed, sources.secrets, cache);
  return {
    ...builder.hostRoutes(),
    certificates,
    references: joinReferences(parsed),
    served: new Set(parsed.map(({ object }) => describeObject(object))),
    problems: [...parsed.flatMap(({ problems }) => problems), ...builder.problems],
  };
}

function joinReferences(parsed: readonly ParsedObject[]): ReadonlyMap<string, BackendReference> {
  const joined = new Map<string, BackendReference>();
  for (const reference of parsed.flatMap(({ references }) => references)) {
    const objects = new Set([...(joined.get(reference.key)?.objects ?? []), ...reference.objects]);
    joined.set(reference.key, { ...reference, objects: [...objects] });
  }
  return joined;
}

function isServed(ingress: Ingress, classes: readonly IngressClass[], options: ClassOptions): boolean {
  const name = ingress.spec?.ingressClassName ?? ingress.metadata.annotations?.['kubernetes.io/ingress.class'];
  const isOurs = ({ spec }: IngressClass) => options.controllers.includes(spec?.controller ?? '');
  if (name === undefined || name === '') {
    const isDefault = ({ metadata }: IngressClass) =>
      metadata.annotations?.['ingressclass.kubernetes.io/is-default-class'] === 'true';
    return classes.length === 0 || classes.some((each) => isDefault(each) && isOurs(each));
  }
  const named = classes.find(({ metadata }) => metadata.name === name);
  return named === undefined ? options.classNames.includes(name) : isOurs(named);
}

function servedGateways(gateways: readonly Gateway[] | undefined, options: ClassOptions) {
  const served = gateways?.filter(
    ({ spec }) => options.gatewayClassNames?.includes(spec?.gatewayClassName ?? '') !== false,
  );
  if (served === undefined) return undefined;
  return new Map(served.map((each) => [`${each.metadata.namespace ?? 'default'}/${each.metadata.name}`, each]));
}

/** Oldest first; of equally old ones the first by name, so that the order never depends on the order of lists. */
function byAge({ object: left }: ParsedObject, { object: right }: ParsedObject): number {
  const [older, newer] = [left, right].map(({ metadata }) => metadata.creationTimestamp ?? '');
  if (older !== newer) return (older ?? '') < (newer ?? '') ? -1 : 1;
  return describeObject(left) < describeObject(right) ? -1 : 1;
}

interface Slot {
  route: Route;
  readonly host: string;
  readonly isDeep: boolean;
  readonly object: KubeObject;
}

/** Puts the claims of all objects together, oldest first. */
class RoutingBuilder {
  readonly problems: RouteProblem[] = [];
  readonly #slots = new Map<string, Slot>();
  readonly #defaults = new Map<string, RouteClaim>();

  add({ object, routes, defaults }: ParsedObject): void {
    for (const claim of routes) {
      const key = slotKey(claim);
      const taken = this.#slots.get(key);
      if (taken === undefined) this.#slots.set(key, { ...claim, object });
      else this.#reportTaken(object, claim, taken.route);
    }
    for (const claim of defaults) {
      if (!this.#defaults.has(claim.host)) this.#defaults.set(claim.host, claim);
    }
  }

  addCanaries({ object, canaries }: ParsedObject): void {
    for (const { claim, canary } of canaries) {
      const slot = this.#slots.get(slotKey(claim));
      if (slot === undefined) {
        const message = `canary of ${describeClaim(claim)}: no other Ingress has this host and path`;
        this.problems.push({ object, reason: 'RouteConflict', message });
      } else if (slot.route.canary !== undefined) {
        this.#reportTaken(object, claim, slot.route);
      } else {
        slot.route = { ...slot.route, canary: withoutOwnWeight(canary) };
      }
    }
  }

  addCertificates(
    parsed: readonly ParsedObject[],
    secrets: readonly Secret[],
    cache: ParseCache,
  ): ReadonlyMap<string, Certificate> {
    const byKey = new Map(
      secrets.map((each) => [`${each.metadata.namespace ?? 'default'}/${each.metadata.name}`, each]),
    );
    const certificates = new Map<string, Certificate>();
    for (const { object, tls } of parsed) {
      for (const { hosts, secretKey } of tls) {
        const secret = byKey.get(secretKey);
        const certificate = secret === undefined ? undefined : cache.certificate(secret);
        if (secret === undefined) {
          this.problems.push({ object, reason: 'MissingSecret', message: `Secret ${secretKey} does not exist` });
        } else if (certificate === undefined) {
          const message = `Secret ${secretKey} has no usable tls.crt and tls.key`;
          this.problems.push({ object, reason: 'InvalidSecret', message });
        } else {
          for (const host of hosts) if (!certificates.has(host)) certificates.set(host, certificate);
        }
      }
    }
    return certificates;
  }

  hostRoutes(): Pick<Routing, 'hosts' | 'wildcards' | 'deepWildcards' | 'anyHost'> {
    const hosts = new Map<string, HostRoutes>();
    const wildcards = new Map<string, HostRoutes>();
    const deepWildcards = new Map<string, HostRoutes>();
    const groups = Map.groupBy(this.#slots.values(), ({ host, isDeep }) =>
      host.startsWith('*.') && isDeep ? `*${host}` : host,
    );
    for (const host of this.#defaults.keys()) if (!groups.has(host)) groups.set(host, []);
    let anyHost = arrange([], this.#defaults.get('')?.route);
    for (const [host, slots] of groups) {
      const routes = arrange(
        slots.map(({ route }) => route),
        this.#defaults.get(host)?.route ?? this.#defaults.get('')?.route,
      );
      if (host === '') anyHost = routes;
      else if (host.startsWith('**.')) deepWildcards.set(host.slice(3), routes);
      else if (host.startsWith('*.')) wildcards.set(host.slice(2), routes);
      else hosts.set(host, routes);
    }
    return { hosts, wildcards, deepWildcards, anyHost };
  }

  #reportTaken(object: KubeObject, claim: RouteClaim, route: Route): void {
    const message = `${describeClaim(claim)} is already served for ${route.source}, which is older`;
    this.problems.push({ object, reason: 'RouteConflict', message });
  }
}

/** A weight that cannot be reached without a total takes nothing. */
function withoutOwnWeight(canary: Canary): Canary {
  return canary.weightTotal === 0 ? { ...canary, weight: 0, weightTotal: 1 } : canary;
}

function slotKey({ host, isDeep, route: { path, conditions } }: RouteClaim): string {
  const deep = host.startsWith('*.') && isDeep;
  const headers = conditions?.headers.map(({ name, value, pattern }) => [name, value, pattern?.source]) ?? [];
  return JSON.stringify([deep, host, path.type, path.path, conditions?.method, headers.sort()]);
}

function describeClaim({ host, route }: RouteClaim): string {
  return `${host === '' ? '*' : host}${route.path.path === '' ? '/' : route.path.path}`;
}

function arrange(routes: readonly Route[], defaultRoute: Route | undefined): HostRoutes {
  const ordered = routes.toSorted((left, right) => specificity(right) - specificity(left));
  const group = (type: PathMatch['type']) =>
    Map.groupBy(
      ordered.filter(({ path }) => path.type === type),
      ({ path }) => path.path,
    );
  const scanned = ordered
    .filter(({ path }) => path.type === 'text' || path.type === 'pattern')
    .sort((left, right) => right.path.path.length - left.path.path.length);
  return {
    exact: group('exact'),
    prefixes: group('prefix'),
    scanned,
    ...(defaultRoute === undefined ? {} : { defaultRoute }),
  };
}

/** Of routes with one path those with a method come first, then those with more headers. */
function specificity({ conditions }: Route): number {
  return (conditions?.method === undefined ? 0 : 1000) + (conditions?.headers.length ?? 0);
}
