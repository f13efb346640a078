import type { ClusterEvent, ListedRevision, Task } from '@kubemin/client';

/** Something that happened to an application: in its cluster, or on the platform. */
export type EventRow =
  | { readonly source: 'cluster'; readonly time: string; readonly event: ClusterEvent }
  | { readonly source: 'run'; readonly time: string; readonly run: Task }
  | { readonly source: 'revision'; readonly time: string; readonly revision: ListedRevision };

/** Which of them. */
export interface EventFilter {
  readonly component?: string | undefined;
  readonly source?: 'cluster' | 'platform' | undefined;
  /** Only what happened after this moment, in milliseconds. */
  readonly since?: number | undefined;
}

/** An event that is counted again takes the place of the one before. */
export function clusterEventKey({ object, reason, message }: ClusterEvent): string {
  return `${object.kind} ${object.name} ${reason} ${message}`;
}

/** How many events of a cluster are shown at most. */
const MOST_EVENTS = 1_000;

/** Events of a cluster as they arrive, each once; of more than are shown, only the newest are kept. */
export class ClusterEvents {
  readonly #most: number;
  #byKey = new Map<string, ClusterEvent>();

  constructor(most = MOST_EVENTS) {
    this.#most = most;
  }

  clear(): void {
    this.#byKey.clear();
  }

  add(events: readonly ClusterEvent[]): void {
    for (const event of events) this.#byKey.set(clusterEventKey(event), event);
    // Not with each event: that would sort them all each time.
    if (this.#byKey.size > 2 * this.#most) {
      this.#byKey = new Map(this.newest().map((event) => [clusterEventKey(event), event]));
    }
  }

  newest(): readonly ClusterEvent[] {
    const moments = new Map([...this.#byKey.values()].map((event) => [event, Date.parse(event.time)]));
    const moment = (event: ClusterEvent): number => moments.get(event) ?? 0;
    return [...moments.keys()].sort((one, other) => moment(other) - moment(one)).slice(0, this.#most);
  }

  /** How many are held. */
  get size(): number {
    return this.#byKey.size;
  }
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
