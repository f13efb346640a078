import type { KubeClient } from '@kubemin/kube';
import type { KubeObject, ResourceType } from '@kubemin/kubeapi';
import { apps, batch, core, discovery, policy } from '@kubemin/kubeapi/resources';

const KINDS: readonly ResourceType<KubeObject>[] = [
  core.v1.pods,
  core.v1.endpoints,
  core.v1.persistentvolumeclaims,
  discovery.v1.endpointslices,
  apps.v1.deployments,
  apps.v1.replicasets,
  apps.v1.statefulsets,
  apps.v1.daemonsets,
  apps.v1.controllerrevisions,
  batch.v1.jobs,
  batch.v1.cronjobs,
  policy.v1.poddisruptionbudgets,
];

/** Where a pod runs and under which address is chance; generations count the steps, which are not the end. */
const CHANCE = new Set([
  ...['managedFields', 'resourceVersion', 'generation', 'observedGeneration', 'containerID', 'volumeName'],
  ...['nodeName', 'podIP', 'podIPs', 'hostIP', 'hostIPs', 'ip', 'addresses'],
]);

/**
 * What is left in a namespace, one line per object, with everything replaced that differs from one undisturbed run to
 * the next: generated names, identities, times, places.
 */
export async function endState(client: KubeClient, namespace: string): Promise<readonly string[]> {
  const lists = await Promise.all(KINDS.map((type) => client.resource(type, namespace).list()));
  const volumes = (await client.resource(core.v1.persistentvolumes).list()).items.filter(
    ({ spec }) => spec?.claimRef?.namespace === namespace,
  );
  const lines = [...lists.flatMap(({ items }) => items), ...volumes].map((object) => {
    return JSON.stringify(plain(object, namespace));
  });
  return lines.toSorted();
}

/** Without what is chance, and in an order that depends on the rest alone. */
function plain(value: unknown, namespace: string): unknown {
  if (typeof value === 'string') return lasting(value, namespace);
  if (Array.isArray(value)) {
    return value.map((one) => plain(one, namespace)).toSorted((a, b) => compare(JSON.stringify(a), JSON.stringify(b)));
  }
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !CHANCE.has(key));
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, plain(inner, namespace)] as const).toSorted(([a], [b]) => compare(a, b)),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function lasting(text: string, namespace: string): string {
  return text
    .replaceAll(namespace, 'NAMESPACE')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME')
    .replaceAll(/-\d{8}\b/g, '-MINUTE')
    .replaceAll(/^\d+ \* \* \* \*$/g, 'HOURLY')
    .replaceAll(/-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, '-GENERATED');
}
