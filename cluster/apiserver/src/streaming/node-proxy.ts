import { toError } from '@kubemin/base';
import {
  type ApiResponse,
  badRequest,
  internal,
  type NodeConnections,
  type StatusError,
  serviceUnavailable,
} from '@kubemin/kubeapi';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { type BackendRequest, sendRequest } from './backend-request.ts';
import { AddressNotAllowedError } from './kubelet-address.ts';

/** A request to the kubelet endpoint of a node. */
export interface NodeRequest extends BackendRequest {
  readonly node: Node;
}

const NEVER = new AbortController().signal;

/** Sends requests to nodes on behalf of clients; one connection for each request, closed with its response. */
export class NodeProxy {
  readonly #connections: NodeConnections | undefined;

  constructor(connections: NodeConnections | undefined) {
    this.#connections = connections;
  }

  /** The node's response. Throws 400 where its address is not allowed, 500 where it cannot be reached, 503 where no node can. */
  async send(request: NodeRequest): Promise<ApiResponse> {
    const { node, signal = NEVER } = request;
    if (this.#connections === undefined) {
      throw serviceUnavailable(
        'this API server has no connections to nodes: logs, exec, port-forward and proxies are not served',
      );
    }
    try {
      const connection = await this.#connections.connect(node, signal);
      return await sendRequest(connection, node.metadata.name ?? '', request);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AddressNotAllowedError) throw badRequest(`node ${node.metadata.name}: ${error.message}`);
      throw unreachable(request, error);
    }
  }
}

function unreachable({ method, node, path }: NodeRequest, error: unknown): StatusError {
  const port = node.status?.daemonEndpoints?.kubeletEndpoint?.Port ?? 0;
  const verb = `${method.slice(0, 1)}${method.slice(1).toLowerCase()}`;
  return internal(new Error(`${verb} "https://${node.metadata.name}:${port}${path}": ${toError(error).message}`));
}
