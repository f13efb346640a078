import type { Metric } from '@kubemin/base';
import type { KubeObject, ResourceInfo, UserInfo } from '@kubemin/kubeapi';
import type { ServerParts } from './call.ts';
import type { RequestVerb } from './route.ts';
import type { ServedResource } from './served-resource.ts';

/** What a write does. */
export type AdmissionOperation = 'create' | 'update' | 'delete';

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
  /** The object, completed; defaults are filled in before, validation comes after. Not asked for deletions. */
  mutate?(object: KubeObject, request: AdmissionRequest): KubeObject | Promise<KubeObject>;
  /** A last look at the object as it will be stored, or at the one to be deleted. */
  validate?(object: KubeObject, request: AdmissionRequest): void | Promise<void>;
  /** Ends what it does in the background. */
  stop?(): void;
}

/** What plug-ins work with. */
export interface AdmissionContext {
  readonly server: ServerParts;
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
