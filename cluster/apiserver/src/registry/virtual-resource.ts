import type { ApiResponse, ResourceInfo } from '@kubemin/kubeapi';
import type { Schema } from '@kubemin/kubeapi/schema';
import type { ResourceCall, ServerParts } from './call.ts';
import type { RequestVerb } from './route.ts';
import { type ServedResource, servedResource } from './served-resource.ts';

/** The handler of one verb. */
export type VerbHandler = (server: ServerParts, call: ResourceCall) => Promise<ApiResponse>;

/** The verbs of a resource, or those of its verbs that are not the usual ones. */
export type VerbHandlers = Readonly<Partial<Record<RequestVerb, VerbHandler>>>;

/**
 * A resource whose objects are computed for each request and not stored: reviews, tokens. It has its place in the resource
 * table, in discovery and in authorization like any other; only its verbs are its own.
 */
export interface VirtualResource {
  readonly info: ResourceInfo;
  readonly verbs: VerbHandlers;
}

/** A virtual resource as the table has it. */
export function servedVirtual({ info, verbs }: VirtualResource, schema: Schema): ServedResource {
  return { ...servedResource({ info, schema, strategies: new Map() }), verbs };
}
