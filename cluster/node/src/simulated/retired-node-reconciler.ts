import type { ControllerContext, Reconciler } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { ignoreNotFound } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { podsOn } from './pods-by-node.ts';
import { SIMULATED_LABEL } from './simulated-node.ts';

/** Where to look for nodes that are left over. */
export interface RetiredNodesOptions {
  readonly context: ControllerContext;
  readonly nodes: Informer<Node>;
  readonly pods: Informer<Pod>;
  /** Whether an earlier run may have simulated a node of this name that this one does not. */
  readonly isRetired: (name: string) => boolean;
}

/**
 * Removes nodes that are not simulated any more, with the pods on them: no node would ever report those
 * pods again, and their controllers would wait for them for ever. The node goes first, so that no new pod is sent there;
 * one that was already on its way brings the node's name back here.
 */
export class RetiredNodeReconciler implements Reconciler {
  readonly #options: RetiredNodesOptions;

  constructor(options: RetiredNodesOptions) {
    this.#options = options;
  }

  async reconcile(name: string): Promise<undefined> {
    const { context, nodes, pods, isRetired } = this.#options;
    const node = nodes.get(name);
    if (!isRetired(name) || (node !== undefined && node.metadata.labels?.[SIMULATED_LABEL] !== 'true')) return;
    if (node !== undefined) {
      const preconditions = { uid: node.metadata.uid };
      await ignoreNotFound(context.client.resource(core.v1.nodes).delete(name, { preconditions }));
      context.logger.info('a node that is not simulated any more was removed, the pods on it follow', { node: name });
    }
    for (const { metadata } of podsOn(pods, name)) {
      const resource = context.client.resource(core.v1.pods, metadata.namespace);
      const preconditions = { uid: metadata.uid };
      await ignoreNotFound(resource.delete(metadata.name ?? '', { gracePeriodSeconds: 0, preconditions }));
    }
  }
}
