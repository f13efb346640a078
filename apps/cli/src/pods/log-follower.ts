import { type Clock, silentLogger, toError } from '@kubemin/base';
import { createInformer, type KubeClient, objectKey } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { type CommandContext, waitForAbort } from '../terminal/index.ts';
import { type ContainerName, type LogPart, readLog, SeenLines, type TimedLine } from './container-log.ts';
import { hasStarted } from './pod-containers.ts';
import type { PodSelection } from './pod-selection.ts';

/** A cluster gives so many logs at once to one who follows them all. */
const MOST_LOGS = 50;
const RETRY_MS = 1000;

/** What is followed, and what is done with it. */
export interface FollowOptions {
  readonly client: KubeClient;
  readonly selection: PodSelection;
  readonly part: LogPart;
  containers(pod: Pod): readonly string[];
  onLine(name: ContainerName, line: TimedLine): void;
  /** Called for a container whose log is not followed because of the limit. */
  onLeftOut(name: ContainerName): void;
}

/** Follows the logs of pods, of those that come later as well, until it is interrupted or the one pod is gone. */
export async function followLogs(
  context: Pick<CommandContext, 'clock' | 'random' | 'interrupted'>,
  options: FollowOptions,
): Promise<void> {
  const { clock, random, interrupted } = context;
  const { client, selection } = options;
  const over = new AbortController();
  const signal = AbortSignal.any([interrupted, over.signal]);
  const open = new Map<string, Promise<void>>();
  const informer = createInformer({
    client: client.resource(core.v1.pods, selection.namespace),
    clock,
    random,
    logger: silentLogger,
    ...(selection.kind === 'pod'
      ? { fieldSelector: `metadata.name=${selection.name}` }
      : { labelSelector: selection.labelSelector }),
  });
  const follow = (pod: Pod): void => {
    for (const container of options.containers(pod)) {
      const key = `${pod.metadata.uid}/${container}`;
      if (open.has(key) || !hasStarted(pod, container)) continue;
      const name = { namespace: selection.namespace, pod: pod.metadata.name ?? '', container };
      if (open.size >= MOST_LOGS) options.onLeftOut(name);
      const current = (): Pod | undefined => informer.get(objectKey(pod));
      const running =
        open.size >= MOST_LOGS ? Promise.resolve() : followOne({ ...options, name, current, clock, signal });
      open.set(key, running);
    }
  };
  informer.onChange(({ type, object }) => {
    if (type === 'deleted' && selection.kind === 'pod') over.abort();
    if (type !== 'deleted') follow(object);
    else for (const key of open.keys()) if (key.startsWith(`${object.metadata.uid}/`)) open.delete(key);
  });
  informer.start(signal);
  await informer.synced.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  await waitForAbort(signal);
  await Promise.allSettled(open.values());
}

interface OneLog extends FollowOptions {
  readonly name: ContainerName;
  /** The pod as it is now. */
  current(): Pod | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Reads one log through breaks of the connection and restarts of the container, each line once. */
async function followOne({ client, name, part, current, onLine, clock, signal }: OneLog): Promise<void> {
  const seen = new SeenLines();
  while (!signal.aborted && current() !== undefined) {
    const from = seen.since === undefined ? part : { follow: true, sinceTime: seen.since };
    seen.reopened();
    try {
      for await (const line of readLog(client, name, { ...from, follow: true }, signal)) {
        if (seen.isNew(line)) onLine(name, line);
      }
    } catch (error) {
      if (signal.aborted || isGone(error)) return;
    }
    await clock.sleep(RETRY_MS, signal);
  }
}

function isGone(error: unknown): boolean {
  return isStatusError(toError(error), 'NotFound') || isStatusError(toError(error), 'Forbidden');
}
