import { TerminalError } from '@kubemin/base';
import type { RenderedObject } from '@kubemin/render';
import { claimedNames } from '../../guard/name-claims.ts';
import { forbiddenUse, permittedUses } from '../../guard/use-guard.ts';
import type { Operation } from '../../operation.ts';
import type { RefusedClaim } from '../../store/claim-store.ts';
import type { PrepareContext } from './preparation.ts';

/**
 * Claims the Secrets, ConfigMaps, hosts and paths of a run before anything is written. A name that another application
 * has, or that another one refers to and so would be given the content of, refuses the run with the cluster untouched.
 */
export async function claimNames(
  { task, request: { document }, dependencies: { claims, settings } }: PrepareContext,
  operation: Operation,
  rendered: readonly RenderedObject[],
): Promise<void> {
  const by = { appId: task.appId, run: task.number, cluster: document.cluster ?? '' };
  const refused = await claims.take(by, claimedNames(rendered, permittedUses(operation, settings)));
  const [first] = refused;
  if (first === undefined) return;
  const foreign = refused.find(({ claim }) => claim.mode === 'use');
  if (foreign !== undefined) {
    const { component, kind, namespace, name } = foreign.claim;
    throw forbiddenUse({ component, kind, namespace, name, code: 'FOREIGN_REFERENCE' });
  }
  const isRoute = first.claim.namespace === '';
  const fix = isRoute
    ? 'choose another host or path, or remove it from that application first'
    : 'choose another name, add the trait "share", or remove it from that application first';
  throw new TerminalError(`${refused.map(describe).join('; ')}. Nothing was changed: ${fix}`, {
    code: isRoute ? 'HOST_TAKEN' : first.by.mode === 'use' ? 'NAME_REFERRED_TO' : 'NAME_TAKEN',
  });
}

function describe({ claim: { component, kind, namespace, name }, by: { appName, mode } }: RefusedClaim): string {
  if (namespace === '') {
    const at = name.indexOf('/');
    const host = name.startsWith('*/') ? 'any host' : `host "${name.slice(0, at)}"`;
    return `component "${component}": ${host} with path "${name.slice(at)}" belongs to application "${appName}"`;
  }
  const what = `component "${component}": ${kind} "${name}" in namespace "${namespace}"`;
  if (mode === 'own') return `${what} belongs to application "${appName}"`;
  return `${what} is referred to by application "${appName}", which would be given its content`;
}
