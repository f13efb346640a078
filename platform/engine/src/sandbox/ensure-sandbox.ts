import { TerminalError } from '@kubemin/base';
import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { objectMessage, resourceClient } from '../delivery/index.ts';
import { sandboxMessages } from '../messages/index.ts';
import {
  isClosedNamespace,
  judgePlace,
  MANAGED_BY,
  SANDBOX_LABEL,
  type SandboxObjects,
  SYSTEM_NAMESPACES,
  sandboxObjects,
  type WorkContext,
} from '../task/index.ts';

/** What making a sandbox takes. */
export type SandboxContext = Pick<WorkContext, 'client' | 'settings' | 'signal' | 'write' | 'tenancy'> & {
  readonly application: { readonly namespace: string };
};

const FIELD_MANAGER = 'kubemin';

/**
 * Creates what is missing of the sandbox for an application's namespace, and of what else is needed. Existing objects are
 * not changed, so that administrators of the cluster decide on quotas; a namespace of another owner is rejected.
 */
export async function ensureSandbox(
  context: SandboxContext,
  more: readonly KubeObject[] = [],
): Promise<SandboxObjects> {
  const { application, settings } = context;
  const objects = sandboxObjects(application.namespace, settings.sandbox);
  if (objects.namespace.metadata.name === application.namespace) {
    throw new TerminalError(sandboxMessages.namespaceShared({ namespace: application.namespace }), {
      code: 'SANDBOX_NOT_APART',
    });
  }
  const { namespace, ...guards } = objects;
  refuseClosed(application.namespace, namespace.metadata.name ?? '', settings);
  await refuseOtherProject(context, namespace.metadata.name ?? '');
  await ensure(context, namespace);
  await Promise.all([...Object.values(guards), ...more].map((object) => ensure(context, object)));
  return objects;
}

/** No application gets into a closed namespace by its jobs, unless it is in one itself; none gets into the cluster's own. */
function refuseClosed(from: string, sandbox: string, settings: SandboxContext['settings']): void {
  const isSystem = SYSTEM_NAMESPACES.includes(sandbox);
  if (!isSystem && (!isClosedNamespace(sandbox, settings) || isClosedNamespace(from, settings))) return;
  throw new TerminalError(sandboxMessages.namespaceClosed({ namespace: from, sandbox }), { code: 'CLOSED_NAMESPACE' });
}

/** The sandbox of a project may be outside its own namespaces, but not inside those of another one. */
async function refuseOtherProject({ application, tenancy }: SandboxContext, sandbox: string): Promise<void> {
  if (tenancy === undefined) return;
  const others = (await tenancy.source.bindings()).filter(({ project }) => project !== tenancy.project);
  if (judgePlace(others, { ...tenancy, namespace: sandbox }) === undefined) return;
  throw new TerminalError(sandboxMessages.namespaceOfProject({ namespace: application.namespace, sandbox }), {
    code: 'NAMESPACE_OF_PROJECT',
  });
}

async function ensure({ client, signal, write }: SandboxContext, object: KubeObject): Promise<void> {
  const resource = resourceClient(client, object);
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
  const label = `${SANDBOX_LABEL.managedBy}=${MANAGED_BY}`;
  throw new TerminalError(sandboxMessages.foreignObject({ object: objectMessage(object), label }), {
    code: 'FOREIGN_OBJECT',
  });
}
