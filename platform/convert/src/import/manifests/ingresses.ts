import { type Labels, REWRITE_TARGET, USE_REGEX } from '@kubemin/render';
import { manifestsMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { TraitEntry } from '../imported.ts';
import type { Part } from '../source/part.ts';
import { type Manifest, readAnnotations, readLabels, takeIdentity } from './manifest.ts';
import type { ManifestNames } from './manifest-names.ts';
import type { ManifestSet } from './manifest-set.ts';
import { servedWorkload } from './selection.ts';

type Entry = TraitEntry<'ingress'>;
type Route = NonNullable<Entry['routes']>[number];

/** An Ingress and the component that gets it as a trait: that of its first backend. */
export interface IngressInput {
  readonly component: string | undefined;
  readonly entry: Entry;
}

const PATH_TYPES = ['Prefix', 'Exact', 'ImplementationSpecific'] as const;

/** Reads an Ingress; undefined for one without any route to a Service. */
export function readIngress(manifest: Manifest, set: ManifestSet, names: ManifestNames): IngressInput | undefined {
  const { part, name } = manifest;
  const spec = part.at('spec');
  const strips = stripsPrefix(part);
  const routes = spec
    .at('rules')
    .items.flatMap((rule) => readRule(rule, set, names))
    .map((route) => (strips ? strippingRoute(route) : route));
  const fallback = spec.at('defaultBackend');
  if (routes.length === 0 && fallback.present) {
    const backend = readBackend(fallback, set, names);
    if (backend !== undefined) routes.push({ path: '/', backend });
  } else {
    fallback.omit(manifestsMessages.defaultBackend);
  }
  if (routes.length === 0) {
    part.omit(manifestsMessages.noRoute, `Ingress ${name}`);
    return undefined;
  }
  takeIdentity(manifest);
  const entry = filled({
    name: isGenerated(manifest) ? undefined : name,
    label: readLabels(part.at('metadata')),
    annotations: withoutRewrite(readAnnotations(part.at('metadata')), strips),
    ingressClassName: spec.at('ingressClassName').text(),
    tls: spec.at('tls').items.map((tls) => {
      const secret = tls.at('secretName').text();
      const secretName = secret === undefined ? undefined : names.reference('Secret', secret);
      return filled({ secretName, hosts: tls.at('hosts').texts() });
    }),
    routes,
  });
  return { component: backendComponent(spec, set, names), entry };
}

/** A path as ingress-nginx takes it off: the annotations and pattern a rewrite of prefixes renders to. */
const STRIPPED = /^(.*)\(\/\|\$\)\(\.\*\)$/;

function stripsPrefix(part: Part): boolean {
  const annotations = part.at('metadata', 'annotations');
  const paths = part.at('spec', 'rules').items.flatMap((rule) => rule.at('http', 'paths').items);
  return (
    annotations.at(REWRITE_TARGET).peek() === '/$2' &&
    annotations.at(USE_REGEX).peek() === 'true' &&
    paths.every((path) => STRIPPED.test(path.at('path').peek() ?? ''))
  );
}

function strippingRoute({ pathType: _pathType, ...route }: Route): Route {
  const path = STRIPPED.exec(route.path ?? '')?.[1]?.replaceAll(/\\(.)/g, '$1');
  return { ...route, path: path === undefined || path === '' ? '/' : path, rewrite: { type: 'prefix' } };
}

function withoutRewrite(annotations: Labels, strips: boolean): Labels {
  const dropped = strips ? [REWRITE_TARGET, USE_REGEX] : [];
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => !dropped.includes(key)));
}

/** KubeMin made the name, and will make it again. */
function isGenerated({ name, component, labels }: Manifest): boolean {
  return (
    component !== undefined &&
    name.startsWith(`ing-${component}-ingress`) &&
    name.endsWith(labels['kube-min-cli-appId'] ?? '')
  );
}

function readRule(rule: Part, set: ManifestSet, names: ManifestNames): readonly Route[] {
  const host = rule.at('host').text();
  return rule.at('http', 'paths').items.flatMap((path) => {
    const backend = readBackend(path.at('backend'), set, names);
    if (backend === undefined) return [];
    const pathType = PATH_TYPES.find((type) => type === path.at('pathType').peek());
    if (pathType !== undefined) path.at('pathType').accept();
    return [filled({ path: path.at('path').text() ?? '/', pathType, host, backend })];
  });
}

function readBackend(backend: Part, set: ManifestSet, names: ManifestNames): Route['backend'] {
  const service = backend.at('service');
  const name = service.at('name').text();
  if (name === undefined) {
    backend.omit(manifestsMessages.routeTarget);
    return undefined;
  }
  const port =
    service.at('port', 'number').number() ?? namedPort(service.at('port', 'name'), set.find('Service', name));
  return { serviceName: servedComponent(name, set, names) ?? name, ...filled({ servicePort: port }) };
}

function namedPort(port: Part, service: Manifest | undefined): number | undefined {
  const found = service?.part.at('spec', 'ports').items.find((entry) => entry.at('name').peek() === port.peek());
  return found === undefined || port.text() === undefined ? undefined : Number(found.at('port').peek());
}

function servedComponent(name: string, set: ManifestSet, names: ManifestNames): string | undefined {
  const service = set.find('Service', name);
  const workload = service === undefined ? undefined : servedWorkload(service, set);
  return workload === undefined ? undefined : names.componentName(workload);
}

function backendComponent(spec: Part, set: ManifestSet, names: ManifestNames): string | undefined {
  const paths = spec.at('rules').items.flatMap((rule) => rule.at('http', 'paths').items);
  const backends = [...paths.map((path) => path.at('backend')), spec.at('defaultBackend')];
  const found = backends.map((backend) => backend.at('service', 'name').peek()).filter((name) => name !== undefined);
  return found.map((name) => servedComponent(name, set, names)).find((component) => component !== undefined);
}
