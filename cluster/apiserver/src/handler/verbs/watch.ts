import { type ApiWatchResponse, expired, formatApiVersion, type KubeObject, type WatchEvent } from '@kubemin/kubeapi';
import {
  createResourceReader,
  parseSelection,
  type ResourceCall,
  type Selection,
  type ServedResource,
  type ServerParts,
} from '../../registry/index.ts';
import { type CacheEvent, toWatchEvent, Watcher } from '../../storage/index.ts';
import { ConvertedFeed } from './converted-feed.ts';
import { awaitFreshness } from './resource-version.ts';
import { type WatchOptions, watchOptions } from './watch-options.ts';

const QUEUE_LIMIT = 10_000;
const BOOKMARK_INTERVAL_MS = 60_000;
/** The last bookmark comes this long before the end, so that the client resumes from near the present. */
const LAST_BOOKMARK_MS = 2000;
const MIN_LIFETIME_MS = 30 * 60_000;

/** GET with `watch`: events from a version on, or the current state first. */
export async function watchObjects(server: ServerParts, call: ResourceCall): Promise<ApiWatchResponse> {
  const options = watchOptions(call.request.query);
  const named = call.name === undefined ? call.request.query : withName(call.request.query, call.name);
  const selection = parseSelection(call.resource, named);
  await awaitFreshness(server, options.notOlderThan);
  return { kind: 'watch', status: 200, headers: {}, events: openWatch(server, call, { options, selection }) };
}

interface WatchPlan {
  readonly options: WatchOptions;
  readonly selection: Selection;
}

/** From here on nothing waits: the state that is sent first and the events after it leave no gap. */
function openWatch(server: ServerParts, call: ResourceCall, plan: WatchPlan): Watcher {
  const { options, selection } = plan;
  const { start } = server.cache.collection(call.resource.collection).history;
  const tooOld = options.after !== undefined && options.after < start;
  const isConverted = call.resource.conversion?.remote !== undefined;
  const initial = tooOld
    ? [expiredEvent(options.after ?? 0, start)]
    : isConverted
      ? []
      : initialEvents(server, call, plan);
  const { info } = call.resource;
  const sentEvents = server.watchMetrics.eventCounter(info);
  const watcher = new Watcher({ matches: selection.matches, initial, queueLimit: QUEUE_LIMIT, sentEvents });
  if (tooOld) {
    watcher.finish();
    return watcher;
  }
  const events = isConverted
    ? followConverted(server, call, { plan, watcher })
    : follow(server, call, { plan, watcher });
  server.watches.add(watcher, info);
  limitLifetime(server, call.resource, { watcher, events, options });
  whenAborted(call.request.signal, watcher, () => watcher.close());
  whenAborted(call.resource.retired, watcher, () => watcher.finish());
  return watcher;
}

interface OpenedWatch {
  readonly plan: WatchPlan;
  readonly watcher: Watcher;
}

/** Where bookmarks are added to a watch, behind what came before them. */
type EventQueue = Pick<Watcher, 'push'>;

function follow(server: ServerParts, call: ResourceCall, { plan, watcher }: OpenedWatch): EventQueue {
  const collection = createResourceReader(server.cache, call.resource);
  watcher.onEnd(collection.listen(call.namespace, watcher, plan.selection.interest));
  return watcher;
}

/** The same with objects that are converted by another program before they are delivered. */
function followConverted(server: ServerParts, call: ResourceCall, { plan, watcher }: OpenedWatch): EventQueue {
  const { resource, namespace } = call;
  const { options, selection } = plan;
  const stored = server.cache.collection(resource.collection);
  const feed = new ConvertedFeed({ resource, watcher, matches: selection.matches, queueLimit: QUEUE_LIMIT });
  if (options.after !== undefined) {
    for (const event of stored.history.after(options.after)) if (isInNamespace(event, namespace)) feed.onEvent(event);
  } else {
    if (options.initialEvents) feed.addList([...stored.list(namespace)]);
    if (options.markInitialEnd) feed.push(initialEnd(server, resource));
  }
  watcher.onEnd(stored.listen(namespace, feed));
  return feed;
}

function isInNamespace({ object }: CacheEvent, namespace: string | undefined): boolean {
  return namespace === undefined || object.metadata.namespace === namespace;
}

function whenAborted(signal: AbortSignal | undefined, watcher: Watcher, end: () => void): void {
  signal?.addEventListener('abort', end, { once: true });
  watcher.onEnd(() => signal?.removeEventListener('abort', end));
  if (signal?.aborted) end();
}

function initialEvents(
  server: ServerParts,
  call: ResourceCall,
  { options, selection }: WatchPlan,
): readonly WatchEvent[] {
  const collection = createResourceReader(server.cache, call.resource);
  if (options.after !== undefined) {
    return collection.history
      .after(options.after)
      .filter((event) => isInNamespace(event, call.namespace))
      .flatMap((event) => toWatchEvent(event, selection.matches) ?? []);
  }
  const events: WatchEvent[] = [];
  if (options.initialEvents) {
    for (const object of collection.list(call.namespace)) {
      if (selection.matches(object)) events.push({ type: 'ADDED', object });
    }
  }
  if (options.markInitialEnd) events.push(initialEnd(server, call.resource));
  return events;
}

interface LimitedWatch {
  readonly watcher: Watcher;
  readonly events: EventQueue;
  readonly options: WatchOptions;
}

function limitLifetime(server: ServerParts, resource: ServedResource, watch: LimitedWatch): void {
  const { watcher, events, options } = watch;
  const { clock, random } = server;
  const lifetime = options.timeoutMs ?? MIN_LIFETIME_MS * (1 + random.next());
  watcher.onEnd(clock.after(lifetime, () => watcher.finish()));
  if (!options.bookmarks) return;
  const mark = (): void => events.push(bookmark(server, resource));
  if (lifetime > LAST_BOOKMARK_MS) watcher.onEnd(clock.after(lifetime - LAST_BOOKMARK_MS, mark));
  let cancel = (): void => undefined;
  const repeat = (): void => {
    cancel = clock.after(BOOKMARK_INTERVAL_MS, () => {
      mark();
      repeat();
    });
  };
  repeat();
  watcher.onEnd(() => cancel());
}

function initialEnd(server: ServerParts, resource: ServedResource): WatchEvent {
  return bookmark(server, resource, { 'k8s.io/initial-events-end': 'true' });
}

/** Queued behind all events up to the cache's revision, so it never runs ahead of what the client has seen. */
function bookmark(
  server: ServerParts,
  { info }: ServedResource,
  annotations?: Readonly<Record<string, string>>,
): WatchEvent {
  const metadata = { resourceVersion: String(server.cache.revision), ...(annotations && { annotations }) };
  return { type: 'BOOKMARK', object: { kind: info.kind, apiVersion: formatApiVersion(info), metadata } };
}

function expiredEvent(asked: number, oldest: number): WatchEvent {
  const object: KubeObject = expired(`too old resource version: ${asked} (${oldest})`).status;
  return { type: 'ERROR', object };
}

function withName(query: URLSearchParams, name: string): URLSearchParams {
  const named = new URLSearchParams(query);
  const given = query.get('fieldSelector');
  named.set(
    'fieldSelector',
    given === null || given === '' ? `metadata.name=${name}` : `${given},metadata.name=${name}`,
  );
  return named;
}
