import type { ObjectMeta } from '@kubemin/kubeapi';
import { partName } from '../../object/index.ts';
import type { GatewayContext } from './gateway-target.ts';

/** The metadata of the n-th object of an entry; the first keeps the name. */
export function gatewayMetadata(context: GatewayContext<unknown>, index: number): ObjectMeta {
  const { name, namespace, entry } = context;
  const { labels = {}, annotations = {} } = entry;
  return {
    name: partName(name, index),
    namespace,
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
}
