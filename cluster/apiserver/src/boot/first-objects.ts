import { core } from '@kubemin/kubeapi/resources';
import type { Namespace } from '@kubemin/kubeapi/types/core.v1';
import type { ServerParts } from '../handler/call.ts';
import { ensureObject } from './ensured-object.ts';
import { flowControlObjects } from './flow-control.ts';
import { type Advertised, publishOwnService } from './own-service.ts';
import { systemPriorities } from './system-priorities.ts';
import { type AuthenticationFacts, authenticationFacts, serviceNetwork } from './well-known-objects.ts';

const NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/** What a server tells about itself in its own objects. */
export interface FirstObjectsOptions extends AuthenticationFacts {
  /** Where clients inside the cluster reach this server; nothing is told when nobody says. */
  readonly advertise?: Advertised | undefined;
}

/** Makes what every cluster has from its first moment; what is there already stays as it is. */
export async function createFirstObjects(server: ServerParts, options: FirstObjectsOptions = {}): Promise<void> {
  const namespaces = NAMESPACES.map((name): Namespace => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  await Promise.all(namespaces.map((namespace) => ensureObject(server, core.v1.namespaces, namespace)));
  const others = [
    ...systemPriorities(),
    ...flowControlObjects(),
    ...authenticationFacts(options),
    serviceNetwork(server),
  ];
  await Promise.all(others.map(([type, object]) => ensureObject(server, type, object)));
  await publishOwnService(server, options.advertise);
}
