import type { Clock, Logger, Random } from '@kubemin/base';
import { type ApiObjectResponse, type ApiRequest, badRequest, fieldError, invalid } from '@kubemin/kubeapi';
import type { LiveWatches, ObjectCache, WatchMetrics } from '../storage/index.ts';
import type { ObjectForm } from './accept.ts';
import type { AdmissionChain } from './admission-chain.ts';
import type { FieldTracker } from './fields/field-tracker.ts';
import type { ObjectRegistry } from './object-registry.ts';
import type { ObjectPlace } from './object-store.ts';
import type { ResourceTable } from './resource-table.ts';
import type { ResourceRoute } from './route.ts';
import type { Warnings } from './warnings.ts';

/** What every verb works with. */
export interface ServerParts {
  readonly cache: ObjectCache;
  readonly registry: ObjectRegistry;
  readonly fields: FieldTracker;
  readonly resources: ResourceTable;
  readonly admission: AdmissionChain;
  readonly watches: LiveWatches;
  readonly watchMetrics: WatchMetrics;
  /** What a write to an object itself may change: `whole` lets it change status, too. */
  readonly mainTarget: 'main' | 'whole';
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** One request about a resource, on its way to the verb. */
export interface ResourceCall extends ResourceRoute {
  readonly request: ApiRequest;
  /** The form of objects in the response. */
  readonly form: ObjectForm;
  /** Sent with every response. */
  readonly warnings: Warnings;
}

/** The place of the object the URL names. */
export function placeOfCall(call: ResourceCall): ObjectPlace {
  if (call.name === undefined) throw badRequest('the request needs the name of an object');
  return { namespace: call.namespace ?? '', name: call.name };
}

/** Whether this is a rehearsal; anything but `All` is refused. */
export function isDryRun(call: ResourceCall, more: readonly string[] = []): boolean {
  const values = [...call.request.query.getAll('dryRun'), ...more].filter((value) => value !== '');
  const wrong = values.find((value) => value !== 'All');
  if (wrong !== undefined) {
    const kind = OPTIONS[call.verb] ?? 'UpdateOptions';
    throw invalid({ group: 'meta.k8s.io', kind }, '', [fieldError.notSupported('dryRun', wrong, ['All'])]);
  }
  return values.length > 0;
}

const OPTIONS: Readonly<Partial<Record<ResourceCall['verb'], string>>> = {
  create: 'CreateOptions',
  patch: 'PatchOptions',
  delete: 'DeleteOptions',
  deletecollection: 'DeleteOptions',
};

/** A response with an object as its body. */
export function objectResponse(status: number, object: unknown): ApiObjectResponse {
  return { kind: 'object', status, headers: {}, object };
}
