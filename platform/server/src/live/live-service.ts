import { EVERYWHERE, routes, type Topic } from '@kubemin/client';
import { type ApplicationProjects, requirePermission } from '../accounts/index.ts';
import { applicationNotFound, bindStream, type Caller, type EventBursts, runNotFound } from '../api/index.ts';
import { readCursor } from './cursor.ts';
import type { LiveFeed } from './live-feed.ts';
import { topicFilter } from './topic-filter.ts';

/** The topics that a caller follows, and after which event. */
export interface LiveRequest {
  readonly topics: readonly Topic[];
  readonly lastEventId: string | undefined;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

/** Lets clients follow what they name and may see. */
export class LiveService {
  readonly #feed: LiveFeed;
  readonly #projects: ApplicationProjects;

  constructor(feed: LiveFeed, projects: ApplicationProjects) {
    this.#feed = feed;
    this.#projects = projects;
  }

  /** Refuses when something is named that is not there for the caller; otherwise the stream goes on until the signal aborts. */
  async follow({ topics: named, lastEventId, caller, signal }: LiveRequest): Promise<EventBursts> {
    const cursor = readCursor(lastEventId);
    // A client that reconnects was admitted before, and a topic may be gone by now because of an event it has not received.
    if (cursor === undefined) await this.#admit(named, caller);
    const topics = await Promise.all(named.map((topic) => this.#byId(topic)));
    return this.#feed.follow({ cursor, wants: topicFilter(topics, caller), signal });
  }

  async #admit(topics: readonly Topic[], caller: Caller): Promise<void> {
    const named = topics.flatMap((topic) => ('id' in topic ? [topic] : []));
    const applications = await this.#projects.applicationProjects(
      named.flatMap(({ kind, id }) => (kind === 'app' ? [id] : [])),
    );
    for (const { kind, id } of named) {
      const absent = kind === 'app' ? applicationNotFound(id) : runNotFound(id);
      const project = kind === 'app' ? applications.get(id) : await this.#ofTask(id);
      if (project === undefined) throw absent;
      requirePermission(caller, 'read', project, absent);
    }
  }

  /** Events name runs by their ids. */
  async #byId(topic: Topic): Promise<Topic> {
    return topic.kind === 'run' ? { ...topic, id: (await this.#projects.taskId(topic.id)) ?? topic.id } : topic;
  }

  /** What belongs to an unknown project is for callers who may read everywhere. */
  async #ofTask(run: string): Promise<string | undefined> {
    const found = await this.#projects.taskProject((await this.#projects.taskId(run)) ?? run);
    return found === undefined ? undefined : (found.project ?? EVERYWHERE);
  }
}

/** The routes that stream events. */
export const liveHandlers = (live: LiveService) => ({
  liveEvents: bindStream(routes.liveEvents, ({ query: { topics }, lastEventId, caller, signal }) =>
    live.follow({ topics, lastEventId, caller, signal }),
  ),
});
