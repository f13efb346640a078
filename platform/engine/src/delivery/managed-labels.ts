import type { KubeObject } from '@kubemin/kubeapi';
import { LABEL } from '@kubemin/render';

/** The label by which the platform knows its objects; its value is the application's id. */
export const APP_ID_LABEL = LABEL.appId;

/** Which application an object belongs to; undefined for objects that are not the platform's. */
export function ownerOf(object: Pick<KubeObject, 'metadata'>): string | undefined {
  return object.metadata.labels?.[APP_ID_LABEL];
}
