import type { ClusterEvent, ListedRevision, Task } from '@kubemin/client';

/** Something that happened to an application: in its cluster, or on the platform. */
export type EventRow =
  | { readonly source: 'cluster'; readonly time: string; readonly event: ClusterEvent }
  | { readonly source: 'run'; readonly time: string; readonly run: Task }
  | { readonly source: 'revision'; readonly time: string; readonly revision: ListedRevision };

/** Which of them. */
export interface EventFilter {
  readonly component?: string | undefined;
  /** Only warnings of the cluster and runs that did not complete. */
  readonly isWarning?: boolean | undefined;
  readonly source?: 'cluster' | 'platform' | undefined;
  /** Only what happened after this moment, in milliseconds. */
  readonly since?: number | undefined;
}

/** An event that is counted again takes the place of the one before. */
export function clusterEventKey({ object, reason, message }: ClusterEvent): string {
  return `${object.kind} ${object.name} ${reason} ${message}`;
}

export function eventRowKey(row: EventRow): string {
  if (row.source === 'cluster') return `cluster ${clusterEventKey(row.event)}`;
  return row.source === 'run' ? `run ${row.run.id}` : `revision ${row.revision.revision}`;
}

/** Events of both sources in one list, the newest first. A run counts at the time of its last change. */
export function mergeEvents(
  events: readonly ClusterEvent[],
  runs: readonly Task[],
  revisions: readonly ListedRevision[],
): readonly EventRow[] {
  const rows: readonly EventRow[] = [
    ...events.map((event) => ({ source: 'cluster' as const, time: event.time, event })),
    ...runs.map((run) => ({ source: 'run' as const, time: run.endedAt ?? run.startedAt ?? run.createdAt, run })),
    ...revisions.map((revision) => ({ source: 'revision' as const, time: revision.createdAt, revision })),
  ];
  return rows.toSorted((one, other) => Date.parse(other.time) - Date.parse(one.time));
}

const FAILURES: readonly Task['status'][] = ['failed', 'timeout', 'rejected'];

export function isWarning(row: EventRow): boolean {
  if (row.source === 'cluster') return row.event.type === 'Warning';
  return row.source === 'run' && FAILURES.includes(row.run.status);
}

export function filterEvents(rows: readonly EventRow[], filter: EventFilter): readonly EventRow[] {
  const { component, source, since } = filter;
  return rows.filter((row) => {
    // Runs and revisions are of the whole application.
    if (component !== undefined && (row.source !== 'cluster' || row.event.component !== component)) return false;
    if (source !== undefined && (row.source === 'cluster') !== (source === 'cluster')) return false;
    if (filter.isWarning === true && !isWarning(row)) return false;
    return since === undefined || Date.parse(row.time) >= since;
  });
}

/** Where the page of an object is, by its kind. */
const RESOURCES: Readonly<Record<string, string>> = {
  Pod: 'pods',
  Service: 'services',
  ConfigMap: 'configmaps',
  Secret: 'secrets',
  PersistentVolumeClaim: 'persistentvolumeclaims',
  Deployment: 'deployments.apps',
  ReplicaSet: 'replicasets.apps',
  StatefulSet: 'statefulsets.apps',
  DaemonSet: 'daemonsets.apps',
  Job: 'jobs.batch',
  CronJob: 'cronjobs.batch',
  Ingress: 'ingresses.networking.k8s.io',
  HorizontalPodAutoscaler: 'horizontalpodautoscalers.autoscaling',
};

/** The resource of a kind, as pages of objects name it; undefined for kinds that applications do not have. */
export function kindResource(kind: string): string | undefined {
  return Object.hasOwn(RESOURCES, kind) ? RESOURCES[kind] : undefined;
}
