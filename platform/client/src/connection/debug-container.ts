import { type Clock, systemClock, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { DebugContainer } from '../contract/index.ts';
import { debugMessages } from '../messages/index.ts';
import type { PlatformClient } from './platform-client.ts';

export interface DebugContainerPlace extends Pick<DebugContainer, 'pod' | 'container'> {
  readonly appId: string;
}

export interface DebugContainerWait {
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /** Pulling an image takes its time. @default 2 min */
  readonly timeoutMs?: number;
}

const POLL_MS = 500;
const FAILED_START = /^(?:ErrImage|Image|CreateContainer|RunContainer|InvalidImage)/;

/**
 * Resolves when a container for debugging runs. Rejects with what Kubernetes states about one that does not start, and when the pod is
 * gone, the time is over or the signal aborts.
 */
export async function awaitDebugContainer(
  client: Pick<PlatformClient, 'applicationPods'>,
  { appId, pod, container }: DebugContainerPlace,
  { clock = systemClock, signal, timeoutMs = 120_000 }: DebugContainerWait = {},
): Promise<void> {
  const end = clock.monotonic() + timeoutMs;
  for (;;) {
    const { pods } = await client.applicationPods(appId, {}, signal && { signal });
    const found = pods.find(({ name }) => name === pod);
    if (found === undefined || found.status === 'Terminating') {
      throw new TerminalError(debugMessages.podGone({ pod }), { code: 'POD_NOT_FOUND' });
    }
    const { state, reason = '', message = reason } = found.containers.find(({ name }) => name === container) ?? {};
    if (state === 'running') return;
    const why = verbatim(message || 'ContainerCreating');
    if (state === 'terminated' || FAILED_START.test(reason)) {
      throw new TerminalError(debugMessages.notStarted({ pod, container, why }), { code: 'CONTAINER_NOT_RUNNING' });
    }
    if (clock.monotonic() >= end) {
      const seconds = timeoutMs / 1_000;
      throw new TerminalError(debugMessages.tooLate({ pod, container, seconds, why }), { code: 'DEBUG_TIMED_OUT' });
    }
    await clock.sleep(POLL_MS, signal);
    signal?.throwIfAborted();
  }
}
