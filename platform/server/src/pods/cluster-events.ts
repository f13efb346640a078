import type { Clock } from '@kubemin/base';
import { type ClusterEvent, type ClusterEventFilter, type ClusterEventMessage, podRoutes } from '@kubemin/client';
import type { ResourceClient } from '@kubemin/kube';
import { isStatusError, type KubeObject, type ResourceType } from '@kubemin/kubeapi';
import { apps, autoscaling, batch, core, networking } from '@kubemin/kubeapi/resources';
import type { Event } from '@kubemin/kubeapi/types/core.v1';
import { objectOwner } from '@kubemin/render';
import type { EventBursts, StreamEvent } from '../api/index.ts';
import { eventTime } from '../clusters/index.ts';
import { type ApplicationPods, type NeededRight, type PodPlace, podSelector } from './application-pods.ts';

/** The kinds of which applications have objects that Kubernetes records events about. */
const KINDS: readonly ResourceType<KubeObject>[] = [
  core.v1.pods,
  core.v1.persistentvolumeclaims,
  apps.v1.deployments,
  apps.v1.replicasets,
  apps.v1.statefulsets,
  apps.v1.daemonsets,
  batch.v1.jobs,
  batch.v1.cronjobs,
  networking.v1.ingresses,
  autoscaling.v2.horizontalpodautoscalers,
];

const LIST_EVENTS: NeededRight = { verb: 'list', resource: 'events', setting: 'access.create' };
const RETRY_MS = 2_000;

/** The components of an application's objects, by kind and name. */
type OwnedObjects = ReadonlyMap<string, string | undefined>;

/** What Kubernetes has recorded about the objects of an application; those that are gone are known by their names. */
export async function listClusterEvents(
  pods: ApplicationPods,
  place: PodPlace,
  filter: ClusterEventFilter,
): Promise<readonly ClusterEvent[]> {
  const [owned, { items }] = await pods.ask(place, LIST_EVENTS, (signal) =>
    Promise.all([listOwnedObjects(place, signal), eventClient(place).list({ signal })]),
  );
  return selectEvents(items, { owned, place, filter });
}

function eventClient({ client, namespace }: PodPlace): ResourceClient<Event> {
  return client.resource(core.v1.events, namespace);
}

async function listOwnedObjects(place: PodPlace, signal: AbortSignal): Promise<OwnedObjects> {
  const lists = await Promise.all(
    KINDS.map(async (type) => {
      const objects = place.client.resource(type, place.namespace);
      const { items } = await objects.list({ signal, labelSelector: podSelector(place) });
      return items.map((object): [string, string | undefined] => [
        `${type.kind}/${object.metadata.name}`,
        objectOwner(object)?.componentName,
      ]);
    }),
  );
  return new Map(lists.flat());
}

interface Selection {
  readonly owned: OwnedObjects;
  readonly place: Pick<PodPlace, 'id'>;
  readonly filter: ClusterEventFilter;
}

function selectEvents(events: readonly Event[], { owned, place, filter }: Selection): readonly ClusterEvent[] {
  return events
    .filter((event) => isOwned(event, owned, place))
    .map((event) => eventView(event, owned))
    .filter(({ component, type, time }) => {
      if (filter.component !== undefined && component !== filter.component) return false;
      if (filter.type !== undefined && type !== filter.type) return false;
      return filter.since === undefined || Date.parse(time) >= Date.parse(filter.since);
    })
    .toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time));
}

function isOwned({ involvedObject: { name = '', kind } }: Event, owned: OwnedObjects, { id }: Pick<PodPlace, 'id'>) {
  return owned.has(`${kind}/${name}`) || name.split('-').includes(id) || name.includes(`-${id}-`);
}

function eventView(event: Event, owned: OwnedObjects): ClusterEvent {
  const { involvedObject, type = 'Normal', reason = '', message = '', count = 1 } = event;
  const { kind = '', name = '' } = involvedObject;
  const component = owned.get(`${kind}/${name}`);
  return {
    time: eventTime(event),
    object: { kind, name },
    ...(component !== undefined && { component }),
    ...{ type, reason, message, count: Math.max(1, count) },
  };
}

