import type { Node } from '@kubemin/kubeapi/types/core.v1';
import type { Strategy } from './strategy.ts';

/** Nodes. Unlike other kinds they may be created with the status they already have: agents register that way. */
export const nodeStrategy: Strategy<Node> = {
  generation: false,
  selectableFields: { 'spec.unschedulable': (node) => String(node.spec?.unschedulable ?? false) },
  prepareForCreate: (node) => node,
};
