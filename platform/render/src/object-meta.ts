import type { ObjectMeta } from '@kubemin/kubeapi';
import type { ComponentContext } from './component-renderer.ts';
import type { Labels } from './managed-labels.ts';

interface Decorated {
  readonly labels: Labels;
  readonly annotations: Labels;
}

/** The metadata of a component's main object, with the labels and annotations its user asked for. */
export function objectMeta(context: ComponentContext<Decorated>, name: string): ObjectMeta {
  const { labels, annotations } = context.component.properties;
  return {
    name,
    namespace: context.namespace,
    labels,
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
}
