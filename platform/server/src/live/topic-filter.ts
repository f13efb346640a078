import type { Topic } from '@kubemin/client';
import type { Caller } from '../api/index.ts';
import type { LiveEntry } from './live-entry.ts';

/** Whether an entry is to be sent to a client that follows some topics. */
export type EntryFilter = (entry: LiveEntry) => boolean;

/** What a caller asked for and may see. Permission is looked at for each entry: applications move between projects. */
export function topicFilter(topics: readonly Topic[], caller: Caller): EntryFilter {
  const ids = (kind: 'run' | 'app'): ReadonlySet<string> =>
    new Set(topics.flatMap((topic) => (topic.kind === kind ? [topic.id] : [])));
  const [runs, applications] = [ids('run'), ids('app')];
  const allRuns = topics.some(({ kind }) => kind === 'runs');
  const allApplications = topics.some(({ kind }) => kind === 'applications');
  const asked = ({ appId, taskId }: LiveEntry): boolean =>
    applications.has(appId) || (taskId === undefined ? allApplications : allRuns || runs.has(taskId));
  const mayRead = ({ project }: LiveEntry): boolean =>
    project === undefined ? caller.permissions.everywhere('read') : caller.may('read', project);
  return (entry) => asked(entry) && mayRead(entry);
}
