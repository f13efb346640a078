import {
  BASELINE_CAPABILITIES,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubeObject,
} from '@kubemin/kubeapi';
import type { RenderedObject } from '@kubemin/render';
import { toJson } from '../applied-fields.ts';

/** Kinds that hold settings and credentials: those of other applications may be used only where they are shared. */
const CONTENT_KINDS = ['Secret', 'ConfigMap'] as const;
/** Kinds that decide about rights: an application uses only those it makes. */
const RIGHTS_KINDS = ['ServiceAccount', 'Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'] as const;

/** Holds data: a claim of another project's application may be used only where it is shared. */
const CLAIM_KIND = 'PersistentVolumeClaim';

/** Kinds whose names are used also by objects that a document makes itself: another owner's may be there already. */
const OWNED_KINDS = [...RIGHTS_KINDS, CLAIM_KIND] as const;

/** Kinds that an autoscaler may scale: those of other applications may not be. */
const SCALED_KINDS = ['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController'] as const;

/** The privilege of a Service that takes the traffic of addresses that belong to no Service. */
export const EXTERNAL_ADDRESSES = 'externalIPs';

type ContentKind = (typeof CONTENT_KINDS)[number];
type RightsKind = (typeof RIGHTS_KINDS)[number];

/**
 * Something in a cluster that a component uses and that may belong to others: a namespace it delivers to, an object it
 * refers to by name, an object it shares a name with, or a part of the machine or its network (`Privilege`).
 */
export interface GuardedUse {
  /** '' where the document as a whole uses it. */
  readonly component: string;
  readonly kind:
    | 'Namespace'
    | 'Privilege'
    | 'Service'
    | typeof CLAIM_KIND
    | (typeof SCALED_KINDS)[number]
    | ContentKind
    | RightsKind;
  /** '' for what belongs to no namespace. */
  readonly namespace: string;
  /** Of a privilege, what the pod has: `privileged`, `hostNetwork`, a capability. */
  readonly name: string;
}

/** Equal texts mean equal uses. Names of components and objects have no spaces. */
export function useKey({ component, kind, namespace, name }: GuardedUse): string {
  return `${component} ${kind} ${namespace}/${name}`;
}

/** Whether only objects of the application itself may be used. */
export function isAboutRights(use: GuardedUse): boolean {
  return RIGHTS_KINDS.some((kind) => kind === use.kind);
}

/** Whether it is about an object that holds settings or credentials. */
export function isContent<T extends { readonly kind: string }>(use: T): use is T & { readonly kind: ContentKind } {
  return CONTENT_KINDS.some((kind) => kind === use.kind);
}

/** Whether it is about a claim. One that a document makes and that is there already is used as it is. */
export function isClaim(use: GuardedUse): boolean {
  return use.kind === CLAIM_KIND;
}

/**
 * What the objects of a document use, and its steps by the names of Secrets. Secrets and ConfigMaps that the document
 * makes itself are left out. Pure.
 */
export function renderedUses(
  namespace: string,
  rendered: readonly RenderedObject[],
  stepSecrets: readonly string[] = [],
): readonly GuardedUse[] {
  const made = new Set(rendered.map(({ object: { kind, metadata } }) => placeKey(kind, metadata)));
  const uses = [
    namespaceUse('', namespace),
    ...[...rendered.flatMap(objectUses), ...stepSecrets.map((name) => secretUse(namespace, name))].filter(
      (use) => isAboutRights(use) || isClaim(use) || !made.has(placeKey(use.kind, use)),
    ),
  ];
  return [...new Map(uses.map((use) => [useKey(use), use])).values()];
}

/** What one object uses: where it goes, whose name it takes and what it refers to. Pure. */
export function objectUses({ component, object }: RenderedObject): readonly GuardedUse[] {
  const { namespace = '', name = '' } = object.metadata;
  const own = OWNED_KINDS.flatMap((kind) => (kind === object.kind ? [{ component, kind, namespace, name }] : []));
  const references = objectReferences(object).map((reference) => ({ component, namespace, ...reference }));
  const privileges = [...podSpecsIn(toJson(object)).flatMap(podPrivileges), ...servicePrivileges(object)].map(
    (privilege) => ({ component, kind: 'Privilege' as const, namespace: '', name: privilege }),
  );
  return [...(namespace === '' ? [] : [namespaceUse(component, namespace)]), ...own, ...references, ...privileges];
}

type Reference = Pick<GuardedUse, 'kind' | 'name'> & Partial<Pick<GuardedUse, 'namespace'>>;

function objectReferences(object: KubeObject): readonly Reference[] {
  const json = toJson(object);
  switch (object.kind) {
    case 'Ingress':
      return [...ingressSecrets(json), ...annotatedSecrets(object)];
    case 'RoleBinding':
    case 'ClusterRoleBinding':
      return bindingReferences(json);
    case 'ServiceAccount':
      return accountSecrets(json);
    case 'Secret':
      return tokenAccount(object);
    case 'HorizontalPodAutoscaler':
      return scaledObjects(json);
    case 'Service':
    case 'HTTPRoute':
    case 'VirtualService':
      return routedServices(object);
    default:
      return [...podSpecsIn(json).flatMap(podReferences), ...claimSourcesIn(json)];
  }
}

