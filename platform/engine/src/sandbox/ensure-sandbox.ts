import { TerminalError } from '@kubemin/base';
import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { resourceOf } from '../delivery/resource-of.ts';
import { isClosedNamespace, SYSTEM_NAMESPACES } from '../guard/use-guard.ts';
import type { WorkContext } from '../job-type.ts';
import { MANAGED_BY, SANDBOX_LABEL, type SandboxObjects, sandboxObjects } from './sandbox-objects.ts';

/** What making a sandbox takes. */
export type SandboxContext = Pick<WorkContext, 'client' | 'settings' | 'signal' | 'write'> & {
  readonly application: { readonly namespace: string };
};

const FIELD_MANAGER = 'kubemin';

/**
 * Makes what is missing of the sandbox for an application's namespace, and of what else has to be there. What is there
 * stays as it is, so that whoever runs the cluster has the last word on quotas; a namespace of somebody else is refused.
 */
export async function ensureSandbox(
  context: SandboxContext,
  more: readonly KubeObject[] = [],
): Promise<SandboxObjects> {
  const { application, settings } = context;
  const objects = sandboxObjects(application.namespace, settings.sandbox);
  if (objects.namespace.metadata.name === application.namespace) {
    throw new TerminalError(
      `jobs that run users' code must not share the namespace ${application.namespace} with their application; set the sandbox namespace to a pattern such as "{namespace}-jobs"`,
      { code: 'SANDBOX_NOT_APART' },
    );
  }
  const { namespace, ...guards } = objects;
  refuseClosed(application.namespace, namespace.metadata.name ?? '', settings);
  await ensure(context, namespace);
  await Promise.all([...Object.values(guards), ...more].map((object) => ensure(context, object)));
  return objects;
}

/** No application gets into a closed namespace by its jobs, unless it is in one itself; none gets into the cluster's own. */
function refuseClosed(from: string, sandbox: string, settings: SandboxContext['settings']): void {
  const isSystem = SYSTEM_NAMESPACES.includes(sandbox);
  if (!isSystem && (!isClosedNamespace(sandbox, settings) || isClosedNamespace(from, settings))) return;
  throw new TerminalError(
    `jobs of namespace ${from} would run in namespace ${sandbox}, which is closed: set the sandbox namespace to another pattern, such as "{namespace}-jobs"`,
    { code: 'CLOSED_NAMESPACE' },
  );
}

async function ensure({ client, signal, write }: SandboxContext, object: KubeObject): Promise<void> {
  const resource = resourceOf(client, object);
  const name = object.metadata.name ?? '';
  let live = await resource.find(name, { signal });
  if (live === undefined) {
    try {
      live = await write((hurry) => resource.create(object, { fieldManager: FIELD_MANAGER, signal: hurry }));
    } catch (error) {
      if (!isStatusError(error, 'AlreadyExists')) throw error;
      live = await resource.get(name, { signal });
    }
  }
  if (live.metadata.labels?.[SANDBOX_LABEL.managedBy] === MANAGED_BY) return;
  const where = object.metadata.namespace === undefined ? '' : ` in namespace ${object.metadata.namespace}`;
  throw new TerminalError(
    `${object.kind} "${name}"${where} exists already and is not the platform's, so no job is run there; remove it, choose another sandbox namespace, or put the label ${SANDBOX_LABEL.managedBy}=${MANAGED_BY} on it`,
    { code: 'FOREIGN_OBJECT' },
  );
}
