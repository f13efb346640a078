import { durationMs, routeBackends } from '@kubemin/model';
import { objectsMessages } from '../../messages/index.ts';
import type { GatewayOptions, Labels } from '../../object/index.ts';
import { type IngressRoute, ingressBackend, ingressObjects } from '../ingress-object.ts';
import { nginxRewrite, USE_REGEX } from '../nginx-rewrite.ts';
import type { GatewayContext, GatewayRoute, GatewayTarget } from './gateway-target.ts';

type Context = GatewayContext<GatewayOptions['ingress']>;

const NGINX = 'nginx.ingress.kubernetes.io';
const PATH_TYPES = { prefix: 'Prefix', exact: 'Exact', regex: 'ImplementationSpecific' } as const;
const REWRITES = { prefix: 'prefix', replace: 'replace', regex: 'regexReplace' } as const;

/** gateway → Ingresses; what an Ingress has no field for goes to ingress-nginx in annotations. */
export const ingressTarget: GatewayTarget<'ingress'> = {
  objects(context) {
    const { entry, name, namespace, options } = context;
    const frame = {
      name,
      namespace,
      labels: entry.labels ?? {},
      annotations: entry.annotations ?? {},
      className: options.className,
      tls: (entry.tls ?? []).map(({ secretName, hosts }) => ({ ...(hosts.length === 0 ? {} : { hosts }), secretName })),
    };
    const routes = entry.routes.flatMap((route, index) => ingressRoutes(route, index, context));
    return ingressObjects(frame, routes);
  },
};

function ingressRoutes(route: GatewayRoute, index: number, context: Context): readonly IngressRoute[] {
  refuseUnknown(route, index, context);
  const hosts = route.host === undefined ? (context.entry.hosts ?? []) : [route.host];
  const { path, pathType, annotations } = located(route);
  return shares(route).flatMap(({ backend, share }) => {
    const service = context.service(backend);
    const target = { path, pathType, backend: ingressBackend(service, service.port) };
    const all = { ...annotations, ...waiting(route), ...share };
    return (hosts.length === 0 ? [undefined] : hosts).map((host) => ({ host, path: target, annotations: all }));
  });
}

function refuseUnknown(route: GatewayRoute, index: number, { refuse }: Context): void {
  const at = ['routes', index];
  if (route.methods.length > 0) refuse([...at, 'methods'], objectsMessages.ingressMethods);
  if (Object.keys(route.headers).length > 0) refuse([...at, 'headers'], objectsMessages.ingressHeaders);
  if (route.redirect !== undefined) refuse([...at, 'redirect'], objectsMessages.ingressNeedsBackend);
  if (routeBackends(route).length > 2) refuse([...at, 'backends'], objectsMessages.ingressTwoBackends);
  const { request, backend } = route.timeout ?? {};
  if (request !== undefined) refuse([...at, 'timeout', 'request'], objectsMessages.ingressTimeout);
  if (backend !== undefined && durationMs(backend) % 1000 !== 0) {
    refuse([...at, 'timeout', 'backend'], objectsMessages.ingressWholeSeconds);
  }
}

function located({ path, pathType, rewrite }: GatewayRoute) {
  const type = PATH_TYPES[pathType];
  const pattern: Labels = pathType === 'regex' ? { [USE_REGEX]: 'true' } : {};
  if (rewrite === undefined) return { path, pathType: type, annotations: pattern };
  const isPattern = rewrite.type === 'regex';
  const rewritten = nginxRewrite({
    path,
    pathType: isPattern ? PATH_TYPES.regex : type,
    rewrite: { ...rewrite, type: REWRITES[rewrite.type] },
  });
  return { ...rewritten, annotations: { ...pattern, ...rewritten.annotations } };
}

/** Two backends are an Ingress and its canary, which takes the share of the second. */
function shares(route: GatewayRoute) {
  const [first, second] = routeBackends(route).map(({ backend }) => backend);
  if (first === undefined) return [];
  if (second === undefined) return [{ backend: first, share: {} }];
  const share = {
    [`${NGINX}/canary`]: 'true',
    [`${NGINX}/canary-weight`]: String(second.weight),
    [`${NGINX}/canary-weight-total`]: String(first.weight + second.weight),
  };
  return [
    { backend: first, share: {} },
    { backend: second, share },
  ];
}

function waiting({ timeout }: GatewayRoute): Labels {
  if (timeout?.backend === undefined) return {};
  const seconds = String(durationMs(timeout.backend) / 1000);
  return { [`${NGINX}/proxy-read-timeout`]: seconds, [`${NGINX}/proxy-send-timeout`]: seconds };
}
