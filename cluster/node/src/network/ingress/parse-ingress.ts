import type { HTTPIngressPath, Ingress, IngressBackend } from '@kubemin/kubeapi/types/networking.v1';
import { type IngressSettings, readIngressSettings } from './ingress-annotations.ts';
import { normaliseHost, type ParsedObject, ParsedObjectBuilder } from './parsed-object.ts';
import { compilePathPattern } from './path-pattern.ts';
import { normaliseRoutePath } from './request-path.ts';
import { describeObject, type PathMatch, type Route } from './route-table.ts';

/** What an Ingress asks for. */
export function parseIngress(ingress: Ingress): ParsedObject {
  const settings = readIngressSettings(ingress);
  const parsed = new ParsedObjectBuilder(ingress);
  parsed.problems.push(...settings.problems);
  const rules = ingress.spec?.rules ?? [];
  for (const { host = '', http } of rules) {
    for (const entry of http?.paths ?? []) addPath(parsed, settings, normaliseHost(host), entry);
  }
  addDefault(parsed, settings, ingress);
  for (const { hosts = [], secretName } of ingress.spec?.tls ?? []) {
    if (secretName === undefined || secretName === '') continue;
    const named = hosts.length > 0 ? hosts : rules.flatMap(({ host }) => (host === undefined ? [] : [host]));
    parsed.tls.push({ hosts: named.map(normaliseHost), secretKey: `${parsed.namespace}/${secretName}` });
  }
  return parsed;
}

function addPath(parsed: ParsedObjectBuilder, settings: IngressSettings, host: string, entry: HTTPIngressPath): void {
  const path = readPath(parsed, settings, entry);
  const backendKey = path === undefined ? undefined : referTo(parsed, settings, entry.backend);
  if (path === undefined || backendKey === undefined) return;
  const claim = { host, isDeep: false, route: ingressRoute(parsed, settings, path, backendKey) };
  if (settings.canary === undefined) parsed.routes.push(claim);
  else parsed.canaries.push({ claim, canary: { ...settings.canary, backendKey } });
}

function addDefault(parsed: ParsedObjectBuilder, settings: IngressSettings, { spec }: Ingress): void {
  if (spec?.defaultBackend === undefined || settings.canary !== undefined) return;
  const backendKey = referTo(parsed, settings, spec.defaultBackend);
  if (backendKey === undefined) return;
  const route = ingressRoute(parsed, settings, { type: 'prefix', path: '' }, backendKey);
  const hosts = new Set(['', ...(spec.rules ?? []).map(({ host = '' }) => normaliseHost(host))]);
  parsed.defaults.push(...[...hosts].map((host) => ({ host, isDeep: false, route })));
}

function ingressRoute(
  { object }: ParsedObjectBuilder,
  { rewriteTarget, route }: IngressSettings,
  path: PathMatch,
  backendKey: string,
): Route {
  return {
    source: describeObject(object),
    path,
    backends: [{ weight: 1, backendKey }],
    ...route,
    ...(rewriteTarget === undefined ? {} : { rewrite: { type: 'replace', target: rewriteTarget } }),
  };
}

function referTo(
  parsed: ParsedObjectBuilder,
  { protocol }: IngressSettings,
  { service, resource }: IngressBackend,
): string | undefined {
  if (service === undefined) {
    parsed.report('UnsupportedField', `backend ${resource?.kind ?? ''} ${resource?.name ?? ''} is not a Service`);
    return undefined;
  }
  return parsed.refer(service.name, service.port?.name ?? service.port?.number, protocol);
}

/** Signs that a path is meant as a pattern; a dot is not one. */
const PATTERN_SIGNS = /[()[\]{}*+?|^$\\]/;

function readPath(
  parsed: ParsedObjectBuilder,
  { hasPatterns }: IngressSettings,
  { path: text = '/', pathType }: HTTPIngressPath,
): PathMatch | undefined {
  if (hasPatterns && pathType !== 'Exact' && PATTERN_SIGNS.test(text)) {
    const pattern = compilePathPattern(text);
    if (pattern instanceof RegExp) return { type: 'pattern', path: text, pattern };
    parsed.report('InvalidPath', `path "${text}": ${pattern.problem}`);
    return undefined;
  }
  const path = normaliseRoutePath(text === '' ? '/' : text);
  if (path === undefined) {
    parsed.report('InvalidPath', `path "${text}" is not an absolute path without dot segments`);
    return undefined;
  }
  if (pathType === 'Exact') return { type: 'exact', path };
  if (pathType === 'Prefix') return { type: 'prefix', path: path.replace(/\/$/, '') };
  return { type: 'text', path };
}
