import type { Message } from '@kubemin/base/message';
import type { KubeObject } from '@kubemin/kubeapi';
import { LABEL, objectAppId, type RenderedObject, type Sharing } from '@kubemin/render';
import { deliveryMessages } from '../messages/index.ts';
import { forbiddenUse, mayShare, type WorkContext } from '../task/index.ts';
import { resourceClient } from './resource-client.ts';

/** What sharing means for one object of one run: it is delivered here, or left to another application. */
export type ShareDecision = { readonly kind: 'deliver' } | { readonly kind: 'leave'; readonly why: Message };

/** What is needed to share with other applications. */
export type ShareContext = Pick<
  WorkContext,
  'client' | 'appId' | 'job' | 'clock' | 'signal' | 'report' | 'write' | 'shares' | 'tenancy'
>;

/** An annotation on an object for each other application that uses it; the application's id follows. */
export const USED_BY = 'used-by.kubemin.io/';
const LOOK_AGAIN_MS = 500;

/** Decides whether this application delivers a shared object; waits while another run is about to make it. */
export async function decideShare(context: ShareContext, rendered: RenderedObject): Promise<ShareDecision> {
  const { share } = rendered;
  if (share === undefined || share.strategy === 'force') return { kind: 'deliver' };
  if (share.strategy === 'ignore') return { kind: 'leave', why: deliveryMessages.sharedIgnored };
  const by = { appId: context.appId, taskId: context.job.taskId };
  const name = claimName(rendered, share);
  for (;;) {
    const claim = await context.shares.claim(name, by);
    if (claim.appId === context.appId) return { kind: 'deliver' };
    await refuseOtherProject(context, rendered, claim.appId);
    const theirs = await sharedObject(context, rendered, share);
    if (theirs !== undefined) return { kind: 'leave', why: await markUse(context, theirs) };
    if (claim.settled && (await context.shares.takeOver(name, claim.appId, by))) return { kind: 'deliver' };
    const maker = await context.shares.applicationName(claim.appId);
    await context.report(deliveryMessages.waitingForShared({ app: maker }));
    await context.clock.sleep(LOOK_AGAIN_MS, context.signal);
    context.signal.throwIfAborted();
  }
}

/** What a bound project shares is for its own applications, and they use nothing that another project shares. */
async function refuseOtherProject({ tenancy }: ShareContext, { component, object }: RenderedObject, maker: string) {
  if (tenancy === undefined) return;
  const { source, project } = tenancy;
  if (mayShare(await source.bindings(), project, await source.applicationProject(maker))) return;
  const { kind, metadata } = object;
  const { namespace = '', name = '' } = metadata;
  throw forbiddenUse({ component, kind, namespace, name, code: 'FOREIGN_REFERENCE' });
}

/** A component of another application for which an object stands in. */
export interface Use {
  readonly appId: string;
  readonly componentName: string;
}

/** What uses an object of another application. */
export function sharedUses({ metadata }: Pick<KubeObject, 'metadata'>): readonly Use[] {
  return Object.entries(metadata.annotations ?? {}).flatMap(([key, componentName]) =>
    key.startsWith(USED_BY) ? [{ appId: key.slice(USED_BY.length), componentName }] : [],
  );
}

/** The applications, other than its owner, that use an object. */
export function userAppIds(object: Pick<KubeObject, 'metadata'>): readonly string[] {
  return sharedUses(object).map(({ appId }) => appId);
}

/** The names of the applications, other than its owner, that use an object. */
export function userNames(
  { shares }: Pick<WorkContext, 'shares'>,
  object: Pick<KubeObject, 'metadata'>,
): Promise<readonly string[]> {
  return Promise.all(userAppIds(object).map((appId) => shares.applicationName(appId)));
}

/** The whole component changes hands, not one kind of its objects. */
function claimName({ object }: RenderedObject, share: Sharing): string {
  return `${object.metadata.namespace ?? ''}/${share.name}`;
}

async function sharedObject(
  { client, appId, signal }: ShareContext,
  { object }: RenderedObject,
  share: Sharing,
): Promise<KubeObject | undefined> {
  const resource = resourceClient(client, object);
  const { items } = await resource.list({ labelSelector: `${LABEL.shareName}=${share.name}`, signal });
  const found = items.find((item) => objectAppId(item) !== appId && item.metadata.deletionTimestamp === undefined);
  return found === undefined ? undefined : { ...found, apiVersion: object.apiVersion, kind: object.kind };
}

/** A key of its own for each user, so that no user overwrites another's. */
async function markUse(context: ShareContext, theirs: KubeObject): Promise<Message> {
  const {
    kind,
    metadata: { name = '' },
  } = theirs;
  const app = await context.shares.applicationName(objectAppId(theirs) ?? '');
  const why = deliveryMessages.sharedUsed({ kind, name, app });
  const key = `${USED_BY}${context.appId}`;
  if (theirs.metadata.annotations?.[key] !== undefined) return why;
  const body = { metadata: { uid: theirs.metadata.uid, annotations: { [key]: context.job.component } } };
  await context.write((signal) =>
    resourceClient(context.client, theirs).patch(theirs.metadata.name ?? '', { type: 'merge', body }, { signal }),
  );
  return why;
}
