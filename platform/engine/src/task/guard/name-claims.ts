import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue, type KubeObject } from '@kubemin/kubeapi';
import { LABEL, type RenderedObject } from '@kubemin/render';
import { toJson } from '../applied-fields.ts';
import { isContent, objectUses, useKey } from './guarded-use.ts';
import type { PermittedUses } from './use-guard.ts';

/**
 * A name in a cluster that one application at a time may have: a Secret or ConfigMap that is not shared, or a host and
 * path of a way in. `use` means that the application refers to the name without making the object.
 */
export interface NameClaim {
  readonly component: string;
  readonly mode: 'own' | 'use';
  readonly kind: string;
  /** '' for a host and path: a controller serves those of all namespaces. */
  readonly namespace: string;
  /** Of the object; for a way in, host and path. */
  readonly name: string;
  /** The ingress class. Names of two scopes are two names, unless one of them is '', which means any. */
  readonly scope: string;
}

/** What a rendering claims, and what it refers to by permission of an administrator: those claims are given up. */
export interface ClaimedNames {
  readonly claims: readonly NameClaim[];
  readonly permitted: readonly NameClaim[];
}

const LONGEST_KEY = 255;

/** Equal texts mean the same name in the same cluster. */
export function claimKey(cluster: string, { kind, namespace, name }: NameClaim): string {
  const key = `${cluster}:${kind} ${namespace}/${name}`;
  if (key.length <= LONGEST_KEY) return key;
  return `${kind} sha256:${createHash('sha256').update(key).digest('hex')}`;
}

/** Whether two applications cannot both have their claim to one name. */
export function claimsConflict(
  left: Pick<NameClaim, 'mode' | 'scope'>,
  right: Pick<NameClaim, 'mode' | 'scope'>,
): boolean {
  const overlap = left.scope === right.scope || left.scope === '' || right.scope === '';
  return overlap && (left.mode === 'own' || right.mode === 'own');
}

/**
 * The names a rendering claims. Secrets and ConfigMaps count only where uses are restricted: `permitted` is undefined
 * elsewhere. One that an application offers by the trait `share` is open to all, and may be made by another
 * application, so that its own references are uses as well. Pure.
 */
export function claimedNames(rendered: readonly RenderedObject[], permitted: PermittedUses): ClaimedNames {
  const waysIn = rendered.flatMap(claimedRoutes);
  if (permitted === undefined) return { claims: distinct(waysIn), permitted: [] };
  const own = rendered.flatMap(({ component, object: { kind, metadata } }): readonly NameClaim[] => {
    const { name = '', namespace = '', labels } = metadata;
    if (!isContent({ kind }) || labels?.[LABEL.shareName] !== undefined) return [];
    return [{ component, mode: 'own', kind, namespace, name, scope: '' }];
  });
  const made = new Set(own.map((claim) => claimKey('', claim)));
  const uses = rendered.flatMap(objectUses).flatMap((use) => {
    const claim: NameClaim = { ...use, mode: 'use', scope: '' };
    return isContent(use) && !made.has(claimKey('', claim)) ? [{ claim, isPermitted: permitted.has(useKey(use)) }] : [];
  });
  const open = distinct(uses.flatMap(({ claim, isPermitted }) => (isPermitted ? [] : [claim])));
  const guarded = new Set(open.map((claim) => claimKey('', claim)));
  return {
    claims: [...distinct(own), ...open, ...distinct(waysIn)],
    // One component may have the permission for a name, and another one of the application not.
    permitted: distinct(uses.flatMap(({ claim }) => (guarded.has(claimKey('', claim)) ? [] : [claim]))),
  };
}

function distinct(claims: readonly NameClaim[]): readonly NameClaim[] {
  return [...new Map(claims.map((claim) => [`${claimKey('', claim)} ${claim.scope}`, claim])).values()];
}

/** The hosts and paths by which an object leads into the cluster. */
function claimedRoutes({ component, object }: RenderedObject): readonly NameClaim[] {
  const spec = object.kind in ROUTE_READERS ? toJson(object).spec : undefined;
  if (spec === undefined || !isJsonObject(spec)) return [];
  const scope = object.kind === 'Ingress' ? ingressClass(object, spec) : '';
  const ways = ROUTE_READERS[object.kind]?.(spec) ?? [];
  return ways.map(({ host, path }) => {
    const name = `${host}${path.length > 1 ? path.replace(/\/$/, '') : path}`;
    return { component, mode: 'own', kind: object.kind, namespace: '', name, scope };
  });
}

interface ClaimedRoute {
  readonly host: string;
  readonly path: string;
}

const ANY_HOST = '*';

const ROUTE_READERS: Readonly<Record<string, (spec: JsonObject) => readonly ClaimedRoute[]>> = {
  Ingress: (spec) =>
    objects(spec.rules).flatMap(({ host, http = null }) =>
      objects(isJsonObject(http) ? http.paths : undefined).map(({ path }) => ({
        host: text(host) || ANY_HOST,
        path: text(path) || '/',
      })),
    ),
  HTTPRoute: ({ hostnames, rules }) =>
    routeHosts(hostnames).flatMap((host) =>
      objectsOrOne(rules).flatMap(({ matches }) =>
        objectsOrOne(matches).map(({ path, ...conditions }) => ({ host, path: matchText(path, 'value', conditions) })),
      ),
    ),
  VirtualService: ({ hosts, http, tls, tcp }) =>
    routeHosts(hosts).flatMap((host) => [
      ...objects(http).flatMap(({ match }) =>
        objectsOrOne(match).map(({ uri, ...conditions }) => ({ host, path: matchText(uri, undefined, conditions) })),
      ),
      // What is routed without a look at its requests has every path.
      ...(objects(tls).length + objects(tcp).length > 0 ? [{ host, path: '/' }] : []),
    ]),
};

/** Routes with other conditions beside the path, as headers, are others. */
function matchText(path: JsonValue | undefined, field: string | undefined, conditions: JsonObject): string {
  const parts = path !== undefined && isJsonObject(path) ? path : {};
  const value = text(field === undefined ? Object.values(parts)[0] : parts[field]) || '/';
  return Object.keys(conditions).length === 0 ? value : `${value} ${JSON.stringify(conditions)}`;
}

function ingressClass({ metadata }: KubeObject, { ingressClassName }: JsonObject): string {
  return text(ingressClassName) || (metadata.annotations?.['kubernetes.io/ingress.class'] ?? '');
}

function routeHosts(hosts: JsonValue | undefined): readonly string[] {
  const list = Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : [];
  return list.length === 0 ? [ANY_HOST] : list;
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A route without rules, or a rule without matches, matches every path. */
function objectsOrOne(value: JsonValue | undefined): readonly JsonObject[] {
  const list = objects(value);
  return list.length === 0 ? [{}] : list;
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
