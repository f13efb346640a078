import type { KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { ConfigMap, Secret } from '@kubemin/kubeapi/types/core.v1';
import type { ComponentState } from './component-state.ts';
import type { StatusSource } from './status-source.ts';

/** Data runs nowhere: to be in the cluster is all it can do. */
function delivered({ kind }: KubeObject): ComponentState {
  return { status: 'Running', reason: 'Delivered', message: `the ${kind} is in the cluster`, readyReplicas: 0 };
}

/** Settings that are ConfigMaps. */
export const configStatus: StatusSource<ConfigMap> = {
  componentTypes: ['config'],
  resource: core.v1.configmaps,
  state: delivered,
};

/** Secrets. */
export const secretStatus: StatusSource<Secret> = {
  componentTypes: ['secret'],
  resource: core.v1.secrets,
  state: delivered,
};
