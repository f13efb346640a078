import type { TargetGroup } from '@kubemin/client';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { prefixedLabels, targetAddress } from './label-name.ts';

const ADDRESS_TYPES = ['InternalIP', 'InternalDNS', 'Hostname', 'ExternalIP'];
const PATH = '/metrics/resource';

/** Where a node tells what it and its pods use; undefined for one that does not say where it listens. */
export function nodeTarget({ metadata, status }: Node): TargetGroup | undefined {
  const port = status?.daemonEndpoints?.kubeletEndpoint?.Port ?? 0;
  const addresses = status?.addresses ?? [];
  const found = ADDRESS_TYPES.flatMap((type) => addresses.find((each) => each.type === type) ?? [])[0];
  if (port === 0 || found === undefined) return undefined;
  const name = metadata.name ?? '';
  return {
    targets: [targetAddress(found.address, port)],
    labels: {
      __scheme__: 'https',
      __metrics_path__: PATH,
      __meta_kubernetes_node_name: name,
      ...Object.fromEntries(addresses.map((each) => [`__meta_kubernetes_node_address_${each.type}`, each.address])),
      ...prefixedLabels('__meta_kubernetes_node_label_', metadata.labels),
      node: name,
    },
  };
}
