import { type Random, randomString } from '@kubemin/base';
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

const SUFFIX_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const MAX_NAME = 63;

/**
 * `base-xxxxx`, as the API server would generate it. Made by the client where it has to know the name before it sends
 * the request: only then can it recognise the object when the watch event arrives before the response.
 */
export function generatedName(base: string, random: Random): string {
  const prefix = base.slice(0, MAX_NAME - SUFFIX_LENGTH - 1);
  return `${prefix}-${randomString(random, SUFFIX_LENGTH, SUFFIX_ALPHABET)}`;
}
