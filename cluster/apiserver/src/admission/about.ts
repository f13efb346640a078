import type { ResourceInfo } from '@kubemin/kubeapi';
import type { AdmissionRequest } from './admission.ts';

/** Whether a request is about objects of one of these resources themselves, not about a subresource. */
export function isAbout(
  { resource, subresource }: Pick<AdmissionRequest, 'resource' | 'subresource'>,
  ...resources: readonly Pick<ResourceInfo, 'group' | 'plural'>[]
): boolean {
  if (subresource !== undefined) return false;
  return resources.some(({ group, plural }) => resource.info.group === group && resource.info.plural === plural);
}
