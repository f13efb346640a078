import type { ObjectMeta } from '@kubemin/kubeapi';
import { partName } from '../object-name.ts';
import type { GatewayContext } from './gateway-target.ts';

/** The metadata of the n-th object of an entry; the first keeps the name. */
export function gatewayMetadata(context: GatewayContext<unknown>, index: number): ObjectMeta {
  const { name, namespace, entry } = context;
  return {
    name: partName(name, index),
    namespace,
    ...(Object.keys(entry.labels).length === 0 ? {} : { labels: entry.labels }),
    ...(Object.keys(entry.annotations).length === 0 ? {} : { annotations: entry.annotations }),
  };
}
