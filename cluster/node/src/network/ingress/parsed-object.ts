import type { KubeObject } from '@kubemin/kubeapi';
import type { BackendReference, Canary, Route, RouteProblem } from './route-table.ts';

/** A route and the hosts that one object claims it for. */
export interface RouteClaim {
  /** Lower case; `*.example.com`; '' is any host. */
  readonly host: string;
  /** Wildcards stand for one label or more. */
  readonly isDeep: boolean;
  readonly route: Route;
}

/** What one Ingress or HTTPRoute asks for, without regard to other objects. */
export interface ParsedObject {
  readonly object: KubeObject;
  readonly routes: readonly RouteClaim[];
  /** Shares of routes that other objects make. */
  readonly canaries: readonly { readonly claim: RouteClaim; readonly canary: Canary }[];
  /** For what no path of these hosts takes; '' stands for all hosts. */
  readonly defaults: readonly RouteClaim[];
  readonly tls: readonly { readonly hosts: readonly string[]; readonly secretKey: string }[];
  readonly references: readonly BackendReference[];
  readonly problems: readonly RouteProblem[];
}

/** Collects the parts of a ParsedObject. */
export class ParsedObjectBuilder implements ParsedObject {
  readonly object: KubeObject;
  readonly routes: RouteClaim[] = [];
  readonly canaries: { readonly claim: RouteClaim; readonly canary: Canary }[] = [];
  readonly defaults: RouteClaim[] = [];
  readonly tls: { readonly hosts: readonly string[]; readonly secretKey: string }[] = [];
  readonly references: BackendReference[] = [];
  readonly problems: RouteProblem[] = [];

  constructor(object: KubeObject) {
    this.object = object;
  }

  get namespace(): string {
    return this.object.metadata.namespace ?? 'default';
  }

  report(reason: RouteProblem['reason'], message: string): void {
    this.problems.push({ object: this.object, reason, message });
  }

  /** Notes that a port of a Service is used; returns the key of the backend. */
  refer(service: string, port: number | string | undefined, protocol: 'http' | 'https'): string {
    const { namespace, object } = this;
    const suffix = protocol === 'https' ? '+https' : '';
    const key = `${namespace}/${service}:${port ?? ''}${suffix}`;
    this.references.push({ key, namespace, service, port, protocol, objects: [object] });
    return key;
  }
}

/** A host as it is looked up. */
export function normaliseHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}
