import type { ResourceClient } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import { ProblemError } from '../http/problem-error.ts';
import type { PhasedObject } from '../phase/phased-object.ts';
import { isPhased, type PhaseViews } from './phase-views.ts';
import type { ObjectPlace } from './served-resource.ts';

/** A place whose objects a machine drives. */
export interface PhasedPlace<P extends ObjectPlace> {
  readonly place: P;
  readonly machine: PhaseViews;
}

/** The place with its machine; throws a 404 for resources that have none. */
export function phased<P extends ObjectPlace>(place: P): PhasedPlace<P> {
  const { machine, resource } = place.served;
  if (machine !== undefined) return { place, machine };
  throw new ProblemError(`${resource.plural} do not go through phases, so there are none to see or to act upon`, {
    status: 404,
    code: 'NOT_PHASED',
  });
}

/** The object there. */
export async function phasedAt(
  client: ResourceClient<KubeObject>,
  name: string,
  signal: AbortSignal,
): Promise<PhasedObject> {
  const object = await client.get(name, { signal });
  if (isPhased(object)) return object;
  const message = `${client.type.kind} "${name}" has a spec or status that is not an object; correct it with kubectl edit`;
  throw new ProblemError(message, { status: 422, code: 'OBJECT_UNREADABLE' });
}
