import type { KubeClient } from '@kubemin/kube';
import { resourcePath } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { LABEL } from '@kubemin/render';
import type { Job, JobLog } from '../task/index.ts';
import { truncateToEnd } from './pod-log.ts';

const WORKLOADS: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'Job']);
/** Of each container, so many of the last lines. */
const LAST_LINES = 200;
/** Of each pod, so much of the end. */
const LAST_BYTES = 65_536;
/** Of so many pods, the newest. */
const MOST_PODS = 10;
/** Clusters record whole seconds, by clocks of their own. */
const CLOCK_SLACK_MS = 2_000;

/** Whether a job delivers something that runs pods. */
export function hasPods({ objectKind }: Pick<Job, 'objectKind'>): boolean {
  return WORKLOADS.has(objectKind);
}

/** What is read of a job's workload. */
export interface WorkloadLogRequest {
  readonly appId: string;
  readonly job: Job;
  /** `run`: only pods that were created while the job ran. `all`: every pod the workload has. A log: the pods it is of. */
  readonly pods: 'run' | 'all' | JobLog;
  readonly signal?: AbortSignal;
}

/** What the pods of a job's workload wrote last, each line after the pod and container it is of; undefined when nothing is there. */
export async function readWorkloadLog(client: KubeClient, request: WorkloadLogRequest): Promise<JobLog | undefined> {
  const { appId, job, signal } = request;
  const labelSelector = `${LABEL.appId}=${appId},${LABEL.componentName}=${job.component}`;
  const listed = await client.resource(core.v1.pods, job.namespace).list({ labelSelector, ...(signal && { signal }) });
  const own = listed.items.filter(
    (pod) => pod.metadata.name?.startsWith(`${job.objectName}-`) === true && isSelected(pod, request),
  );
  const newest = own.toSorted((a, b) => (createdAt(a) < createdAt(b) ? 1 : -1)).slice(0, MOST_PODS);
  const logs = await Promise.all(newest.toReversed().map((pod) => podLog(client, pod, signal)));
  const text = logs.map((log) => log.text).join('');
  return text === '' ? undefined : { text, truncated: logs.some(({ truncated }) => truncated) };
}

/** One log of two: of a pod that is in the newer one, what is there; of the others, what the older one has. */
export function mergeWorkloadLogs(older: JobLog | undefined, newer: JobLog | undefined): JobLog | undefined {
  if (older === undefined || newer === undefined) return newer ?? older;
  const renewed = new Set(logLines(newer).map(podName));
  const gone = logLines(older).filter((line) => !renewed.has(podName(line)));
  return { text: `${gone.join('')}${newer.text}`, truncated: older.truncated || newer.truncated };
}

function logLines({ text }: JobLog): readonly string[] {
  return text.split(/(?<=\n)/);
}

function podName(line: string): string {
  return line.slice(0, Math.max(0, line.indexOf('/')));
}

function isSelected(
  pod: Pod,
  { pods, job: { startedAt = 0, endedAt = Number.POSITIVE_INFINITY } }: WorkloadLogRequest,
): boolean {
  if (pods === 'all') return true;
  if (pods !== 'run') return logLines(pods).some((line) => podName(line) === pod.metadata.name);
  const time = Date.parse(createdAt(pod));
  return time >= startedAt - CLOCK_SLACK_MS && time <= endedAt + CLOCK_SLACK_MS;
}

async function podLog(client: KubeClient, pod: Pod, signal: AbortSignal | undefined): Promise<JobLog> {
  const texts = await Promise.all(containers(pod).map((name) => lines(client, pod, { container: name, signal })));
  return truncateToEnd(texts.flat().join(''), LAST_BYTES);
}

interface ContainerRequest {
  readonly container: string;
  readonly signal: AbortSignal | undefined;
}

/** The log of a container before it crashed is more useful than the little it has written since. */
async function lines(client: KubeClient, pod: Pod, request: ContainerRequest): Promise<readonly string[]> {
  const { container } = request;
  const restarts = pod.status?.containerStatuses?.find(({ name }) => name === container)?.restartCount ?? 0;
  const before = restarts === 0 ? '' : await read(client, pod, { ...request, previous: true });
  const text = `${before}${await read(client, pod, { ...request, previous: false })}`;
  const prefix = `${pod.metadata.name}/${container}: `;
  return text.split('\n').flatMap((line) => (line === '' ? [] : [`${prefix}${line}\n`]));
}

/** A log that cannot be read counts as empty: containers that never started have none. */
async function read(
  client: KubeClient,
  { metadata: { namespace, name } }: Pod,
  { container, previous, signal }: ContainerRequest & { readonly previous: boolean },
): Promise<string> {
  const query = new URLSearchParams({
    container,
    tailLines: String(LAST_LINES),
    ...(previous && { previous: 'true' }),
  });
  const path = resourcePath(core.v1.pods, { namespace, name, subresource: 'log' });
  const headers = { accept: 'text/plain, */*' };
  const response = await client.handler({ method: 'GET', path, query, headers, ...(signal && { signal }) });
  return response.kind === 'text' && response.status === 200 ? response.text : '';
}

function containers({ spec }: Pod): readonly string[] {
  return [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])].map(({ name }) => name);
}

function createdAt({ metadata }: Pod): string {
  return metadata.creationTimestamp ?? '';
}
