import {
  type Controller,
  type ControllerModule,
  createReconcilerController,
  enqueueChangedObjects,
  enqueueMappedKeys,
} from '@kubemin/controller';
import { type KubeClient, splitKey } from '@kubemin/kube';
import { deepEqual, isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Endpoints, Service } from '@kubemin/kubeapi/types/core.v1';
import { hasSelector, serviceBackends } from './backend.ts';
import { endpointSubsets } from './endpoint-subsets.ts';
import { ServiceIndex } from './service-index.ts';

const MANAGED_BY = 'endpoints.kubernetes.io/managed-by';
const MANAGER = 'endpoint-controller';
const HEADLESS = 'service.kubernetes.io/headless';

/** Keeps an Endpoints object beside each service with a selector. */
export const endpointsController: ControllerModule = {
  name: 'endpoints-controller',
  setup(context): Controller {
    const services = context.informers.informer(core.v1.services);
    const pods = context.informers.informer(core.v1.pods);
    const endpoints = context.informers.informer(core.v1.endpoints);
    const index = new ServiceIndex(services, pods);
    const reconciler = {
      async reconcile(key: string): Promise<undefined> {
        const service = services.get(key);
        const known = endpoints.get(key);
        if (service === undefined) await removeLeftover(context.client, key, known);
        else if (hasSelector(service)) {
          const wanted = newEndpoints(service, endpointSubsets(serviceBackends(service, index.candidates(service))));
          await write(context.client, wanted, known);
        }
      },
    };
    const sources = [
      enqueueChangedObjects(services),
      ...index.changes(context),
      enqueueMappedKeys(endpoints, ({ key, object }) => (isOurs(object) ? [key] : [])),
    ];
    return createReconcilerController({ context, reconciler, sources });
  },
};

function newEndpoints(service: Service, subsets: Endpoints['subsets']): Endpoints {
  const { name = '', namespace = '', labels } = service.metadata;
  const headless = service.spec?.clusterIP === 'None' ? { [HEADLESS]: '' } : {};
  return {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name, namespace, labels: { ...labels, ...headless, [MANAGED_BY]: MANAGER } },
    ...(subsets && subsets.length > 0 && { subsets }),
  };
}

async function write(client: KubeClient, wanted: Endpoints, known: Endpoints | undefined): Promise<void> {
  const endpoints = client.resource(core.v1.endpoints, wanted.metadata.namespace);
  if (known === undefined) {
    await endpoints.create(wanted);
    return;
  }
  const same = deepEqual(known.subsets ?? [], wanted.subsets ?? []);
  if (same && deepEqual(known.metadata.labels ?? {}, wanted.metadata.labels ?? {})) return;
  const labels = wanted.metadata.labels ?? {};
  await endpoints.update({ ...wanted, metadata: { ...known.metadata, labels } });
}

async function removeLeftover(client: KubeClient, key: string, known: Endpoints | undefined): Promise<void> {
  if (known === undefined || !isOurs(known)) return;
  const { namespace, name } = splitKey(key);
  try {
    const preconditions = { uid: known.metadata.uid };
    await client.resource(core.v1.endpoints, namespace).delete(name, { preconditions });
  } catch (error) {
    if (!isStatusError(error, 'NotFound')) throw error;
  }
}

function isOurs({ metadata }: Endpoints): boolean {
  return metadata.labels?.[MANAGED_BY] === MANAGER;
}
