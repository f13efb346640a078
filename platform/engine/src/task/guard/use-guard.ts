import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { KubeClient } from '@kubemin/kube';
import type { KubeObject, ResourceType } from '@kubemin/kubeapi';
import { apps, core, rbac } from '@kubemin/kubeapi/resources';
import { LABEL, objectAppId, type RenderedObject } from '@kubemin/render';
import { deliveryMessages, guardMessages } from '../../messages/index.ts';
import type { Operation } from '../operation.ts';
import { MANAGED_BY, mayBeSandbox, SANDBOX_LABEL } from '../sandbox-objects.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import {
  isListedReference,
  judgePlace,
  matchesPattern,
  mayShare,
  type PlaceRefusal,
  type ProjectBinding,
  projectBinding,
  type Tenant,
} from '../tenancy/tenancy.ts';
import { EXTERNAL_ADDRESSES, type GuardedUse, isAboutRights, isClaim, objectUses, useKey } from './guarded-use.ts';

/** Namespaces in which the cluster keeps itself running. */
export const SYSTEM_NAMESPACES: readonly string[] = ['kube-system', 'kube-public', 'kube-node-lease'];

/** Controls the simulated nodes of an embedded cluster, and so every application there: no document may change it. */
const PROTECTED_OBJECTS: readonly string[] = ['ConfigMap kube-system/simulation-rules'];

/** What decides whether a use is allowed, beside who permitted it. */
export interface GuardSettings {
  /** Namespaces only administrators deliver to; a name that ends in `*` means all that begin like it. */
  readonly closedNamespaces: readonly string[];
  /** Where jobs that run users' code run: those namespaces are closed as well, once they are there. @default nowhere */
  readonly sandbox?: Pick<SandboxSettings, 'namespace'>;
}

/** Why something may not be used by an application without a permission. */
export interface RefusedUse extends GuardedUse {
  /** Not whose it is: a caller may not be allowed to know that application. */
  readonly code:
    | 'CLOSED_NAMESPACE'
    | 'EXTERNAL_ADDRESS'
    | 'FOREIGN_REFERENCE'
    | 'FOREIGN_RIGHTS'
    | 'HOST_PRIVILEGE'
    | 'REFERENCE_NOT_ALLOWED'
    | PlaceRefusal;
}

/** For whom, and where, uses are judged. */
export interface GuardContext {
  readonly client: KubeClient;
  /** Undefined for an application that is not stored yet. */
  readonly appId: string | undefined;
  readonly settings: GuardSettings;
  /** @default nothing depends on projects */
  readonly tenancy?: Tenant | undefined;
  readonly signal: AbortSignal;
}

const RESOURCES: Readonly<Record<Exclude<GuardedUse['kind'], 'Namespace' | 'Privilege'>, ResourceType>> = {
  Secret: core.v1.secrets,
  ConfigMap: core.v1.configmaps,
  PersistentVolumeClaim: core.v1.persistentvolumeclaims,
  Service: core.v1.services,
  Deployment: apps.v1.deployments,
  StatefulSet: apps.v1.statefulsets,
  ReplicaSet: apps.v1.replicasets,
  ReplicationController: core.v1.replicationcontrollers,
  ServiceAccount: core.v1.serviceaccounts,
  Role: rbac.v1.roles,
  ClusterRole: rbac.v1.clusterroles,
  RoleBinding: rbac.v1.rolebindings,
  ClusterRoleBinding: rbac.v1.clusterrolebindings,
};

/** Whether only administrators deliver to a namespace. */
export function isClosedNamespace(name: string, { closedNamespaces }: GuardSettings): boolean {
  return closedNamespaces.some((closed) => matchesPattern(name, closed));
}

/**
 * Judges a use that takes no look at the cluster; undefined for an open namespace, and for what the cluster decides.
 * Every privilege is refused: only a permission allows it.
 */
