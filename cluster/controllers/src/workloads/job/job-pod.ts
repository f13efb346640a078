import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';
import { podFromTemplate } from '../../pod-owner/index.ts';
import { INDEX } from './completion-index.ts';

/** Holds each pod of a Job back from going until its end is counted. */
export const TRACKING_FINALIZER = 'batch.kubernetes.io/job-tracking';
const FAILURES = 'batch.kubernetes.io/job-index-failure-count';
const IGNORED_FAILURES = 'batch.kubernetes.io/job-index-ignored-failure-count';
const INDEX_ENV = 'JOB_COMPLETION_INDEX';
const LONGEST_HOSTNAME = 57;

/** One more pod for a Job; for an indexed one, which completion it is for. */
export interface NewJobPod {
  readonly index?: number;
  /** How often this index has failed before; only where failures are counted by index. */
  readonly failures?: IndexFailures;
}

/** The failures of one index: those that count, and those its policy lets pass. */
export interface IndexFailures {
  readonly counted: number;
  readonly ignored: number;
}

/** Whether the end of the pod is still to be counted. */
export function isTracked(pod: Pod): boolean {
  return pod.metadata.finalizers?.includes(TRACKING_FINALIZER) ?? false;
}

/** The failures of its index before this pod. */
export function failuresBefore({ metadata }: Pod): IndexFailures {
  const read = (key: string): number => Number.parseInt(metadata.annotations?.[key] ?? '0', 10) || 0;
  return { counted: read(FAILURES), ignored: read(IGNORED_FAILURES) };
}

/** The pod, without a name yet. */
export function jobPod(job: Job, { index, failures }: NewJobPod): Pod {
  const pod = podFromTemplate(job.spec?.template ?? {}, job);
  const finalizers = [...(pod.metadata.finalizers ?? []), TRACKING_FINALIZER];
  if (index === undefined) return { ...pod, metadata: { ...pod.metadata, finalizers } };
  const name = job.metadata.name ?? '';
  const annotations = {
    ...pod.metadata.annotations,
    [INDEX]: String(index),
    ...(failures && { [FAILURES]: String(failures.counted) }),
    ...(failures && failures.ignored > 0 && { [IGNORED_FAILURES]: String(failures.ignored) }),
  };
  const labels = { ...pod.metadata.labels, [INDEX]: String(index) };
  const { containers = [], initContainers, ...spec } = pod.spec ?? { containers: [] };
  return {
    ...pod,
    metadata: { ...pod.metadata, generateName: `${name}-${index}`, finalizers, annotations, labels },
    spec: {
      ...spec,
      hostname: spec.hostname ?? `${name.slice(0, LONGEST_HOSTNAME)}-${index}`,
      containers: containers.map(withIndex),
      ...(initContainers && { initContainers: initContainers.map(withIndex) }),
    },
  };
}

/** The index reaches programs by their environment, read from the pod itself. */
function withIndex(container: Container): Container {
  if (container.env?.some(({ name }) => name === INDEX_ENV)) return container;
  const fieldPath = `metadata.labels['${INDEX}']`;
  const env = [...(container.env ?? []), { name: INDEX_ENV, valueFrom: { fieldRef: { fieldPath } } }];
  return { ...container, env };
}
