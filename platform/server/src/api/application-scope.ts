import type { Message } from '@kubemin/base/message';
import { type AnyDocument, DEFAULT_CLUSTER } from '@kubemin/model';
import { applicationMessages } from '../messages/index.ts';

/** What makes an application that application, beside its id. */
export type ApplicationKey = Pick<AnyDocument, 'project' | 'cluster' | 'namespace' | 'name'>;

/** The scope in which names of namespaces are unique. No cluster has a slash in its name. */
export function namespaceScope({
  cluster = DEFAULT_CLUSTER,
  project,
}: Pick<ApplicationKey, 'project' | 'cluster'>): string {
  return `${cluster}/${project}`;
}

/** Where an application is, for messages. */
export function describePlace({ cluster, project, namespace }: Omit<ApplicationKey, 'name'>): readonly Message[] {
  return [
    ...(cluster === undefined ? [] : [applicationMessages.cluster({ cluster })]),
    ...(project === '' ? [] : [applicationMessages.project({ project })]),
    applicationMessages.namespace({ namespace }),
  ];
}
