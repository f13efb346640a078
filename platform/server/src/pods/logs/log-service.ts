import type { Clock, Random } from '@kubemin/base';
import { type FollowedLogs, type LogFilter, type LogList, podRoutes } from '@kubemin/client';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { ApiError, bindJson, bindStream, type Caller, type EventBursts } from '../../api/index.ts';
import { podMessages } from '../../messages/index.ts';
import { type ApplicationPods, type PodPlace, podName } from '../application-pods.ts';
import { readKeptLogs } from '../kept/kept-log-reader.ts';
import type { KeptLogRows } from '../kept/kept-log-rows.ts';
import { containerNames, defaultContainer } from '../pod-view.ts';
import type { StreamLimit } from '../stream-limit.ts';
import { missingLog, readLogs, type WantedLog } from './log-reader.ts';
import { streamExistingLogs, streamLogs } from './log-stream.ts';
import { StreamMarks } from './stream-marks.ts';

export interface LogServiceOptions {
  readonly pods: ApplicationPods;
  /** Logs of pods that are gone. */
  readonly kept: KeptLogRows;
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

  async read(appId: string, filter: LogFilter, signal: AbortSignal): Promise<LogList> {
    const { clock, kept: rows } = this.#options;
    if (filter.gone) {
      const { id } = await this.#options.pods.application(appId, filter.component);
      return readKeptLogs({ rows, appId: id, filter, clock, signal });
    }
    const { place, pods } = await this.#select(appId, filter);
    const wanted = wantedLogs(pods, filter);
    return readLogs({ place, wanted, filter, clock });
  }

  /** Throws before the stream begins; from then on it goes on until the client leaves. */
  async follow(appId: string, filter: FollowedLogs, follower: Follower): Promise<EventBursts> {
    const { clock, random, followers } = this.#options;
    const { caller, lastEventId, signal } = follower;
    const marks = lastEventId ? StreamMarks.parse(lastEventId) : undefined;
    const { place, pods } = await this.#select(appId, filter);
    if (filter.ends) {
      const wanted = existingLogs(pods, filter);
      followers.take(caller, signal);
      return streamExistingLogs({ place, filter, marks, wanted, clock, signal });
    }
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

function wantedLogs(pods: readonly Pod[], selection: Selection): readonly WantedLog[] {
  return pods.flatMap((pod) => wantedContainers(pod, selection).map((container) => ({ pod, container })));
}

/** Those that there are; throws LOG_NOT_FOUND where one alone is wanted and missing. */
function existingLogs(pods: readonly Pod[], filter: FollowedLogs): readonly WantedLog[] {
  const wanted = wantedLogs(pods, filter);
  const missing = wanted.map((log) => missingLog(log, filter.previous));
  const [first] = wanted;
  const [reason] = missing;
  if (first !== undefined && reason !== undefined && wanted.length === 1) {
    const { pod, container } = first;
    throw new ApiError('LOG_NOT_FOUND', podMessages.noLog({ pod: podName(pod), container, reason }));
  }
  return wanted.filter((_log, index) => missing[index] === undefined);
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
    applicationLogs: bindJson(applicationLogs, ({ params, query, signal }) =>
      service.read(params.appId, query, signal),
    ),
    followLogs: bindStream(followLogs, ({ params, query, ...follower }) =>
      service.follow(params.appId, query, follower),
    ),
  };
}