export function refusedWithoutCluster(use: GuardedUse, settings: GuardSettings): RefusedUse | undefined {
  if (use.kind === 'Privilege') {
    return { ...use, code: use.name === EXTERNAL_ADDRESSES ? 'EXTERNAL_ADDRESS' : 'HOST_PRIVILEGE' };
  }
  if (use.kind !== 'Namespace' || !isClosedNamespace(use.name, settings)) return undefined;
  return { ...use, code: 'CLOSED_NAMESPACE' };
}

/** Whether the cluster has to be looked at; otherwise `refusedWithoutCluster` decides. */
export function needsCluster(use: GuardedUse, { sandbox }: GuardSettings): boolean {
  if (use.kind === 'Privilege') return false;
  return use.kind !== 'Namespace' || (sandbox !== undefined && mayBeSandbox(use.name, sandbox));
}

/** Judges one use by what the cluster holds now; undefined when nothing stands against it. */
export async function checkUse(place: GuardContext, use: GuardedUse): Promise<RefusedUse | undefined> {
  const { client, appId, settings, signal } = place;
  const refused = refusedWithoutCluster(use, settings);
  if (refused !== undefined || use.kind === 'Privilege' || !needsCluster(use, settings)) return refused;
  if (use.kind === 'Namespace') {
    const namespace = await client.resource(core.v1.namespaces).find(use.name, { signal });
    // What runs there runs other people's jobs, and an account of the namespace could read what they are given.
    const isSandbox = namespace?.metadata.labels?.[SANDBOX_LABEL.managedBy] === MANAGED_BY;
    return isSandbox ? { ...use, code: 'CLOSED_NAMESPACE' } : undefined;
  }
  const resource = client.resource(RESOURCES[use.kind], use.namespace === '' ? undefined : use.namespace);
  const object = await resource.find(use.name, { signal });
  if (object === undefined || (appId !== undefined && objectAppId(object) === appId)) return undefined;
  if (isAboutRights(use)) return { ...use, code: 'FOREIGN_RIGHTS' };
  return checkReference(place, use, object);
}

/** Judges the use of an object that the application does not own. */
async function checkReference(
  { tenancy }: GuardContext,
  use: GuardedUse,
  object: KubeObject,
): Promise<RefusedUse | undefined> {
  const owner = objectAppId(object);
  const foreign: RefusedUse = { ...use, code: 'FOREIGN_REFERENCE' };
  if (tenancy === undefined) return owner === undefined || isShared(object) || isClaim(use) ? undefined : foreign;
  const bindings = await tenancy.source.bindings();
  if (owner === undefined) {
    const binding = projectBinding(bindings, tenancy.project);
    if (binding?.references === undefined || isListedReference(binding, use)) return undefined;
    return { ...use, code: 'REFERENCE_NOT_ALLOWED' };
  }
  const ownerProject = await tenancy.source.applicationProject(owner);
  if (isShared(object)) return mayShare(bindings, tenancy.project, ownerProject) ? undefined : foreign;
  return isClaim(use) && ownerProject === tenancy.project ? undefined : foreign;
}

/**
 * Which uses are refused because of the bindings of projects: namespaces to deliver to, and references into other
 * namespaces. No permission of an administrator overrides it; they change the binding. Pure.
 */
export function refusedPlaces(
  uses: readonly GuardedUse[],
  tenant: { readonly project: string; readonly cluster: string; readonly bindings: readonly ProjectBinding[] },
): readonly RefusedUse[] {
  const { bindings, ...at } = tenant;
  if (bindings.length === 0) return [];
  const binding = projectBinding(bindings, at.project);
  const refused = uses.flatMap((use): readonly RefusedUse[] => {
    const namespace = use.kind === 'Namespace' ? use.name : use.namespace;
    if (namespace === '' || (binding !== undefined && isListedReference(binding, use))) return [];
    const code = judgePlace(bindings, { ...at, namespace });
    return code === undefined ? [] : [{ ...use, code }];
  });
  const namespaces = new Set(refused.flatMap(({ kind, name }) => (kind === 'Namespace' ? [name] : [])));
  return refused.filter(({ kind, namespace }) => kind === 'Namespace' || !namespaces.has(namespace));
}

