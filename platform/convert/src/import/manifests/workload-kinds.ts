import { ownEntry } from '@kubemin/base';
import type { Part } from '../source/part.ts';
import type { Manifest } from './manifest.ts';

/** Where each kind of workload has its pod. */
const TEMPLATES: Readonly<Record<string, (part: Part) => Part>> = {
  Deployment: (part) => part.at('spec', 'template'),
  ReplicaSet: (part) => part.at('spec', 'template'),
  StatefulSet: (part) => part.at('spec', 'template'),
  DaemonSet: (part) => part.at('spec', 'template'),
  Job: (part) => part.at('spec', 'template'),
  CronJob: (part) => part.at('spec', 'jobTemplate', 'spec', 'template'),
  Pod: (part) => part,
};

/** The kinds that run pods. */
export const WORKLOAD_KINDS = Object.keys(TEMPLATES);

/** The pod a workload runs. */
export function findPodTemplate({ kind, part }: Manifest): Part {
  return ownEntry(TEMPLATES, kind)?.(part) ?? part.at('spec', 'template');
}
