import type { Part } from '../source/part.ts';
import { findField, nativeMetadata } from './metadata.ts';

const NGINX = 'nginx.ingress.kubernetes.io';

/** Dns → Ingresses that strip the path, as its proxy does; the root has nothing to strip and gets one of its own. */
export function nativeDns(object: Part): readonly Part[] {
  const spec = findField(object, 'spec').isMap ? findField(object, 'spec') : object;
  const paths = findField(spec, 'paths').items;
  const root = paths.filter((path) => /^\/*$/.test(readSubPath(path).peek() ?? ''));
  const below = paths.filter((path) => !root.includes(path));
  const host = findField(spec, 'host');
  return [
    toIngresses(object, { host, paths: below, strip: true }),
    toIngresses(object, { host, paths: root, strip: false }),
  ].flat();
}

interface Routes {
  readonly host: Part;
  readonly paths: readonly Part[];
  readonly strip: boolean;
}

function readSubPath(path: Part): Part {
  return findField(path, 'subPath', 'path');
}

function toIngresses(object: Part, { host, paths, strip }: Routes): readonly Part[] {
  if (paths.length === 0) return [];
  const metadata = nativeMetadata(object);
  const annotations = strip
    ? { [`${NGINX}/rewrite-target`]: object.as('/$2'), [`${NGINX}/use-regex`]: object.as('true') }
    : {};
  const name = metadata.at('name');
  const rule = host.asMap({
    host,
    http: object.asMap({ paths: object.asList(paths.map((path) => toRoute(path, strip))) }),
  });
  return [
    object.asMap({
      apiVersion: findField(object, 'apiVersion'),
      kind: findField(object, 'kind').as('Ingress'),
      metadata: metadata.asMap({
        ...Object.fromEntries(metadata.entries),
        name: strip ? name : name.as(`${name.peek()}-root`),
        annotations: metadata.asMap(annotations),
      }),
      spec: object.asMap({ rules: object.asList([rule]) }),
    }),
  ];
}

function toRoute(path: Part, strip: boolean): Part {
  const subPath = readSubPath(path);
  const bare = `/${subPath.peek() ?? ''}`.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  const literal = bare.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&');
  const service = findField(path, 'serviceName', 'svcName', 'service');
  return path.asMap({
    path: subPath.present ? subPath.as(strip ? `${literal}(/|$)(.*)` : '/') : path.as('/'),
    pathType: path.as(strip ? 'ImplementationSpecific' : 'Prefix'),
    backend: path.asMap({
      service: path.asMap({ name: service, port: path.asMap({ number: findField(path, 'port', 'svcPort') }) }),
    }),
  });
}
