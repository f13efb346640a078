import type { Job } from '@kubemin/client';

/** Kinds of workloads, whose pods have logs. The platform keeps what they have written when their job ends. */
const WORKLOADS: readonly string[] = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job'];

/** Whether the job itself has a log: it runs a program and delivers no object. */
export function hasJobLog({ objectKind, type }: Job): boolean {
  return objectKind === '' && type !== 'approval' && type !== 'pause';
}

/** Whether the pods of what the job delivers have logs. */
export function hasPodLog({ component, objectKind, type }: Job): boolean {
  return component !== '' && WORKLOADS.includes(objectKind) && type !== 'prune';
}
