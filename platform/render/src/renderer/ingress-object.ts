import type { HTTPIngressPath, Ingress, IngressRule, IngressTLS } from '@kubemin/kubeapi/types/networking.v1';
import { type Labels, partName } from '../object/index.ts';
import type { ServiceView } from './trait-renderer.ts';

/** One path of one host and the annotations it needs of its Ingress. */
export interface IngressRoute {
  /** undefined: requests for any host. */
  readonly host: string | undefined;
  readonly path: HTTPIngressPath;
  readonly annotations: Labels;
}

/** What all Ingresses of one entry have in common. */
export interface IngressFrame {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly className?: string | undefined;
  readonly tls: readonly IngressTLS[];
}

/**
 * The Ingresses for a list of routes. Annotations count for a whole Ingress, so routes that need different ones get
 * Ingresses of their own; the first keeps the name.
 */
export function ingressObjects(frame: IngressFrame, routes: readonly IngressRoute[]): readonly Ingress[] {
  const groups = grouped(routes, ({ annotations }) => JSON.stringify(Object.entries(annotations).toSorted()));
  return groups.map((group, index) => ingress(frame, group, index));
}

/** The backend of an Ingress path. */
export function ingressBackend(service: Pick<ServiceView, 'name'>, port: number): HTTPIngressPath['backend'] {
  return { service: { name: service.name, port: { number: port } } };
}

function ingress(frame: IngressFrame, routes: readonly IngressRoute[], index: number): Ingress {
  const { namespace, labels, className, tls } = frame;
  const annotations = { ...routes[0]?.annotations, ...(index === 0 ? frame.annotations : unissued(frame.annotations)) };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: {
      name: partName(frame.name, index),
      namespace,
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    },
    spec: {
      ...(className === undefined ? {} : { ingressClassName: className }),
      ...(tls.length === 0 ? {} : { tls }),
      rules: grouped(routes, (route) => route.host ?? '').map(rule),
    },
  };
}

/** Two Ingresses asking for one certificate would each get theirs, in turns, for ever. */
function unissued(annotations: Labels): Labels {
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => !key.startsWith('cert-manager.io/')));
}

function rule(routes: readonly IngressRoute[]): IngressRule {
  const host = routes[0]?.host;
  return { ...(host === undefined ? {} : { host }), http: { paths: routes.map((route) => route.path) } };
}

/** The entries with equal keys together, in the order in which their keys first appear. */
function grouped<T>(list: readonly T[], keyOf: (entry: T) => string): readonly (readonly T[])[] {
  return [...Map.groupBy(list, keyOf).values()];
}
