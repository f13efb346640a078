import { RetryableError, TerminalError } from '@kubemin/base';
import type { ResourceClient } from '@kubemin/kube';
import { isJsonObject, isStatusError, type JsonObject, type KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Namespace } from '@kubemin/kubeapi/types/core.v1';
import { appIdOf, immutableChanges, LABEL, type RenderedObject } from '@kubemin/render';
import type { JobContext } from '../job-type.ts';
import { appliedFields, toJson, withAppliedFields } from './applied-fields.ts';
import { resourceOf } from './resource-of.ts';
import { mergePatchBetween, threeWayMerge } from './three-way-merge.ts';

/** What delivering an object came to, and the object as the cluster has it. */
export interface Delivery {
  readonly change: 'created' | 'updated' | 'replaced' | 'unchanged' | 'kept' | 'yielded';
  readonly object: KubeObject;
}

/** What delivery needs of a job's context. */
export type DeliveryContext = Pick<JobContext, 'client' | 'appId' | 'signal' | 'write'> & {
  /** What is created says so: by its task. */
  readonly job?: Pick<JobContext['job'], 'taskId'>;
  /** @default a namespace that is missing is an error */
  readonly settings?: Pick<JobContext['settings'], 'createNamespace'>;
};

/** Under whose name everything is written. */
export const FIELD_MANAGER = 'kubemin';

/** Which run created an object. Written with the object itself, so that no crash can lose it. */
export const CREATED_BY_RUN = 'kubemin.io/created-by-run';

/**
 * Makes the cluster hold the object: creates it, or patches it when it is there and the application's own. An object
 * that belongs to anybody else is never touched. Delivering the same object again changes nothing.
 */
export async function deliver(context: DeliveryContext, rendered: RenderedObject): Promise<Delivery> {
  const { object } = rendered;
  const name = object.metadata.name ?? '';
  const resource = resourceOf(context.client, object);
  const live = await resource.find(name, { signal: context.signal });
  if (live === undefined) {
    const created = await create(context, resource, object);
    if (created !== undefined) return { change: 'created', object: created };
  }
  const present = live ?? (await resource.get(name, { signal: context.signal }));
  if (rendered.onExisting === 'keep') return { change: 'kept', object: present };
  if (appIdOf(present) !== context.appId) {
    if (rendered.onExisting === 'yield') return { change: 'yielded', object: present };
    throw foreign(present);
  }
  return update(context, resource, { rendered, live: present });
}

/** Undefined when somebody else created it in between. */
async function create(
  context: DeliveryContext,
  resource: ResourceClient<KubeObject>,
  object: KubeObject,
): Promise<KubeObject | undefined> {
  const sent = withCreator(withAppliedFields(object), context.job?.taskId);
  const attempt = () => context.write((signal) => resource.create(sent, { fieldManager: FIELD_MANAGER, signal }));
  try {
    return await attempt();
  } catch (error) {
    if (isStatusError(error, 'AlreadyExists')) return undefined;
    const { namespace } = object.metadata;
    const missing = isStatusError(error, 'NotFound') && namespace !== undefined && resource.type.namespaced;
    if (!missing || context.settings?.createNamespace !== true) throw error;
    await createNamespace(context, namespace);
    return attempt();
  }
}

/** Namespaces belong to nobody in particular: none is ever deleted, whoever made it. */
async function createNamespace({ client, write }: DeliveryContext, name: string): Promise<void> {
  const namespace: Namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  try {
    await write((signal) =>
      client.resource(core.v1.namespaces).create(namespace, { fieldManager: FIELD_MANAGER, signal }),
    );
  } catch (error) {
    if (!isStatusError(error, 'AlreadyExists')) throw error;
  }
}

/** Not one of the applied fields: later deliveries leave it as it is. */
function withCreator(object: KubeObject, taskId: string | undefined): KubeObject {
  if (taskId === undefined) return object;
  const annotations = { ...object.metadata.annotations, [CREATED_BY_RUN]: taskId };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

async function update(
  context: DeliveryContext,
  resource: ResourceClient<KubeObject>,
  { rendered, live }: { readonly rendered: RenderedObject; readonly live: KubeObject },
): Promise<Delivery> {
  const desired = rendered.object;
  const target = threeWayMerge({
    applied: withoutReplicas(appliedFields(live)),
    desired: toJson(withAppliedFields(desired)),
    live: toJson(live),
  });
  const patch = mergePatchBetween(toJson(live), target);
  if (patch === undefined || !isJsonObject(patch)) return { change: 'unchanged', object: live };
  if (
    rendered.onChange === 'replace' &&
    immutableChanges(live, { ...live, ...(isJsonObject(target) ? target : {}) }).length > 0
  ) {
    return { change: 'replaced', object: await replace(context, resource, { desired, live }) };
  }
  // The uid keeps the patch from landing on a namesake that replaced the object after we looked at its owner.
  const metadata = { ...(isJsonObject(patch.metadata) ? patch.metadata : {}), uid: live.metadata.uid };
  const body = { ...patch, metadata };
  const patched = await context.write((signal) =>
    resource.patch(live.metadata.name ?? '', { type: 'merge', body }, { fieldManager: FIELD_MANAGER, signal }),
  );
  const same = patched.metadata.resourceVersion === live.metadata.resourceVersion;
  return { change: same ? 'unchanged' : 'updated', object: patched };
}

/**
 * A number of copies the document no longer gives has been handed over to an autoscaler. Removing it would let
 * Kubernetes fall back to one copy until the autoscaler notices.
 */
function withoutReplicas(applied: JsonObject | undefined): JsonObject | undefined {
  const spec = applied?.spec;
  if (spec === undefined || !isJsonObject(spec)) return applied;
  const { replicas: _replicas, ...others } = spec;
  return { ...applied, spec: others };
}

/** Deletes the object and makes it anew: there is no other way to change what Kubernetes lets nobody change. */
async function replace(
  context: DeliveryContext,
  resource: ResourceClient<KubeObject>,
  { desired, live }: { readonly desired: KubeObject; readonly live: KubeObject },
): Promise<KubeObject> {
  const { name = '', uid } = live.metadata;
  const preconditions = { uid };
  await context.write((signal) => resource.delete(name, { propagationPolicy: 'Background', preconditions, signal }));
  const created = await create(context, resource, desired);
  if (created !== undefined) return created;
  throw new RetryableError(`${live.kind} "${name}" is still being deleted; it is made anew once it is gone`, {
    code: 'STILL_DELETING',
  });
}

/** The refusal to touch what belongs to somebody else. */
export function foreign(object: KubeObject): TerminalError {
  const { namespace, name } = object.metadata;
  const owner = appIdOf(object);
  const whose = owner === undefined ? `has no ${LABEL.appId} label` : `belongs to application ${owner}`;
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`;
  return new TerminalError(
    `${object.kind} "${name}"${where} exists already and ${whose}, so it is left alone: ` +
      'choose another name, or remove that object first',
    { code: 'FOREIGN_OBJECT' },
  );
}