/** The cluster writes a token of this account into such a Secret. */
function tokenAccount({ metadata }: KubeObject): readonly Reference[] {
  const name = metadata.annotations?.['kubernetes.io/service-account.name'];
  return name === undefined ? [] : [{ kind: 'ServiceAccount', name }];
}

function servicePrivileges(object: KubeObject): readonly string[] {
  const { externalIPs } = object.kind === 'Service' ? member(toJson(object), 'spec') : {};
  return Array.isArray(externalIPs) && externalIPs.length > 0 ? [EXTERNAL_ADDRESSES] : [];
}

function scaledObjects(autoscaler: JsonObject): readonly Reference[] {
  const target = member(member(autoscaler, 'spec'), 'scaleTargetRef');
  return SCALED_KINDS.flatMap((kind) => (kind === target.kind ? named(kind, target) : []));
}

/**
 * Services that a route leads to in other namespaces, and those whose own traffic it takes: in a mesh, a route for the
 * name of a Service decides where requests to it go.
 */
function routedServices(object: KubeObject): readonly Reference[] {
  const { namespace = '' } = object.metadata;
  const spec = member(toJson(object), 'spec');
  const elsewhere = targetsIn(spec).filter(
    (target) => target.namespace !== undefined && target.namespace !== namespace,
  );
  if (object.kind === 'HTTPRoute') {
    const parents = items(spec.parentRefs).filter(({ kind }) => kind === 'Service');
    return [...elsewhere, ...parents.flatMap(serviceReference)];
  }
  const { gateways, hosts } = spec;
  const isInMesh = !Array.isArray(gateways) || gateways.length === 0 || gateways.includes('mesh');
  if (object.kind !== 'VirtualService' || !isInMesh || !Array.isArray(hosts)) return elsewhere;
  return [...elsewhere, ...hosts.flatMap(serviceByHost)];
}

/** Where requests go: `destination` and `mirror` of a VirtualService, backends of a route, the alias of a Service. */
function targetsIn(value: JsonValue): readonly Reference[] {
  if (Array.isArray(value)) return value.flatMap(targetsIn);
  if (!isJsonObject(value)) return [];
  const { backendRefs, externalName = '' } = value;
  return [
    ...[member(value, 'destination'), member(value, 'mirror')].flatMap(({ host = '' }) => serviceByHost(host)),
    ...[...items(backendRefs), member(value, 'backendRef')].flatMap(serviceReference),
    ...serviceByHost(externalName),
    ...Object.values(value).flatMap(targetsIn),
  ];
}

function serviceReference(reference: JsonObject): readonly Reference[] {
  const { namespace } = reference;
  return named('Service', reference).map((service) => ({
    ...service,
    ...(typeof namespace === 'string' && { namespace }),
  }));
}

/** The Service that a name in the cluster's DNS belongs to: `name`, or `name.namespace.svc` with any cluster domain. */
function serviceByHost(host: JsonValue): readonly Reference[] {
  if (typeof host !== 'string') return [];
  const [, name = '', namespace] = /^([^.]+)(?:\.([^.]+)\.svc(?:\..*)?)?$/.exec(host) ?? [];
  if (name === '' || host === '*') return [];
  return [{ kind: 'Service', name, ...(namespace !== undefined && { namespace }) }];
}

/** Claims whose data a claim is filled with, wherever a kind keeps its claims. */
function claimSourcesIn(value: JsonValue): readonly Reference[] {
  if (Array.isArray(value)) return value.flatMap(claimSourcesIn);
  if (!isJsonObject(value)) return [];
  const sources = [member(value, 'dataSource'), member(value, 'dataSourceRef')];
  const claims = sources.filter(({ kind }) => kind === CLAIM_KIND);
  const references = claims.flatMap((source) =>
    named(CLAIM_KIND, source).map((claim) => ({
      ...claim,
      ...(typeof source.namespace === 'string' && { namespace: source.namespace }),
    })),
  );
  return [...references, ...Object.values(value).flatMap(claimSourcesIn)];
}

/**
 * Wherever a kind keeps its pod template: of a Pod, a workload, a CronJob, or a custom kind. What is below one is looked at
 * too: the API server drops a `containers` that stands in the wrong place, and keeps the template.
 */
function podSpecsIn(value: JsonValue): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(podSpecsIn);
  if (!isJsonObject(value)) return [];
  return [...(Array.isArray(value.containers) ? [value] : []), ...Object.values(value).flatMap(podSpecsIn)];
}

