import type { ResourceClient } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import { ProblemError } from '../http/index.ts';
import { apiextMessages } from '../messages/index.ts';
import type { PhasedObject } from '../phase/index.ts';
import { isPhased, type PhaseViews } from './phase-views.ts';
import type { ObjectPlace } from './served-resource.ts';

/** A location whose objects a machine drives. */
export interface PhasedPlace<P extends ObjectPlace> {
  readonly place: P;
  readonly machine: PhaseViews;
}

/** The location with its machine; throws a 404 for resources without phases. */
export function requirePhased<P extends ObjectPlace>(place: P): PhasedPlace<P> {
  const { machine, resource } = place.served;
  if (machine !== undefined) return { place, machine };
  throw new ProblemError(apiextMessages.noPhases({ plural: resource.plural }), {
    status: 404,
    code: 'NOT_PHASED',
  });
}

/** Reads an object; throws a 422 when its spec or status is not an object. */
export async function getPhasedObject(
  client: ResourceClient<KubeObject>,
  name: string,
  signal: AbortSignal,
): Promise<PhasedObject> {
  const object = await client.get(name, { signal });
  if (isPhased(object)) return object;
  const message = apiextMessages.objectUnreadable({ kind: client.type.kind, name });
  throw new ProblemError(message, { status: 422, code: 'OBJECT_UNREADABLE' });
}
