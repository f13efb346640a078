import { KubeminError } from '@kubemin/base';
import { findControllerReference } from '@kubemin/controller';
import { type Change, type Informer, objectKey } from '@kubemin/kube';
import { type KubeObject, labelSelectorFromObject } from '@kubemin/kubeapi';
import type { LabelSelector } from '@kubemin/kubeapi/types/meta.v1';

/** For a changed object without a controller: the keys of the owners whose selector would adopt it. */
export function orphanOwners<O extends KubeObject, T extends KubeObject>(
  owners: Informer<O>,
  selectorOf: (owner: O) => LabelSelector | undefined,
): (change: Change<T>) => Iterable<string> {
  return (change) => {
    if (change.type === 'deleted' || findControllerReference(change.object) !== undefined) return [];
    const { namespace, labels = {} } = change.object.metadata;
    return owners
      .list()
      .filter((owner) => {
        const selector = owner.metadata.namespace === namespace ? selectorOf(owner) : undefined;
        return selector !== undefined && selects(selector, labels);
      })
      .map(objectKey);
  };
}

/** A selector that makes no sense selects nothing; its own reconciler is the one to complain. */
function selects(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  try {
    return labelSelectorFromObject(selector).matches(labels);
  } catch (error) {
    if (error instanceof KubeminError) return false;
    throw error;
  }
}
