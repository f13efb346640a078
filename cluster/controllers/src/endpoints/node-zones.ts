import { mappedChanges, type Source } from '@kubemin/controller';
import type { Change, Informer } from '@kubemin/kube';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { PodsByNode } from '../pod/pods-by-node.ts';
import type { ServiceIndex } from './service-index.ts';

const ZONE = 'topology.kubernetes.io/zone';

/** Where the nodes of pods stand, so that traffic can be kept near. */
export class NodeZones {
  readonly #nodes: Informer<Node>;
  readonly #pods: PodsByNode;

  constructor(nodes: Informer<Node>, pods: Informer<Pod>) {
    this.#nodes = nodes;
    this.#pods = new PodsByNode(pods);
  }

  of({ spec }: Pod): string | undefined {
    return spec?.nodeName ? zoneOf(this.#nodes.get(spec.nodeName)) : undefined;
  }

  /** The services behind which pods stand in another zone now; heartbeats of nodes are no news. */
  changes(services: ServiceIndex): Source {
    return mappedChanges(this.#nodes, (change) =>
      isMove(change) ? services.selecting(this.#pods.on(change.object.metadata.name ?? '')) : [],
    );
  }
}

function isMove({ type, object, old }: Change<Node>): boolean {
  return type !== 'deleted' && zoneOf(object) !== zoneOf(old);
}

function zoneOf(node: Node | undefined): string | undefined {
  return node?.metadata.labels?.[ZONE];
}
