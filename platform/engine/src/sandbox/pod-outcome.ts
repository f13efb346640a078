import type { Message } from '@kubemin/base/message';
import type { ContainerStateTerminated, Pod } from '@kubemin/kubeapi/types/core.v1';
import { podTroubles } from '../delivery/index.ts';
import { sandboxMessages } from '../messages/index.ts';
import { MAIN_CONTAINER } from './sandbox-pod.ts';

/**
 * The state of a job's pod. `lost`: the cluster removed it before its program had ended, so that another pod may
 * succeed. `unschedulable`: it waits for a node that has room.
 */
export type PodOutcome =
  | { readonly state: 'waiting'; readonly message: Message }
  | { readonly state: 'unschedulable'; readonly message: Message }
  | { readonly state: 'succeeded'; readonly terminationMessage: string }
  | { readonly state: 'failed' | 'lost'; readonly message: Message };

/** Reasons with which a cluster removes pods, whatever their programs do. */
const REMOVED: ReadonlySet<string> = new Set([
  'Evicted',
  'NodeLost',
  'NodeShutdown',
  'NodeAffinity',
  'Preempting',
  'Shutdown',
  'Terminated',
  'UnexpectedAdmissionError',
]);

/** Judges a pod that runs to its end once. Pure. */
export function podOutcome(pod: Pod): PodOutcome {
  const { phase, reason = '', message } = pod.status ?? {};
  const ended = mainEnd(pod);
  if (phase === 'Succeeded') return { state: 'succeeded', terminationMessage: ended?.message ?? '' };
  if (phase === 'Failed') {
    if (reason === 'DeadlineExceeded') return { state: 'failed', message: sandboxMessages.deadline };
    const detail = message === undefined ? reason : `${reason}: ${message}`;
    if (REMOVED.has(reason)) return { state: 'lost', message: sandboxMessages.evicted({ reason: detail }) };
    if (ended !== undefined) return { state: 'failed', message: endMessage(pod, ended) };
    const failed = detail === '' ? sandboxMessages.failedWithoutReason : sandboxMessages.failed({ reason: detail });
    return { state: 'failed', message: failed };
  }
  const [trouble] = podTroubles([pod]);
  if (trouble?.fatal === true) return { state: 'failed', message: trouble.message };
  if (trouble?.trouble === 'Unschedulable') return { state: 'unschedulable', message: trouble.message };
  const doing = phase === 'Running' ? sandboxMessages.podRunning : sandboxMessages.podStarting;
  return { state: 'waiting', message: trouble?.message ?? doing({ pod: pod.metadata.name ?? '' }) };
}

function mainEnd(pod: Pod): ContainerStateTerminated | undefined {
  return pod.status?.containerStatuses?.find(({ name }) => name === MAIN_CONTAINER)?.state?.terminated;
}

function endMessage(pod: Pod, { reason, exitCode, signal, message = '' }: ContainerStateTerminated): Message {
  if (reason === 'OOMKilled') {
    const main = pod.spec?.containers.find(({ name }) => name === MAIN_CONTAINER);
    const limit = main?.resources?.limits?.memory;
    return limit === undefined ? sandboxMessages.outOfMemory : sandboxMessages.outOfMemoryLimit({ limit });
  }
  const line = lastLine(message);
  const last = line === '' ? undefined : sandboxMessages.lastLine({ line });
  return signal ? sandboxMessages.signal({ signal, last }) : sandboxMessages.exitCode({ code: exitCode, last });
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.trim().slice(0, 500) ?? '';
}
