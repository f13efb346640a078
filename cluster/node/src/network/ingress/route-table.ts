import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Secret } from '@kubemin/kubeapi/types/core.v1';

/** One address that takes requests of a backend. */
export interface Endpoint {
  /** `scheme://address:port`: connections are shared by key. */
  readonly key: string;
  readonly address: string;
  readonly port: number;
  readonly protocol: 'http' | 'https';
}

/** A port of a Service with its present endpoints; terminating and unready ones are not among them. */
export interface Backend {
  /** `namespace/service:port`. */
  readonly key: string;
  readonly endpoints: readonly Endpoint[];
}

/** A backend and its share of a route's requests. */
export interface WeightedBackend {
  readonly weight: number;
  readonly backendKey: string;
}

/** When a canary takes a request; the conditions count in the order header, cookie, weight, as in ingress-nginx. */
export interface Canary {
  readonly backendKey: string;
  readonly header?: { readonly name: string; readonly value?: string; readonly pattern?: RegExp };
  readonly cookie?: string;
  readonly weight: number;
  readonly weightTotal: number;
}

/** Keeps a client on one endpoint by a cookie. */
export interface SessionAffinity {
  readonly cookieName: string;
  readonly cookiePath: string;
  /** Appended to Set-Cookie, with a leading `; `, or empty. */
  readonly cookieAttributes: string;
  /** Choose again when the endpoint of the cookie fails. */
  readonly changeOnFailure: boolean;
}

/** How long parts of an exchange may take, in milliseconds. */
export interface RouteTimeouts {
  readonly connectMs: number;
  /** Between two writes of the request to the backend. */
  readonly sendMs: number;
  /** Between two reads of the response from the backend. */
  readonly readMs: number;
  /** From the first byte sent to the backend to the last byte of its response. */
  readonly backendMs?: number;
  /** The whole exchange. */
  readonly requestMs?: number;
}

/** What becomes of the path on the way to the backend. */
export type Rewrite =
  | { readonly type: 'replace'; readonly target: string }
  | { readonly type: 'prefix'; readonly prefix: string; readonly replacement: string };

/** A redirect instead of a backend; parts that are not given stay as requested. */
export interface Redirect {
  readonly scheme?: string;
  readonly host?: string;
  readonly port?: number;
  readonly path?: Rewrite;
  readonly statusCode: number;
}

/** Which paths a route takes. Literal paths are normalised: unreserved characters plain, all others percent-encoded. */
export type PathMatch =
  | { readonly type: 'exact'; readonly path: string }
  /** Whole path elements: `/a` takes `/a` and `/a/b`, not `/ab`. Without a trailing slash; the root is ''. */
  | { readonly type: 'prefix'; readonly path: string }
  /** Any text that begins with the path. */
  | { readonly type: 'text'; readonly path: string }
  | { readonly type: 'pattern'; readonly path: string; readonly pattern: RegExp };

/** Conditions beside host and path; all must hold. */
export interface RouteConditions {
  readonly method?: string;
  readonly headers: readonly { readonly name: string; readonly value?: string; readonly pattern?: RegExp }[];
}

/** One route of the table. */
export interface Route {
  /** The object it comes from, as `Kind namespace/name`. */
  readonly source: string;
  readonly path: PathMatch;
  readonly conditions?: RouteConditions;
  readonly backends: readonly WeightedBackend[];
  readonly canary?: Canary;
  readonly affinity?: SessionAffinity;
  readonly rewrite?: Rewrite;
  readonly redirect?: Redirect;
  /** Redirect plain requests to HTTPS: 'tls' where the host has a certificate. */
  readonly sslRedirect: 'never' | 'tls' | 'always';
  /** Largest request body in bytes; 0 is no limit. */
  readonly maxBodyBytes: number;
  readonly timeouts: RouteTimeouts;
  /** The route must not be served, and why: a protection that was asked for is not available. */
  readonly refused?: string;
}

/** The routes of one host, arranged for lookup. */
export interface HostRoutes {
  readonly exact: ReadonlyMap<string, readonly Route[]>;
  readonly prefixes: ReadonlyMap<string, readonly Route[]>;
  /** Text and pattern routes, longest path first. */
  readonly scanned: readonly Route[];
  readonly defaultRoute?: Route;
}

/** A certificate of a TLS secret. */
export interface Certificate {
  /** Changes with the contents of the secret. */
  readonly id: string;
  readonly cert: string;
  readonly key: string;
}

/** Why part of an object is not served; to be recorded as a Warning event of the object. */
export interface RouteProblem {
  readonly object: KubeObject;
  readonly reason:
    | 'InvalidAnnotation'
    | 'InvalidPath'
    | 'InvalidSecret'
    | 'MissingSecret'
    | 'MissingService'
    | 'MissingServicePort'
    | 'NotPermitted'
    | 'RouteConflict'
    | 'UnsupportedAnnotation'
    | 'UnsupportedField';
  readonly message: string;
}

/** Where requests go by host and path. Immutable: a change makes another table. */
export interface Routing {
  readonly hosts: ReadonlyMap<string, HostRoutes>;
  /** `*.example.com` of an Ingress by `example.com`: one label in front. */
  readonly wildcards: ReadonlyMap<string, HostRoutes>;
  /** `*.example.com` of an HTTPRoute by `example.com`: one label or more in front. */
  readonly deepWildcards: ReadonlyMap<string, HostRoutes>;
  /** For hosts that no other entry names. */
  readonly anyHost: HostRoutes;
  /** By host name or `*.example.com`. */
  readonly certificates: ReadonlyMap<string, Certificate>;
  /** The Services that routes lead to, by key of the backend. */
  readonly references: ReadonlyMap<string, BackendReference>;
  /** Keys `Kind namespace/name` of the objects that are served. */
  readonly served: ReadonlySet<string>;
  readonly problems: readonly RouteProblem[];
}

/** A port of a Service as a route names it. */
export interface BackendReference {
  readonly key: string;
  readonly namespace: string;
  readonly service: string;
  readonly port: number | string | undefined;
  readonly protocol: 'http' | 'https';
  /** The objects that name it; problems are reported on each. */
  readonly objects: readonly KubeObject[];
}

/** Routing with the endpoints of the moment. */
export interface RouteTable extends Routing {
  readonly backends: ReadonlyMap<string, Backend>;
  /** Keys of all endpoints of all backends. */
  readonly endpointKeys: ReadonlySet<string>;
}

/** The name problems and bodies use for an object. */
export function describeObject({ kind, metadata }: KubeObject): string {
  return `${kind} ${metadata.namespace ?? 'default'}/${metadata.name ?? ''}`;
}

/** The certificate of a TLS secret; undefined when it has none, or no key that belongs to it. */
export function readCertificate(secret: Secret): Certificate | undefined {
  const [cert, key] = ['tls.crt', 'tls.key'].map((name) => {
    const encoded = secret.data?.[name];
    return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
  });
  if (!cert?.includes('-----BEGIN CERTIFICATE-----') || !key?.includes('PRIVATE KEY-----')) return undefined;
  try {
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) return undefined;
  } catch {
    return undefined;
  }
  return { id: `${secret.metadata.namespace}/${secret.metadata.name}/${secret.metadata.resourceVersion}`, cert, key };
}
