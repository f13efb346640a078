import type { Clock, Random } from '@kubemin/base';
import { type FollowedLogs, type LogFilter, type LogList, podRoutes } from '@kubemin/client';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { ApiError, bindJson, bindStream, type Caller, type EventBursts } from '../../api/index.ts';
import { podMessages } from '../../messages/index.ts';
import { type ApplicationPods, type PodPlace, podName } from '../application-pods.ts';
import { containerNames, defaultContainer } from '../pod-view.ts';
import type { StreamLimit } from '../stream-limit.ts';
import { readLogs } from './log-reader.ts';
import { streamLogs } from './log-stream.ts';
import { StreamMarks } from './stream-marks.ts';

export interface LogServiceOptions {
  readonly pods: ApplicationPods;
  readonly followers: StreamLimit;
  readonly clock: Clock;
  readonly random: Random;
}

/** Who follows, from where, and until when. */
interface Follower {
  readonly caller: Caller;
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
}

type Selection = Pick<LogFilter, 'component' | 'pod' | 'container' | 'allContainers'>;

/** The logs of an application's containers, as they write them. */
export class LogService {
  readonly #options: LogServiceOptions;

  constructor(options: LogServiceOptions) {
    this.#options = options;
  }

  async read(appId: string, filter: LogFilter): Promise<LogList> {
    const { clock } = this.#options;
    const { place, pods } = await this.#select(appId, filter);
    const wanted = pods.flatMap((pod) => wantedContainers(pod, filter).map((container) => ({ pod, container })));
    return readLogs({ place, wanted, filter, clock });
  }

  /** Throws before the stream begins; from then on it goes on until the client leaves. */
  async follow(appId: string, filter: FollowedLogs, follower: Follower): Promise<EventBursts> {
    const { clock, random, followers } = this.#options;
    const { caller, lastEventId, signal } = follower;
    const marks = lastEventId ? StreamMarks.parse(lastEventId) : undefined;
    const { place } = await this.#select(appId, filter);
    followers.take(caller, signal);
    const containers = (pod: Pod): readonly string[] => wantedContainers(pod, filter);
    return streamLogs({ place, filter, marks, containers, clock, random, signal });
  }

  /** Refuses a pod that is not the application's, and a container that none of the pods has. */
  async #select(appId: string, selection: Selection): Promise<{ place: PodPlace; pods: readonly Pod[] }> {
    const { pods } = this.#options;
    const { component, pod, container } = selection;
    const place = await pods.place(appId, component);
    const found = pod === undefined ? await pods.list(place, component) : [await pods.get(place, pod)];
    const known = new Set(found.flatMap(containerNames));
    if (container !== undefined && known.size > 0 && !known.has(container)) {
      const named = pod ?? found.map(podName).join(', ');
      throw new ApiError(
        'CONTAINER_NOT_FOUND',
        podMessages.containerNotFound({ pod: named, container, known: [...known] }),
      );
    }
    return { place, pods: found };
  }
}

function wantedContainers(pod: Pod, { container, allContainers }: Selection): readonly string[] {
  const all = containerNames(pod);
  if (allContainers) return all;
  const name = container ?? defaultContainer(pod);
  return name !== undefined && all.includes(name) ? [name] : [];
}

/** Which method of the service handles which route about logs. */
export function logHandlers(service: LogService) {
  const { applicationLogs, followLogs } = podRoutes;
  return {
    applicationLogs: bindJson(applicationLogs, ({ params, query }) => service.read(params.appId, query)),
    followLogs: bindStream(followLogs, ({ params, query, ...follower }) =>
      service.follow(params.appId, query, follower),
    ),
  };
}
