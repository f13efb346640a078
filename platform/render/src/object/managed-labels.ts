import type { KubeObject } from '@kubemin/kubeapi';
import { shortened } from './object-name.ts';

/** Labels, or annotations. */
export type Labels = Readonly<Record<string, string>>;

/** The label keys by which the platform finds what it owns. */
export const LABEL = {
  owner: 'kube-min-cli',
  appId: 'kube-min-cli-appId',
  componentId: 'kube-min-cli-componentId',
  componentName: 'kube-min-cli-componentName',
  shareName: 'kubemin-share-name',
  shareStrategy: 'kubemin-share-strategy',
  /** Only on pods: which of several versions side by side they belong to. */
  track: 'kube-min-cli-track',
} as const;

/** The component an object belongs to. */
export interface Owner {
  readonly appId: string;
  readonly componentName: string;
  /** Left out when the component has not been stored yet, as in a dry run. */
  readonly componentId?: number | undefined;
}

/** Several components may share what they are allowed to do, so these belong to the application as a whole. */
const OF_THE_APPLICATION = ['ServiceAccount', 'Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding'];

/** The labels on every object of a component. */
export function managedLabels({ appId, componentName, componentId }: Owner, kind = ''): Labels {
  return {
    [LABEL.owner]: OF_THE_APPLICATION.includes(kind) ? appId : shortened(`${appId}-${componentName}`),
    [LABEL.appId]: appId,
    ...(componentId === undefined ? {} : { [LABEL.componentId]: String(componentId) }),
    [LABEL.componentName]: componentName,
  };
}

/** The labels that select a component's pods. Selectors cannot change later, so only what never changes is in them. */
export function selectorLabels({ appId, componentName }: Owner): Labels {
  return { [LABEL.appId]: appId, [LABEL.componentName]: componentName };
}

/** Which application an object belongs to; undefined for objects that are not the platform's. */
export function objectAppId({ metadata }: Pick<KubeObject, 'metadata'>): string | undefined {
  return metadata.labels?.[LABEL.appId];
}

/** Which component of which application an object belongs to; undefined when its labels do not have it. */
export function objectOwner(object: Pick<KubeObject, 'metadata'>): Pick<Owner, 'appId' | 'componentName'> | undefined {
  const appId = objectAppId(object);
  const componentName = object.metadata.labels?.[LABEL.componentName];
  return appId === undefined || componentName === undefined ? undefined : { appId, componentName };
}
