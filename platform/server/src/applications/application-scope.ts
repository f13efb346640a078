import { type AnyDocument, DEFAULT_CLUSTER } from '@kubemin/model';

/** What makes an application that application, beside its id. */
export type ApplicationKey = Pick<AnyDocument, 'project' | 'cluster' | 'namespace' | 'name'>;

/** Within which namespaces are told apart. No cluster has a slash in its name. */
export function scopeOf({ cluster = DEFAULT_CLUSTER, project }: Pick<ApplicationKey, 'project' | 'cluster'>): string {
  return `${cluster}/${project}`;
}

/** Where an application is, in words. */
export function placeOf({ cluster, project, namespace }: Omit<ApplicationKey, 'name'>): string {
  return [
    ...(cluster === undefined ? [] : [`cluster ${cluster}`]),
    ...(project === '' ? [] : [`project ${project}`]),
    `namespace ${namespace}`,
  ].join(', ');
}