/** Throws for the first place that a run must not deliver to or refer to. */
export async function refuseForbiddenPlaces(
  { source, project, cluster }: Tenant,
  uses: readonly GuardedUse[],
): Promise<void> {
  const [refused] = refusedPlaces(uses, { project, cluster, bindings: await source.bindings() });
  if (refused !== undefined) throw forbiddenUse(refused);
}

/** The mark of the `share` trait: the owning component's document offers the object to the whole namespace. */
function isShared({ metadata }: KubeObject): boolean {
  return metadata.labels?.[LABEL.shareName] !== undefined;
}

/** What an application may use although it belongs to others: keys of uses; undefined where nothing is guarded. */
export type PermittedUses = ReadonlySet<string> | undefined;

/** What a run may use, as its operation states; an operation without `permitted` permits nothing. */
export function permittedUses(
  operation: Operation,
  { restrictUses }: { readonly restrictUses: boolean },
): PermittedUses {
  if (!restrictUses) return undefined;
  return new Set(operation.kind === 'deploy' ? operation.permitted : []);
}

/**
 * Refuses an object that uses what its application may not, right before it is delivered: what was found when the
 * document was saved may have changed since.
 */
export async function refuseForbiddenUses(
  place: GuardContext & { readonly permitted: PermittedUses },
  rendered: RenderedObject,
): Promise<void> {
  const uses = objectUses(rendered);
  if (place.tenancy !== undefined) await refuseForbiddenPlaces(place.tenancy, uses);
  if (place.permitted === undefined) return;
  refuseProtected(rendered.object);
  for (const use of uses) await refuseForbiddenUse(place, use);
}

/** Refuses one use that its application may not have. */
export async function refuseForbiddenUse(
  place: GuardContext & { readonly permitted?: PermittedUses },
  use: GuardedUse,
): Promise<void> {
  if (place.permitted === undefined || place.permitted.has(useKey(use))) return;
  const refused = await checkUse(place, use);
  if (refused !== undefined) throw forbiddenUse(refused);
}

function refuseProtected({ kind, metadata }: KubeObject): void {
  const name = `${kind} ${metadata.namespace}/${metadata.name}`;
  if (!PROTECTED_OBJECTS.includes(name)) return;
  throw new TerminalError(guardMessages.protectedObject({ object: name }), {
    code: 'PROTECTED_OBJECT',
  });
}

/** The error of a run that uses what it may not. */
export function forbiddenUse({
  code,
  component,
  kind,
  namespace,
  name,
}: Omit<RefusedUse, 'kind'> & { readonly kind: string }): TerminalError {
  const object =
    namespace === ''
      ? deliveryMessages.object({ kind, name })
      : deliveryMessages.objectInNamespace({ kind, name, namespace });
  const where = component === '' ? undefined : guardMessages.component({ component });
  return new TerminalError(guardMessages.forbiddenUse({ component: where, object, reason: REASONS[code] }), { code });
}

const REASONS: Readonly<Record<RefusedUse['code'], Message>> = {
  CLOSED_NAMESPACE: guardMessages.closedNamespace,
  EXTERNAL_ADDRESS: guardMessages.externalAddress,
  FOREIGN_REFERENCE: guardMessages.foreignReference,
  FOREIGN_RIGHTS: guardMessages.foreignRights,
  HOST_PRIVILEGE: guardMessages.hostPrivilege,
  REFERENCE_NOT_ALLOWED: guardMessages.referenceNotAllowed,
  CLUSTER_NOT_BOUND: guardMessages.clusterNotBound,
  NAMESPACE_NOT_BOUND: guardMessages.namespaceNotBound,
  NAMESPACE_OF_PROJECT: guardMessages.namespaceOfProject,
};
