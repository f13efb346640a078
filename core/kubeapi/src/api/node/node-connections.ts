import type { Duplex } from 'node:stream';
import type { Node } from '../../generated/types/core.v1.gen.ts';

/** How an API server reaches the kubelet endpoint of a node. */
export interface NodeConnections {
  /**
   * A connection that speaks HTTP/1.1, already secured; who asked for it ends it. Rejects when the node cannot be
   * reached, and when the signal aborts before it could.
   */
  connect(node: Node, signal: AbortSignal): Promise<Duplex>;
}
