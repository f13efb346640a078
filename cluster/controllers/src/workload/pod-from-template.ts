import { controllerReference } from '@kubemin/controller';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Pod, PodTemplateSpec } from '@kubemin/kubeapi/types/core.v1';

/** A pod as the template describes it, controlled by `owner`; without a name, the base of one that is still to be made. */
export function podFromTemplate(template: PodTemplateSpec, owner: KubeObject, name?: string): Pod {
  const { labels, annotations, finalizers } = template.metadata ?? {};
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...(name === undefined ? { generateName: owner.metadata.name ?? '' } : { name }),
      namespace: owner.metadata.namespace ?? 'default',
      ...(labels && { labels }),
      ...(annotations && { annotations }),
      ...(finalizers && { finalizers }),
      ownerReferences: [controllerReference(owner)],
    },
    spec: template.spec ?? { containers: [] },
  };
}
