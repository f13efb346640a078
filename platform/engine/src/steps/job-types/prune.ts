import { isJsonArray, isJsonObject, isStatusError, type JsonObject, type KubeObject } from '@kubemin/kubeapi';
import { LABEL, objectAppId } from '@kubemin/render';
import {
  awaitReadiness,
  deleteObject,
  httpRoutes,
  type Readiness,
  ready,
  releaseObject,
  resourceClient,
  userNames,
  waiting,
} from '../../delivery/index.ts';
import { deliveryMessages, gatewayMessages } from '../../messages/index.ts';
import { PRUNE } from '../../plan/index.ts';
import { type JobContext, type JobEffect, type JobType, managedInformer, toJson } from '../../task/index.ts';

/** The name of the job type that takes back a mark of use. */
export const RELEASE_SHARE = 'release_share';

/** Takes back that the application uses an object of another one. */
export const releaseShare: JobType = {
  name: RELEASE_SHARE,
  kinds: [],
  priority: 20,
  dryRun: async (context) => ({ message: await releaseObject(context, context.rendered.object) }),
  run: async (context) => ({ message: await releaseObject(context, context.rendered.object) }),
};

/**
 * Deletes an object the document does not ask for any more, and waits until it is gone. What it owns goes in the
 * background. The engine plans it by the prune rules of the other job types.
 */
export const prune: JobType = {
  name: PRUNE,
  kinds: [],
  priority: 20,
  dryRun: pruneObject,
  run: async (context) => {
    await awaitNewRoutes(context);
    const { message, left = false } = await pruneObject(context);
    return { message, skipped: left };
  },
};

async function pruneObject(context: JobContext): Promise<JobEffect> {
  const { object } = context.rendered;
  const name = object.metadata.name ?? '';
  const resource = resourceClient(context.client, object);
  const live = await resource.find(name, { signal: context.signal });
  // An earlier start of this very job may be what made it go.
  if (live === undefined) return { left: context.job.attempt === 1, message: deliveryMessages.alreadyGone };
  if (objectAppId(live) !== context.appId) {
    return { left: true, message: deliveryMessages.notOwned };
  }
  const users = await userNames(context, live);
  if (users.length > 0) return { left: true, message: deliveryMessages.sharedKept({ apps: users }) };
  await deleteObject(context, live);
  return { message: deliveryMessages.deleted };
}

/** Routes of other kinds than the Gateway API's: nothing shows whether they are in force. */
const OTHER_ROUTES: readonly string[] = ['Ingress', 'VirtualService'];

/**
 * Where routes move to the Gateway API, the old ones go only when a gateway has accepted the new ones: until then they
 * serve alone. An application that is deleted has no new ones to wait for.
 */
async function awaitNewRoutes(context: JobContext): Promise<void> {
  const { rendered, job, client, appId, informers, signal } = context;
  if (job.step !== PRUNE || !OTHER_ROUTES.includes(rendered.object.kind)) return;
  const labelSelector = `${LABEL.appId}=${appId},${LABEL.componentName}=${rendered.component}`;
  for (const route of await listRoutes(client.resource(httpRoutes, job.namespace), { labelSelector, signal })) {
    if (routeReadiness(route).state === 'ready') continue;
    const delivered = { ...route, apiVersion: 'gateway.networking.k8s.io/v1', kind: httpRoutes.kind };
    const informer = managedInformer(informers, httpRoutes);
    const done = gatewayMessages.acceptanceAwaited({ name: route.metadata.name ?? '' });
    await awaitReadiness({ context, delivered, done, informer, related: [], judge: routeReadiness });
  }
}

async function listRoutes(
  routes: { list(options: object): Promise<{ readonly items: readonly KubeObject[] }> },
  options: { readonly labelSelector: string; readonly signal: AbortSignal },
): Promise<readonly KubeObject[]> {
  try {
    return (await routes.list(options)).items;
  } catch (error) {
    // A cluster without the kind has none; a platform that may not list it could not have made any.
    if (isStatusError(error, 'NotFound') || isStatusError(error, 'Forbidden')) return [];
    throw error;
  }
}

/** An HTTPRoute serves once one of its gateways has accepted its current state. */
export function routeReadiness(route: KubeObject): Readiness {
  const { name = '', generation = 0 } = route.metadata;
  const { status } = toJson(route);
  const parents = isJsonObject(status) && isJsonArray(status.parents) ? status.parents.filter(isJsonObject) : [];
  const accepted = parents
    .flatMap(({ conditions }) => (isJsonArray(conditions) ? conditions.filter(isJsonObject) : []))
    .filter(
      ({ type, observedGeneration }) => type === 'Accepted' && Number(observedGeneration ?? generation) >= generation,
    );
  if (accepted.some((condition) => condition.status === 'True')) return ready(gatewayMessages.accepted);
  const [refused] = accepted;
  if (refused === undefined) return waiting(gatewayMessages.acceptanceAwaited({ name }));
  return waiting(gatewayMessages.notAccepted({ name, reason: reasonText(refused) }));
}

function reasonText({ reason, message }: JsonObject): string {
  return [reason, message].filter((text) => typeof text === 'string' && text !== '').join(': ');
}
