import type { Informer, InformerFactory } from '@kubemin/kube';
import type { KubeObject, ResourceType } from '@kubemin/kubeapi';
import { LABEL, type Owner, objectOwner } from '@kubemin/render';

/** The objects of one component, by resource. */
export interface ComponentObjects {
  list<T extends KubeObject>(type: ResourceType<T>): readonly T[];
}

const BY_COMPONENT = 'component';

/** The shared informer of what the platform owns of a resource, indexed by component. */
export function managedInformer<T extends KubeObject>(informers: InformerFactory, type: ResourceType<T>): Informer<T> {
  return informers.informer(type, { labelSelector: LABEL.appId, indexers: { [BY_COMPONENT]: byComponent } });
}

/** Notifies of changes of some objects, without naming them. An informer is one, for all it holds. */
export interface ChangeSource {
  readonly synced: Promise<void>;
  /** The returned function unregisters the listener. */
  onChange(listener: () => void): () => void;
}

/** Changes of a component's objects of one resource; objects of other components cost nothing. */
export function componentChanges(
  informers: InformerFactory,
  type: ResourceType,
  component: Pick<Owner, 'appId' | 'componentName'>,
): ChangeSource {
  const informer = managedInformer(informers, type);
  const scope = { index: BY_COMPONENT, value: componentKey(component) };
  return { synced: informer.synced, onChange: (listener) => informer.onChange(listener, scope) };
}

/** What the informers hold of a component in one namespace. */
export function componentObjects(
  informers: InformerFactory,
  at: Pick<Owner, 'appId' | 'componentName'> & { readonly namespace: string | undefined },
): ComponentObjects {
  return {
    list: (type) =>
      managedInformer(informers, type)
        .byIndex(BY_COMPONENT, componentKey(at))
        .filter(({ metadata }) => metadata.namespace === at.namespace),
  };
}

function byComponent(object: KubeObject): readonly string[] {
  const owner = objectOwner(object);
  return owner === undefined ? [] : [componentKey(owner)];
}

function componentKey({ appId, componentName }: Pick<Owner, 'appId' | 'componentName'>): string {
  return `${appId}/${componentName}`;
}
