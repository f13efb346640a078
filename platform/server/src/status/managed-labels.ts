import type { KubeObject } from '@kubemin/kubeapi';
import { LABEL } from '@kubemin/render';

/** Which component an object belongs to; undefined when it is not one of ours. */
export function ownerOf({ metadata }: KubeObject): { readonly appId: string; readonly component: string } | undefined {
  const appId = metadata.labels?.[LABEL.appId];
  const component = metadata.labels?.[LABEL.componentName];
  return appId === undefined || component === undefined ? undefined : { appId, component };
}
