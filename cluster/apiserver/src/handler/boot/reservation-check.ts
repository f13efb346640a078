import type { KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Service } from '@kubemin/kubeapi/types/core.v1';
import type { ServerParts } from '../../registry/index.ts';
import { holdings, NODE_PORTS, type Reservations, reservationOwner, SERVICE_IPS } from '../../strategy/index.ts';

/** Gives back addresses whose service was never written, as the process died in between. */
export async function freeOrphanedReservations(server: ServerParts, reservations: Reservations): Promise<void> {
  const services = server.resources.find(core.v1.services);
  if (services === undefined) return;
  const held = new Set<string>();
  for (const object of server.cache.collection(services.collection).list(undefined)) {
    if (!isService(object)) continue;
    for (const [pool, name] of holdings(object)) held.add(`${pool}/${name}/${reservationOwner(object)}`);
  }
  for (const pool of [SERVICE_IPS, NODE_PORTS]) {
    for (const { name, owner } of reservations.owners(pool)) {
      if (!held.has(`${pool}/${name}/${owner}`)) await reservations.giveBack(pool, name);
    }
  }
}

function isService(object: KubeObject): object is Service {
  return object.kind === 'Service';
}