function podReferences(spec: JsonObject): readonly Reference[] {
  const containers = ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) => items(spec[list]));
  const sources = containers.flatMap((container) => [
    ...items(container.envFrom).flatMap((source) => [
      ...named('Secret', member(source, 'secretRef')),
      ...named('ConfigMap', member(source, 'configMapRef')),
    ]),
    ...items(container.env).flatMap((variable) => {
      const from = member(variable, 'valueFrom');
      return [...named('Secret', member(from, 'secretKeyRef')), ...named('ConfigMap', member(from, 'configMapKeyRef'))];
    }),
  ]);
  return [
    ...named('ServiceAccount', spec, 'serviceAccountName'),
    // The older name of the field, which is still accepted.
    ...named('ServiceAccount', spec, 'serviceAccount'),
    ...items(spec.imagePullSecrets).flatMap((secret) => named('Secret', secret)),
    ...sources,
    ...items(spec.volumes).flatMap(volumeReferences),
  ];
}

/** What a pod has of the machine it runs on beyond the "baseline" of Pod Security. */
function podPrivileges(spec: JsonObject): readonly string[] {
  const ofPod = ['hostNetwork', 'hostPID', 'hostIPC'].filter((field) => spec[field] === true);
  const paths = items(spec.volumes).some((volume) => isJsonObject(volume.hostPath ?? null)) ? ['hostPath'] : [];
  const containers = ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) => items(spec[list]));
  const contexts = [spec, ...containers].map((holder) => member(holder, 'securityContext'));
  const ofContexts = contexts.flatMap((context) => {
    const { add } = member(context, 'capabilities');
    const added = Array.isArray(add) ? add.filter((each) => typeof each === 'string') : [];
    return [
      ...(context.privileged === true ? ['privileged'] : []),
      ...(context.procMount === 'Unmasked' ? ['procMount'] : []),
      ...(member(context, 'windowsOptions').hostProcess === true ? ['hostProcess'] : []),
      ...added.filter((each) => !BASELINE_CAPABILITIES.includes(each.replace(/^CAP_/, ''))),
      ...(member(context, 'seccompProfile').type === 'Unconfined' ? ['Unconfined'] : []),
    ];
  });
  const ports = containers.flatMap((container) => items(container.ports));
  const hostPorts = ports.some(({ hostPort = 0 }) => hostPort !== 0) ? ['hostPort'] : [];
  return [...ofPod, ...paths, ...ofContexts, ...hostPorts];
}

function volumeReferences(volume: JsonObject): readonly Reference[] {
  const projected = items(member(volume, 'projected').sources);
  return [
    ...named(CLAIM_KIND, member(volume, 'persistentVolumeClaim'), 'claimName'),
    ...named('Secret', member(volume, 'secret'), 'secretName'),
    ...named('Secret', member(member(volume, 'csi'), 'nodePublishSecretRef')),
    ...[volume, ...projected].flatMap((source) => named('ConfigMap', member(source, 'configMap'))),
    ...projected.flatMap((source) => named('Secret', member(source, 'secret'))),
  ];
}

function ingressSecrets(ingress: JsonObject): readonly Reference[] {
  return items(member(ingress, 'spec').tls).flatMap((entry) => named('Secret', entry, 'secretName'));
}

/** Ingress controllers also take Secrets by annotation, as `auth-secret: name` or `auth-tls-secret: namespace/name`. */
function annotatedSecrets({ metadata }: KubeObject): readonly Reference[] {
  return Object.entries(metadata.annotations ?? {}).flatMap(([key, value]) => {
    if (!/\/[\w-]*secret$/i.test(key) || value === '') return [];
    const [name = '', namespace] = value.split('/').toReversed();
    return [{ kind: 'Secret' as const, name, ...(namespace !== undefined && { namespace }) }];
  });
}

function bindingReferences(binding: JsonObject): readonly Reference[] {
  const role = member(binding, 'roleRef');
  return [
    ...named(role.kind === 'ClusterRole' ? 'ClusterRole' : 'Role', role).map((reference) =>
      reference.kind === 'ClusterRole' ? { ...reference, namespace: '' } : reference,
    ),
    ...items(binding.subjects).flatMap((subject) => {
      const { namespace } = subject;
      const account = subject.kind === 'ServiceAccount' ? named('ServiceAccount', subject) : [];
      return account.map((reference) => ({ ...reference, ...(typeof namespace === 'string' && { namespace }) }));
    }),
  ];
}

function accountSecrets(account: JsonObject): readonly Reference[] {
  return [...items(account.secrets), ...items(account.imagePullSecrets)].flatMap((secret) => named('Secret', secret));
}

function named(kind: GuardedUse['kind'], holder: JsonObject, field = 'name'): readonly Reference[] {
  const name = holder[field];
  return typeof name === 'string' && name !== '' ? [{ kind, name }] : [];
}

function member(value: JsonObject, name: string): JsonObject {
  const found = value[name];
  return found !== undefined && isJsonObject(found) ? found : {};
}

function items(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function secretUse(namespace: string, name: string): GuardedUse {
  return { component: '', kind: 'Secret', namespace, name };
}

function namespaceUse(component: string, namespace: string): GuardedUse {
  return { component, kind: 'Namespace', namespace: '', name: namespace };
}

function placeKey(
  kind: string,
  { namespace = '', name = '' }: { readonly namespace?: string; readonly name?: string },
) {
  return `${kind} ${namespace}/${name}`;
}
