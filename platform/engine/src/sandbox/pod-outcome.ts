import type { ContainerStateTerminated, Pod } from '@kubemin/kubeapi/types/core.v1';
import { podTroubles } from '../readiness/pod-trouble.ts';
import { MAIN_CONTAINER } from './sandbox-pod.ts';

/**
 * What a job's pod has come to, in words. `lost`: the cluster took it away before its program had ended, so that another
 * pod may fare better. `unschedulable`: it waits for a node that has room.
 */
export type PodOutcome =
  | { readonly state: 'waiting'; readonly message: string }
  | { readonly state: 'unschedulable'; readonly message: string }
  | { readonly state: 'succeeded'; readonly terminationMessage: string }
  | { readonly state: 'failed' | 'lost'; readonly message: string };

/** Reasons by which a cluster says that it ended a pod for its own sake. */
const TAKEN_AWAY: ReadonlySet<string> = new Set([
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
    if (reason === 'DeadlineExceeded') return { state: 'failed', message: 'the cluster ended it at its deadline' };
    const words = message === undefined ? reason : `${reason}: ${message}`;
    if (TAKEN_AWAY.has(reason)) return { state: 'lost', message: `the cluster took it away (${words})` };
    return {
      state: 'failed',
      message: ended === undefined ? `it failed (${words || 'no reason is given'})` : endWords(pod, ended),
    };
  }
  const [trouble] = podTroubles([pod]);
  if (trouble?.fatal === true) return { state: 'failed', message: trouble.message };
  if (trouble?.trouble === 'Unschedulable') return { state: 'unschedulable', message: trouble.message };
  const doing = phase === 'Running' ? 'running' : 'starting';
  return {
    state: 'waiting',
    message: trouble === undefined ? `pod ${pod.metadata.name} is ${doing}` : trouble.message,
  };
}

function mainEnd(pod: Pod): ContainerStateTerminated | undefined {
  return pod.status?.containerStatuses?.find(({ name }) => name === MAIN_CONTAINER)?.state?.terminated;
}

function endWords(pod: Pod, { reason, exitCode, signal, message = '' }: ContainerStateTerminated): string {
  if (reason === 'OOMKilled') {
    const main = pod.spec?.containers.find(({ name }) => name === MAIN_CONTAINER);
    const limit = main?.resources?.limits?.memory;
    const bound = limit === undefined ? '' : ` of ${limit}`;
    return `it used more memory than its limit${bound} (OOMKilled); give it more by resources.memory`;
  }
  const how = signal ? `was ended by signal ${signal}` : `ended with exit code ${exitCode}`;
  const last = lastLine(message);
  return `its program ${how}${last === '' ? '' : `: ${last}`}`;
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.trim().slice(0, 500) ?? '';
}
