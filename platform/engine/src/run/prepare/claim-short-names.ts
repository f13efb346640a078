import { TerminalError } from '@kubemin/base';
import { objectAppId, type RenderedObject } from '@kubemin/render';
import { resourceClient } from '../../delivery/index.ts';
import { guardMessages } from '../../messages/index.ts';
import { retryWithPauses, transientPauses } from '../retry-with-pauses.ts';
import { joinProblems } from './claim-names.ts';
import type { PrepareContext } from './preparation.ts';

/**
 * Decides what becomes of the Services named like components. Requests to such a name must reach the application itself,
 * so a name that another application has refuses the run with the cluster untouched. A free name is claimed: the
 * loser of two runs that claim it at once fails at delivery. A Service that no application owns stays in use as it is,
 * and so does a name that the application did not have in its last completed run either.
 */
export async function claimShortNames(
  context: PrepareContext,
  rendered: readonly RenderedObject[],
): Promise<readonly RenderedObject[]> {
  const owners = new Map(await Promise.all(rendered.filter(isShortName).map((each) => readOwner(context, each))));
  const taken = [...owners].filter(([, owner]) => owner !== undefined && owner !== context.task.appId);
  const kept = taken.length === 0 ? new Set<string>() : await earlierShortNames(context);
  const refused = taken.flatMap(([each, owner]) =>
    owner === undefined || owner === '' || kept.has(objectKey(each)) ? [] : [{ each, owner }],
  );
  if (refused.length > 0) throw await shortNamesTaken(context, refused);
  return rendered.map((each) => {
    const owner = owners.get(each);
    const isOurs = owners.has(each) && (owner === undefined || owner === context.task.appId);
    return isOurs ? { ...each, onExisting: 'apply' } : each;
  });
}

function isShortName({ object, onExisting, share }: RenderedObject): boolean {
  return object.kind === 'Service' && onExisting === 'yield' && share === undefined;
}

/** The application that has the name: none where the name is free, an empty text where no application owns the object. */
async function readOwner(
  { dependencies, signal, logger }: PrepareContext,
  rendered: RenderedObject,
): Promise<readonly [RenderedObject, string | undefined]> {
  const { object } = rendered;
  const onRetry = (error: unknown): void => logger.warn('looking up the owner of a Service failed for now', { error });
  const live = await retryWithPauses({ ...dependencies, signal, onRetry, pause: transientPauses(dependencies) }, () =>
    resourceClient(dependencies.client, object).find(object.metadata.name ?? '', { signal }),
  );
  return [rendered, live === undefined ? undefined : (objectAppId(live) ?? '')];
}

async function earlierShortNames({ task, delivered, dependencies }: PrepareContext): Promise<ReadonlySet<string>> {
  const before = await delivered();
  if (before === undefined) return new Set();
  const rendered = dependencies.renderer.render(before.document, { appId: task.appId, ...before });
  return new Set(rendered.filter(isShortName).map(objectKey));
}

function objectKey({ object: { kind, metadata } }: RenderedObject): string {
  return `${kind}/${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}

async function shortNamesTaken(
  { store, dependencies: { vault } }: PrepareContext,
  refused: readonly { readonly each: RenderedObject; readonly owner: string }[],
): Promise<TerminalError> {
  const places = await Promise.all(
    refused.map(async ({ each: { component, object }, owner }) => {
      const row = await store.lastCompleted(owner);
      const name = row === undefined ? owner : documentName(vault.open(row.request), owner);
      const { metadata } = object;
      const { name: service = '', namespace = '' } = metadata;
      return guardMessages.serviceNameTaken({ component, name: service, namespace, app: name });
    }),
  );
  const problems = places.reduce(joinProblems);
  return new TerminalError(guardMessages.namesTaken({ problems, fix: guardMessages.fixServiceName }), {
    code: 'SHORT_NAME_TAKEN',
  });
}

function documentName(text: string, fallback: string): string {
  const document: unknown = JSON.parse(text);
  if (typeof document !== 'object' || document === null || !('name' in document)) return fallback;
  return typeof document.name === 'string' ? document.name : fallback;
}