export interface ClusterEventFollowing {
  readonly pods: ApplicationPods;
  readonly place: PodPlace;
  readonly filter: ClusterEventFilter;
  /** The version after the last message that the client has seen. */
  readonly after: string | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Events as they are recorded, until the signal aborts. The id of a message is the resource version to go on from; a
 * version that the cluster no longer knows gives a `reset`, and then all events that it has. The first requests are
 * sent before this returns, so that their errors are responses.
 */
export async function followClusterEvents(following: ClusterEventFollowing): Promise<EventBursts> {
  const { pods, place, after } = following;
  const owned = await pods.ask(place, LIST_EVENTS, (signal) => listOwnedObjects(place, signal));
  const start = after === undefined ? await pods.ask(place, LIST_EVENTS, (signal) => snapshot(place, signal)) : after;
  return new EventFollower(following, owned).bursts(start);
}

interface Snapshot {
  readonly events: readonly Event[];
  readonly version: string;
}

async function snapshot(place: PodPlace, signal: AbortSignal): Promise<Snapshot> {
  const { items, metadata } = await eventClient(place).list({ signal });
  return { events: items, version: metadata.resourceVersion ?? '' };
}

class EventFollower {
  readonly #following: ClusterEventFollowing;
  /** Objects of others, which need not be looked up again. */
  readonly #foreign = new Set<string>();
  #owned: OwnedObjects;

  constructor(following: ClusterEventFollowing, owned: OwnedObjects) {
    this.#following = following;
    this.#owned = owned;
  }

  async *bursts(start: Snapshot | string): EventBursts {
    const { clock, signal } = this.#following;
    let next: Snapshot | string | undefined = start;
    while (!signal.aborted) {
      try {
        if (next === undefined) {
          const found: Snapshot = await snapshot(this.#following.place, signal);
          yield [encode({ kind: 'reset' }, found.version)];
          next = found;
        }
        if (typeof next !== 'string') {
          yield await this.#message(next.events, next.version);
          next = next.version;
        }
        for await (const { events, version } of this.#watch(next)) {
          const burst = await this.#message(events, version);
          next = version;
          if (burst.length > 0) yield burst;
        }
      } catch (error) {
        if (isExpired(error)) next = undefined;
      }
      await clock.sleep(RETRY_MS, signal);
    }
  }

  async *#watch(version: string): AsyncGenerator<Snapshot> {
    const { place, signal } = this.#following;
    const batches = await eventClient(place).watch({ resourceVersion: version, allowBookmarks: true, signal });
    let last = version;
    for await (const batch of batches) {
      const events: Event[] = [];
      for (const event of batch) {
        if (event.type === 'ERROR') throw new WatchExpired();
        last = event.object.metadata.resourceVersion ?? last;
        if (event.type === 'ADDED' || event.type === 'MODIFIED') events.push(event.object);
      }
      yield { events, version: last };
    }
  }

  async #message(events: readonly Event[], version: string): Promise<readonly StreamEvent[]> {
    const { place, filter, signal } = this.#following;
    const unknown = events.map(objectName).filter((name) => !this.#owned.has(name) && !this.#foreign.has(name));
    if (unknown.length > 0) {
      this.#owned = await listOwnedObjects(place, signal);
      for (const name of unknown) if (!this.#owned.has(name)) this.#foreign.add(name);
    }
    const selected = selectEvents(events, { owned: this.#owned, place, filter });
    return selected.length === 0 ? [] : [encode({ kind: 'events', events: selected }, version)];
  }
}

/** The cluster has ended a watch with an error; whatever it is, a list makes good for it. */
class WatchExpired extends Error {}

function isExpired(error: unknown): boolean {
  return error instanceof WatchExpired || isStatusError(error, 'Expired') || isStatusError(error, 'Gone');
}

function objectName({ involvedObject: { kind, name } }: Event): string {
  return `${kind}/${name}`;
}

function encode(message: ClusterEventMessage, id: string): StreamEvent {
  const data = JSON.stringify(podRoutes.followClusterEvents.response.schema.parse(message));
  return { id, event: message.kind, data };
}
