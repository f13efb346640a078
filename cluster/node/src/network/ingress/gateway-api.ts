import { defineCustomResource, type KubeObject, type ResourceType } from '@kubemin/kubeapi';

/** A replacement of a path, in redirects and rewrites. */
export interface HttpPathModifier {
  readonly type: string;
  readonly replaceFullPath?: string;
  readonly replacePrefixMatch?: string;
}

export interface HttpRouteMatch {
  readonly path?: { readonly type?: string; readonly value?: string };
  readonly headers?: readonly { readonly type?: string; readonly name: string; readonly value: string }[];
  readonly method?: string;
  readonly queryParams?: readonly object[];
}

export interface HttpRouteFilter {
  readonly type: string;
  readonly requestRedirect?: {
    readonly scheme?: string;
    readonly hostname?: string;
    readonly port?: number;
    readonly path?: HttpPathModifier;
    readonly statusCode?: number;
  };
  readonly urlRewrite?: { readonly hostname?: string; readonly path?: HttpPathModifier };
}

export interface HttpRouteRule {
  readonly matches?: readonly HttpRouteMatch[];
  readonly filters?: readonly HttpRouteFilter[];
  readonly backendRefs?: readonly {
    readonly group?: string;
    readonly kind?: string;
    readonly name: string;
    readonly namespace?: string;
    readonly port?: number;
    readonly weight?: number;
    readonly filters?: readonly object[];
  }[];
  readonly timeouts?: { readonly request?: string; readonly backendRequest?: string };
}

/** An HTTPRoute of the Gateway API, as far as it is served. */
export interface HttpRoute extends KubeObject {
  readonly spec?: {
    readonly parentRefs?: readonly {
      readonly group?: string;
      readonly kind?: string;
      readonly name: string;
      readonly namespace?: string;
      readonly sectionName?: string;
    }[];
    readonly hostnames?: readonly string[];
    readonly rules?: readonly HttpRouteRule[];
  };
}

/** A Gateway of the Gateway API, as far as it is served: its ports are those of the controller. */
export interface Gateway extends KubeObject {
  readonly spec?: {
    readonly gatewayClassName?: string;
    readonly listeners?: readonly {
      readonly name: string;
      readonly hostname?: string;
      readonly tls?: {
        readonly mode?: string;
        readonly certificateRefs?: readonly { readonly name: string; readonly namespace?: string }[];
      };
      readonly allowedRoutes?: { readonly namespaces?: { readonly from?: string } };
    }[];
  };
}

/** Resource of HTTPRoutes, for an informer. */
export const httpRoutes: ResourceType<HttpRoute> = gatewayResource('HTTPRoute', 'httproutes');

/** Resource of Gateways, for an informer. */
export const gateways: ResourceType<Gateway> = gatewayResource('Gateway', 'gateways');

function gatewayResource<T extends KubeObject>(kind: string, plural: string): ResourceType<T> {
  return defineCustomResource<T>({ group: 'gateway.networking.k8s.io', version: 'v1', kind, plural });
}
