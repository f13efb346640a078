import type { KubeClient } from '@kubemin/kube';
import type { KubeObject, ResourceType } from '@kubemin/kubeapi';
import { apps, autoscaling, batch, core, discovery, policy } from '@kubemin/kubeapi/resources';

const COMPARED: readonly ResourceType<KubeObject>[] = [
  core.v1.pods,
  core.v1.services,
  core.v1.endpoints,
  core.v1.configmaps,
  core.v1.persistentvolumeclaims,
  core.v1.resourcequotas,
  discovery.v1.endpointslices,
  apps.v1.deployments,
  apps.v1.replicasets,
  apps.v1.statefulsets,
  apps.v1.daemonsets,
  apps.v1.controllerrevisions,
  batch.v1.jobs,
  batch.v1.cronjobs,
  autoscaling.v2.horizontalpodautoscalers,
  policy.v1.poddisruptionbudgets,
];

/** Fields that depend on time, writer, number of steps or place: no part of a result. */
const ACCIDENTAL = new Set([
  'managedFields',
  'resourceVersion',
  'generation',
  'observedGeneration',
  'collisionCount',
  'deployment.kubernetes.io/revision',
  'deployment.kubernetes.io/revision-history',
  'deprecated.daemonset.template.generation',
  'pod-template-generation',
  'endpoints.kubernetes.io/last-change-trigger-time',
  'pv.kubernetes.io/bound-by-controller',
  'volume.kubernetes.io/selected-node',
  'containerID',
  'nodeName',
]);
const ADDRESSES = new Set(['podIP', 'hostIP', 'ip', 'clusterIP', 'podIPs', 'hostIPs', 'clusterIPs']);
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const GENERATED = new Set([
  'ReplicaSet of Deployment',
  'Pod of ReplicaSet',
  'Pod of DaemonSet',
  'Pod of Job',
  'EndpointSlice of Service',
]);

type Names = ReadonlyMap<string, string>;

/**
 * Everything that is in some namespaces, and the volumes bound there, in words that are the same however it came about:
 * without times, addresses and nodes, and with generated names replaced by what they were generated for.
 */
export async function fingerprint(client: KubeClient, namespaces: readonly string[]): Promise<readonly string[]> {
  const objects: KubeObject[] = [];
  for (const type of COMPARED) objects.push(...(await client.resource(type).list()).items);
  const here = objects.filter((object) => namespaces.includes(object.metadata.namespace ?? '') && !isSpent(object));
  const volumes = (await client.resource(core.v1.persistentvolumes).list()).items.filter(({ spec }) =>
    namespaces.includes(spec?.claimRef?.namespace ?? ''),
  );
  const all: readonly KubeObject[] = [...here, ...volumes];
  const names = accidentalNames(all);
  return all.map((object) => `${title(object)} ${JSON.stringify(plain(object, names, ownNode(object)))}`).toSorted();
}

/** Whether a status is about the newest spec matters; which number that has does not. */
function title(object: KubeObject): string {
  const observed = numberAt(object, 'status', 'observedGeneration');
  if (observed === undefined) return object.kind;
  return observed === object.metadata.generation ? `${object.kind} (observed)` : `${object.kind} (outdated)`;
}

/** Records of earlier versions: how many were seen depends on how quickly they followed each other. */
function isSpent(object: KubeObject): boolean {
  if (object.kind === 'ControllerRevision') return true;
  if (object.kind === 'ConfigMap') return object.metadata.name === 'kube-root-ca.crt';
  return object.kind === 'ReplicaSet' && numberAt(object, 'spec', 'replicas') === 0;
}

/** A DaemonSet's pod belongs where it is. */
function ownNode({ kind, metadata }: KubeObject): boolean {
  return kind === 'Pod' && metadata.ownerReferences?.[0]?.kind === 'DaemonSet';
}

function accidentalNames(objects: readonly KubeObject[]): Names {
  const names = new Map<string, string>();
  for (const { kind, metadata } of objects) {
    if (metadata.uid !== undefined) names.set(metadata.uid, `<uid of ${kind}>`);
    const [owner] = metadata.ownerReferences ?? [];
    const isGenerated = owner !== undefined && GENERATED.has(`${kind} of ${owner.kind}`);
    if (isGenerated && metadata.name) names.set(metadata.name, `<${kind} of ${owner.kind}>`);
  }
  // The name of a pod begins with that of its owner.
  return new Map([...names].toSorted(([a], [b]) => b.length - a.length));
}

function plain(value: unknown, names: Names, keepsNode: boolean): unknown {
  if (typeof value === 'string') return plainText(value, names);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => plain(item, names, keepsNode));
    return items.every((item) => typeof item === 'object') ? sorted(items) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const result: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (ADDRESSES.has(key)) result.push([key, '<address>']);
    else if (!ACCIDENTAL.has(key) || (key === 'nodeName' && keepsNode))
      result.push([key, plain(item, names, keepsNode)]);
  }
  return Object.fromEntries(result.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function plainText(text: string, names: Names): string {
  if (TIME.test(text)) return '<time>';
  let result = text;
  for (const [name, meaning] of names) result = result.replaceAll(name, meaning);
  return result
    .replaceAll(/\b10\.(244|96)\.\d+\.\d+\b/g, '<address>')
    .replace(/^kube-api-access-\w+$/, 'kube-api-access');
}

function sorted(items: readonly unknown[]): readonly unknown[] {
  return items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function numberAt(object: object, ...path: readonly string[]): unknown {
  let here: unknown = object;
  for (const key of path) here = typeof here === 'object' && here !== null ? Reflect.get(here, key) : undefined;
  return here;
}
