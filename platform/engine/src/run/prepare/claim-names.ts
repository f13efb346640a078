import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { RenderedObject } from '@kubemin/render';
import { guardMessages } from '../../messages/index.ts';
import type { RefusedClaim } from '../../store/index.ts';
import { claimedNames, forbiddenUse, type Operation, permittedUses } from '../../task/index.ts';
import type { PrepareContext } from './preparation.ts';

/**
 * Claims the Secrets, ConfigMaps, hosts and paths of objects before they are written: of a run, and of a step that brings
 * its own objects. A name that another application has, or that another one refers to and so would be given the content
 * of, refuses all of them with the cluster untouched.
 */
export async function claimNames(
  { task, request: { document }, store, dependencies: { settings } }: ClaimContext,
  operation: Operation,
  rendered: readonly RenderedObject[],
): Promise<void> {
  const by = { appId: task.appId, run: task.number, cluster: document.cluster ?? '' };
  const refused = await store.claimNames(by, claimedNames(rendered, permittedUses(operation, settings)));
  const [first] = refused;
  if (first === undefined) return;
  const foreign = refused.find(({ claim }) => claim.mode === 'use');
  if (foreign !== undefined) {
    const { component, kind, namespace, name } = foreign.claim;
    throw forbiddenUse({ component, kind, namespace, name, code: 'FOREIGN_REFERENCE' });
  }
  const isRoute = first.claim.namespace === '';
  const fix = isRoute ? guardMessages.fixRoute : guardMessages.fixName;
  const problems = refused.slice(1).map(describe).reduce(joinProblems, describe(first));
  throw new TerminalError(guardMessages.namesTaken({ problems, fix }), {
    code: isRoute ? 'HOST_TAKEN' : first.by.mode === 'use' ? 'NAME_REFERRED_TO' : 'NAME_TAKEN',
  });
}

function describe({ claim: { component, kind, namespace, name }, by: { appName, mode } }: RefusedClaim): Message {
  if (namespace === '') {
    const at = name.indexOf('/');
    const host = name.startsWith('*/') ? guardMessages.anyHost : guardMessages.host({ host: name.slice(0, at) });
    return guardMessages.routeTaken({ component, host, path: name.slice(at), app: appName });
  }
  const problem = mode === 'own' ? guardMessages.nameTaken : guardMessages.nameReferred;
  return problem({ component, kind, name, namespace, app: appName });
}

type ClaimContext = Pick<PrepareContext, 'task' | 'request' | 'store' | 'dependencies'>;

/** Several problems as one message. */
export function joinProblems(first: Message, next: Message): Message {
  return guardMessages.and({ first, next });
}
