import type { ObjectMeta } from '@kubemin/kubeapi';
import type { Labels } from '../object/index.ts';
import type { ComponentContext } from './component-renderer.ts';

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
