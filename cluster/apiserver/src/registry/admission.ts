import type { Metric } from '@kubemin/base';
import type { KubeObject, ResourceInfo, UserInfo } from '@kubemin/kubeapi';
import type { ServerParts } from './call.ts';
import type { RequestVerb } from './route.ts';
import type { ServedResource } from './served-resource.ts';
import type { ServiceConnections } from './service-connections.ts';

/** What a request does: a write, or `connect`, the opening of a stream or proxy to what is behind an object. */
export type AdmissionOperation = 'create' | 'update' | 'delete' | 'connect';

/** Whether mutation runs again because of a plug-in: once at most, after all plug-ins had their turn. */
export class MutationRepeat {
  #requested = false;
  #running = false;

  /** Set while mutation runs for the second time. */
  get isRunning(): boolean {
    return this.#running;
  }

  /** Called by a plug-in that has changed the object in a way that those before it should see. */
  request(): void {
    this.#requested = true;
  }

  /** Whether there is to be a second time, which begins then. */
  begin(): boolean {
    this.#running = this.#requested;
    return this.#running;
  }
}

/** What a subresource shows of an object. */
export type ObjectView = (object: KubeObject) => KubeObject;

/** A write on its way to the store, as plug-ins see it. */
export interface AdmissionRequest {
  readonly operation: AdmissionOperation;
  readonly resource: ServedResource;
  /** Undefined for the object itself. */
  readonly subresource: string | undefined;
  /** What was asked for: a PUT or an apply can create, too. */
  readonly verb: RequestVerb;
  /** '' for what is in no namespace. */
  readonly namespace: string;
  /** As in the URL; '' where that names none. */
  readonly name: string;
  /** The options of the request. */
  readonly query: URLSearchParams;
  /** Aborted when the client is gone or its time is up. */
  readonly signal: AbortSignal | undefined;
  readonly repeat: MutationRepeat;
  /** For a subresource of another kind (`scale`): what it shows of an object. @default the object itself */
  readonly view: ObjectView | undefined;
  readonly user: UserInfo | undefined;
  readonly dryRun: boolean;
  /** The stored state; undefined for a creation. */
  readonly old: KubeObject | undefined;
  /** Sends a warning with the response, also where the request fails; each text once. */
  warn(text: string): void;
}

/**
 * One rule of the cluster about what may be written, beyond what every object of the kind must obey. Throws a StatusError
 * (403, as a rule) to refuse. Writes of the server's own parts do not pass here. An update is retried when another
 * writer was faster, so a plug-in may see the same request twice.
 */
export interface AdmissionPlugin {
  /** As Kubernetes calls it; the name to turn it on and off by. */
  readonly name: string;
  /** Whether the plug-in applies to such a request; called before anything is computed. */
  applies(request: Pick<AdmissionRequest, 'operation' | 'resource' | 'subresource' | 'verb' | 'user'>): boolean;
  /** The object, completed; defaults are filled in before, validation comes after. Not called for deletions and connections. */
  mutate?(object: KubeObject, request: AdmissionRequest): KubeObject | Promise<KubeObject>;
  /** A last look at the object as it will be stored, at the one to be deleted, or at the options of a connection. */
  validate?(object: KubeObject, request: AdmissionRequest): void | Promise<void>;
  /** Ends what it does in the background. */
  stop?(): void;
}

/** What plug-ins work with. */
export interface AdmissionContext {
  readonly server: ServerParts;
  readonly services: ServiceConnections;
  /** Creates the objects that every namespace has, where they are missing. */
  bootstrapNamespace(namespace: string): Promise<void>;
  /** Shows a metric at `/metrics`. Names are unique. */
  addMetric(metric: Metric): void;
}

/** Makes a plug-in for a server. */
export type AdmissionFactory = (context: AdmissionContext) => AdmissionPlugin;

/** Whether a request is about objects of one of these resources themselves, not about a subresource. */
export function isAbout(
  { resource, subresource }: Pick<AdmissionRequest, 'resource' | 'subresource'>,
  ...resources: readonly Pick<ResourceInfo, 'group' | 'plural'>[]
): boolean {
  if (subresource !== undefined) return false;
  return resources.some(({ group, plural }) => resource.info.group === group && resource.info.plural === plural);
}
