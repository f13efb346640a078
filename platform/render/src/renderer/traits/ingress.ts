import { backendPort, type TraitData } from '@kubemin/model';
import { generatedName, given } from '../../object/index.ts';
import { type IngressRoute, ingressBackend, ingressObjects } from '../ingress-object.ts';
import { nginxRewrite, REWRITE_TARGET, USE_REGEX } from '../nginx-rewrite.ts';
import type { TraitContext, TraitRenderer } from '../trait-renderer.ts';

type Entry = TraitData['ingress'][number];
type Route = Entry['routes'][number];
type Context = TraitContext<TraitData['ingress']>;

/** ingress → an Ingress for each entry and each way in which routes of the entry are rewritten. */
export const ingress: TraitRenderer<TraitData['ingress']> = {
  process(context) {
    const unnamed = context.data.filter((entry) => entry.name === undefined);
    const ingresses = context.data.flatMap((entry) => {
      const frame = {
        name: entry.name ?? generated(context, unnamed.indexOf(entry)),
        namespace: entry.namespace ?? context.namespace,
        labels: entry.label ?? {},
        annotations: entry.annotations ?? {},
        className: entry.ingressClassName,
        tls: (entry.tls ?? []).map(({ secretName, hosts }) =>
          given({ hosts: hosts.length === 0 ? undefined : hosts, secretName }),
        ),
      };
      return ingressObjects(
        frame,
        entry.routes.flatMap((route) => ingressRoutes(route, entry, context)),
      );
    });
    return { objects: ingresses.map((object) => ({ object })) };
  },
};

function generated({ component, container, appId }: Context, index: number): string {
  const owner = container === component.name ? component.name : `${component.name}-${container}`;
  return generatedName({ prefix: 'ing', name: `${owner}-ingress${index === 0 ? '' : `-${index + 1}`}`, appId });
}

function ingressRoutes(route: Route, entry: Entry, context: Context): readonly IngressRoute[] {
  const { serviceName, servicePort } = route.backend;
  const service = context.findService(serviceName);
  const backend = ingressBackend(service ?? { name: serviceName }, backendPort(servicePort, service?.ports));
  const { path, pathType, annotations } = rewritten(route, entry);
  const hosts = route.host === undefined ? (entry.hosts ?? []) : [route.host];
  const everywhere = hosts.length === 0 ? [undefined] : hosts;
  return everywhere.map((host) => ({ host, path: { path, pathType, backend }, annotations }));
}

function rewritten(route: Route, entry: Entry) {
  const { path, rewrite } = route;
  const isPattern = entry.annotations?.[USE_REGEX] === 'true' || rewrite?.type === 'regexReplace';
  const pathType = route.pathType ?? entry.defaultPathType ?? (isPattern ? 'ImplementationSpecific' : 'Prefix');
  // The user's own annotation counts for the whole entry.
  const isDecided = entry.annotations?.[REWRITE_TARGET] !== undefined;
  if (rewrite === undefined || isDecided) return { path, pathType, annotations: {} };
  return nginxRewrite({ path, pathType, rewrite });
}
