import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { core, networking } from '@kubemin/kubeapi/resources';
import { MANAGED_BY, type ProjectBinding, projectBinding, SANDBOX_LABEL } from '../task/index.ts';
import type { DeliveryContext } from './deliver.ts';
import { FIELD_MANAGER } from './field-ownership.ts';
import {
  namespaceObjects,
  POD_SECURITY_LABEL,
  PROJECT_LABEL,
  PROJECT_OBJECT_NAME,
  SPEC_HASH,
} from './namespace-objects.ts';
import { resourceClient } from './resource-client.ts';

/**
 * Makes sure, once in a run, that a namespace of a bound project is there with its quota, limits, labels and network
 * policy. What is missing is added, what the platform made is kept as the binding states it, and what others made is
 * not touched.
 */
export async function prepareNamespace(context: DeliveryContext, namespace: string | undefined): Promise<void> {
  const { tenancy } = context;
  if (tenancy === undefined || namespace === undefined) return;
  const binding = projectBinding(await tenancy.source.bindings(), tenancy.project);
  if (binding === undefined) return;
  for (;;) {
    const running = tenancy.prepared.get(namespace);
    if (running === undefined) break;
    // The job that began it may have been cancelled, which is no reason for this one to fail.
    if (await running.then(isDone, isNotDone)) return;
    if (tenancy.prepared.get(namespace) === running) tenancy.prepared.delete(namespace);
  }
  const preparing = ensureNamespace(context, binding, namespace);
  tenancy.prepared.set(namespace, preparing);
  await preparing;
}

const isDone = (): boolean => true;
const isNotDone = (): boolean => false;

async function ensureNamespace(context: DeliveryContext, binding: ProjectBinding, name: string): Promise<void> {
  const { projectNamespaces } = context.settings ?? {};
  if (projectNamespaces === undefined) return;
  const { namespace, guards } = namespaceObjects(name, binding, projectNamespaces);
  const live = await findOrCreate(context, namespace);
  if (live !== undefined) await addLabels(context, { live, wanted: namespace, binding });
  for (const guard of guards) await ensureGuard(context, guard);
  if (binding.network === 'open') await removeNetworkPolicy(context, name);
}

/** The object that is there; undefined when it was created as wanted. */
async function findOrCreate(context: DeliveryContext, object: KubeObject): Promise<KubeObject | undefined> {
  const resource = resourceClient(context.client, object);
  const name = object.metadata.name ?? '';
  const live = await resource.find(name, { signal: context.signal });
  if (live !== undefined) return live;
  try {
    await context.write((signal) => resource.create(object, { fieldManager: FIELD_MANAGER, signal }));
    return undefined;
  } catch (error) {
    if (!isStatusError(error, 'AlreadyExists')) throw error;
    return resource.get(name, { signal: context.signal });
  }
}

/** Pod security that an administrator of the cluster has set stays, unless the binding asks for another level. */
async function addLabels(
  context: DeliveryContext,
  {
    live,
    wanted,
    binding,
  }: { readonly live: KubeObject; readonly wanted: KubeObject; readonly binding: ProjectBinding },
): Promise<void> {
  const before = live.metadata.labels ?? {};
  const { [PROJECT_LABEL]: project = '', ...others } = wanted.metadata.labels ?? {};
  const overrides = binding.podSecurity !== undefined;
  const security = Object.values(POD_SECURITY_LABEL).flatMap((key) =>
    before[key] === undefined || overrides ? [[key, others[key] ?? ''] as const] : [],
  );
  const labels = Object.fromEntries([[PROJECT_LABEL, project] as const, ...security]);
  if (Object.entries(labels).every(([key, value]) => before[key] === value)) return;
  const body = { metadata: { labels } };
  await context.write((signal) =>
    context.client
      .resource(core.v1.namespaces)
      .patch(live.metadata.name ?? '', { type: 'merge', body }, { fieldManager: FIELD_MANAGER, signal }),
  );
}

async function ensureGuard(context: DeliveryContext, wanted: KubeObject & { readonly spec?: object }): Promise<void> {
  const live = await findOrCreate(context, wanted);
  if (live === undefined || !isOurs(live)) return;
  const hash = wanted.metadata.annotations?.[SPEC_HASH];
  if (live.metadata.annotations?.[SPEC_HASH] === hash) return;
  const body = { metadata: { labels: wanted.metadata.labels, annotations: { [SPEC_HASH]: hash } }, spec: wanted.spec };
  await context.write((signal) =>
    resourceClient(context.client, wanted).patch(
      wanted.metadata.name ?? '',
      { type: 'merge', body },
      { fieldManager: FIELD_MANAGER, signal },
    ),
  );
}

async function removeNetworkPolicy(context: DeliveryContext, namespace: string): Promise<void> {
  const policies = context.client.resource(networking.v1.networkpolicies, namespace);
  const live = await policies.find(PROJECT_OBJECT_NAME, { signal: context.signal });
  if (live === undefined || !isOurs(live)) return;
  await context.write((signal) => policies.delete(PROJECT_OBJECT_NAME, { signal }));
}

function isOurs({ metadata }: KubeObject): boolean {
  return metadata.labels?.[SANDBOX_LABEL.managedBy] === MANAGED_BY;
}
