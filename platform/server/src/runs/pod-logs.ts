import type { JobLog } from '@kubemin/client';
import type { Job } from '@kubemin/engine';
import type { KubeClient } from '@kubemin/kube';
import { resourcePath } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { LABEL } from '@kubemin/render';

const WORKLOADS: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'Job']);
/** Of each container, so many of the last lines. */
const LAST_LINES = 200;
/** Of so many pods, the newest. */
const MOST_PODS = 10;

/** Whether a job delivers something that runs pods. */
export function hasPods({ objectKind }: Pick<Job, 'objectKind'>): boolean {
  return WORKLOADS.has(objectKind);
}

/** What the pods of a job's workload wrote last, each line after the pod and container it is of; undefined when nothing is there. */
export async function readPodLogs(
  client: KubeClient,
  { appId, job }: { readonly appId: string; readonly job: Job },
): Promise<JobLog | undefined> {
  const labelSelector = `${LABEL.appId}=${appId},${LABEL.componentName}=${job.component}`;
  const { items } = await client.resource(core.v1.pods, job.namespace).list({ labelSelector });
  const own = items.filter(({ metadata }) => metadata.name?.startsWith(`${job.objectName}-`) === true);
  const newest = own.toSorted((a, b) => (createdAt(a) < createdAt(b) ? 1 : -1)).slice(0, MOST_PODS);
  const texts = await Promise.all(
    newest.toReversed().flatMap((pod) => containers(pod).map((name) => lines(client, pod, name))),
  );
  const text = texts.flat().join('');
  return text === '' ? undefined : { text, truncated: false };
}

/** What a container wrote before it crashed says more than the little it has written since. */
async function lines(client: KubeClient, pod: Pod, container: string): Promise<readonly string[]> {
  const restarts = pod.status?.containerStatuses?.find(({ name }) => name === container)?.restartCount ?? 0;
  const before = restarts === 0 ? '' : await read(client, pod, { container, previous: true });
  const text = `${before}${await read(client, pod, { container, previous: false })}`;
  const prefix = `${pod.metadata.name}/${container}: `;
  return text.split('\n').flatMap((line) => (line === '' ? [] : [`${prefix}${line}\n`]));
}

/** A log that cannot be had is none: containers that never started have nothing to say. */
async function read(
  client: KubeClient,
  { metadata: { namespace, name } }: Pod,
  { container, previous }: { readonly container: string; readonly previous: boolean },
): Promise<string> {
  const query = new URLSearchParams({
    container,
    tailLines: String(LAST_LINES),
    ...(previous && { previous: 'true' }),
  });
  const path = resourcePath(core.v1.pods, { namespace, name, subresource: 'log' });
  const answer = await client.handler({ method: 'GET', path, query, headers: { accept: 'text/plain, */*' } });
  return answer.kind === 'text' && answer.status === 200 ? answer.text : '';
}

function containers({ spec }: Pod): readonly string[] {
  return [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])].map(({ name }) => name);
}

function createdAt({ metadata }: Pod): string {
  return metadata.creationTimestamp ?? '';
}
